// What moves do to a world.
#include "state.hpp"
#include "world/world.hpp"
#include <cohort/broker/control.hpp>
#include <cohort/protocol/codec.hpp>
#include <cohort/protocol/header.hpp>
#include <cohort/protocol/messages/offset_commit.hpp>
#include <cohort/sim/probe.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace cohort::testing {

void ConsumerWorld::World::expire(const Seat& seat) {
  broker::Control control([this](const auto& work) { act_on_broker(work); });
  control.expire_member(scenario_group, member_id_of(seat).value());
}

/// What takes no time and nobody can notice the order of.
void ConsumerWorld::World::settle() {
  while (true) {
    // A delay of 0 has passed.
    constexpr sim::NodeIndex broker_index{0};
    if (simulation_.deadline_of(broker_index) <= simulation_.now()) {
      simulation_.take(broker_index);
      continue;
    }
    const std::vector<sim::Choice> choices = simulation_.choices();
    const auto quiet = std::ranges::find_if(choices, [this](const sim::Choice& choice) {
      const auto* end = std::get_if<LinkId>(&choice);
      return end != nullptr && arrives_at_once(*end);
    });
    if (quiet == choices.end()) return;
    simulation_.take(*quiet);
    forget_what_strays_heard();
  }
}

/// Nobody waits for these answers.
void ConsumerWorld::World::forget_what_strays_heard() {
  if (!simulation_.contains(stray_node)) return;
  const auto& stray = dynamic_cast<const sim::RawEnd&>(std::as_const(simulation_).node(stray_node));
  if (stray.inbox().empty()) return;
  simulation_.look(stray_node,
                   [](Node& node) { dynamic_cast<sim::RawEnd&>(node).inbox().clear(); });
}

void ConsumerWorld::World::commit_astray(const Seat& seat) {
  const client::Membership membership = member(seat).consumer().committer().membership;
  OffsetCommitRequest request{.group_id = scenario_group,
                              .generation_id_or_member_epoch = membership.generation_id,
                              .member_id = membership.member_id,
                              .group_instance_id = membership.instance_id};
  const ScenarioTopic& topic = scenario_->topics.front();
  request.topics.push_back({.name = topic.name, .partitions = {{.committed_offset = 2}}});
  constexpr std::int16_t version = 8;
  const RequestHeader header{
      .api_key = ApiKey::offset_commit, .api_version = version, .client_id = stray_node};
  simulation_.turn(stray_node, [&](Node& node) {
    dynamic_cast<sim::RawEnd&>(node).send(encode_request(header, request));
  });
}

void ConsumerWorld::World::make(const Move& move) {
  if (tells_) {
    story_.push_back(name(move));
    requester_ = requester_of(move);
  }
  switch (move.kind) {
    case Move::Kind::arrival:
      simulation_.take(move.end);
      break;
    case Move::Kind::timer:
      simulation_.take(move.node);
      break;
    case Move::Kind::step:
      act_on(seats_.at(move.seat), [](MemberNode& node, Instant now) { node.take_step(now); });
      break;
    case Move::Kind::start:
      start(move.seat);
      break;
    case Move::Kind::crash: {
      Seat& seat = seats_.at(move.seat);
      --seat.crashes;
      seat.is_alive = false;
      seat.starts = std::min(1, seat.restarts);
      seat.restarts -= seat.starts;
      simulation_.retire(seat.process);
      break;
    }
    case Move::Kind::leave:
      --seats_.at(move.seat).leaves;
      act_on(seats_.at(move.seat),
             [](MemberNode& node, Instant now) { node.do_next(steps::Close{}, now); });
      break;
    case Move::Kind::commit:
      --seats_.at(move.seat).commits;
      act_on(seats_.at(move.seat), [](MemberNode& node, Instant now) {
        client::OffsetsToCommit offsets;
        for (const auto& partition : node.consumer().owned()) offsets[partition] = {.offset = 1};
        node.do_next(steps::Commit{std::move(offsets), false}, now);
      });
      break;
    case Move::Kind::expiry:
      --seats_.at(move.seat).expiries;
      expire(seats_.at(move.seat));
      break;
    case Move::Kind::breakage:
      --seats_.at(move.seat).breaks;
      for (const LinkId end : simulation_.links_of(seats_.at(move.seat).process)) {
        simulation_.lose_link(end);
      }
      break;
    case Move::Kind::stray_commit:
      --seats_.at(move.seat).stray_commits;
      commit_astray(seats_.at(move.seat));
      break;
  }
  settle();
  take_stock();
}

void ConsumerWorld::World::take_stock() {
  std::vector<broker::Fact> facts;
  // A broker that has nothing to tell stays as it is, shared with the world before.
  if (!broker().state().facts.empty()) {
    act_on_broker([&](broker::Broker& broker, Instant) { facts = broker.take_facts(); });
  }
  if (tells_) tell_facts(facts);
  watch_.see(facts, broker());
  std::int32_t oldest = watch_.generation();
  for (Seat& seat : seats_) {
    if (!seat.is_alive) continue;
    const MemberNode& node = member(seat);
    watch_.see(node.consumer().config().group_instance_id.value_or(seat.process), node);
    const std::int32_t generation = node.consumer().committer().membership.generation_id;
    oldest = std::min(oldest, generation);
    for (; seat.effects_seen < node.effects().size(); ++seat.effects_seen) {
      ++effects_[node.effects().at(seat.effects_seen)];
    }
    if (!tells_) continue;
    act_on(seat, [&](MemberNode& told, Instant) {
      for (std::string& note : told.take_notes()) {
        story_.push_back(fmt::format("  {} {}", seat.process, note));
      }
    });
  }
  watch_.forget_before(oldest);
  for (const LinkId end : simulation_.links_of(broker_node)) {
    if (!links_.empty() && end <= links_.back().first) continue;  // Their numbers count up.
    if (const auto peer = simulation_.peer_of(end)) links_.emplace_back(end, *peer);
  }
  moves_ = possible_moves();
}

void ConsumerWorld::World::tell_facts(const std::vector<broker::Fact>& facts) {
  for (const Seat& seat : seats_) {
    if (!seat.is_alive) continue;
    names_.learn(member(seat).consumer().committer().membership.member_id, seat.process);
  }
  for (const broker::Fact& fact : facts) {
    names_.learn_from(fact, requester_);
    story_.push_back("  broker: " + in_words(fact, names_, requester_));
  }
}

/// Empty if it is no request.
std::string ConsumerWorld::World::requester_of(const Move& move) const {
  const bool is_request = move.kind == Move::Kind::arrival && move.seat == seats_.size();
  return is_request ? process_behind(move.end) : std::string();
}

void ConsumerWorld::World::tell() {
  tells_ = true;
  for (Seat& seat : seats_) {
    if (seat.is_alive) act_on(seat, [](MemberNode& node, Instant) { node.tell_notes(); });
  }
}

}  // namespace cohort::testing
