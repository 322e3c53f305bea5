// What has to come of a storm, whatever it was.
#include "state.hpp"
#include "storm/storm_world.hpp"
#include <cohort/testing/explore.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace cohort::testing {

namespace {

/// More than the longest chain of time-outs: a session, a join phase, a request, metadata.
constexpr Duration patience = std::chrono::minutes(3);

}  // namespace

void StormWorld::calm() {
  if (is_over()) return;
  if (recorder_) recorder_->storm_is_over();
  broker_.world().set_faults({});
  for (const broker::RuleId rule : rules_) broker_.control().remove_rule(rule);
  for (const std::int32_t node_id : stopped_) broker_.control().start_broker(node_id);
  for (const std::string& topic : deleted_) {
    broker_.control().create_topic(topic, options_.partitions);
  }
  drop_those_that_closed();
  for (Seat& seat : seats_) {
    if (is_open(seat)) {
      act_on(seat, [](MemberNode& node, Instant now) { node.stall(false, now); });
    }
  }
  const auto empty = std::ranges::find(seats_, false, &Seat::is_alive);
  const bool is_left =
      std::ranges::none_of(seats_, [this](const Seat& seat) { return is_open(seat); });
  if (is_left && empty != seats_.end()) start_process(*empty);
  const bool has_settled =
      broker_.run_until([this] { return is_over() || unsettled() == nullptr; }, patience) ||
      is_over();
  if (!has_settled) {
    violation_ = Violation{.checker = progress_checker, .what = describe(), .path = {}};
    return;
  }
  check_nothing_is_lost();
}

client::PartitionSet StormWorld::wanted_partitions() const {
  client::PartitionSet all;
  for (const std::string& topic : topics_) {
    const bool is_wanted = std::ranges::any_of(seats_, [&](const Seat& seat) {
      return seat.is_alive && !member(seat).has_closed() && seat.topics.contains(topic);
    });
    if (!is_wanted) continue;
    const broker::Topic* found = broker_.broker().state().catalog.find(topic);
    if (found == nullptr) continue;
    for (std::size_t i = 0; i < found->partitions.size(); ++i) {
      all.insert({topic, static_cast<std::int32_t>(i)});
    }
  }
  return all;
}

/// Looked at after every event.
const char* StormWorld::unsettled() const {
  std::size_t living = 0;
  for (const Seat& seat : seats_) {
    if (!seat.is_alive || member(seat).has_closed()) continue;
    if (!member(seat).is_settled()) return "a member is in no generation, or has not been told all";
    ++living;
  }
  if (living == 0) return nullptr;
  const auto group = broker_.broker().state().coordinator.describe(storm_group);
  if (!group || group->state != broker::GroupState::stable) return "the group is not Stable";
  if (group->members.size() != living) return "the group has members that are gone";
  client::PartitionSet owned;
  for (const Seat& seat : seats_) {
    if (!seat.is_alive || member(seat).has_closed()) continue;
    owned.insert(member(seat).consumer().owned().begin(), member(seat).consumer().owned().end());
    if (options_.reads && !has_read_all(seat)) return "a member has not read all there is";
  }
  if (owned != wanted_partitions()) return "what is owned is not what is subscribed to";
  return nullptr;
}

bool StormWorld::has_read_all(const Seat& seat) const {
  const client::Positions& positions = member(seat).consumer().positions();
  return std::ranges::all_of(positions.all(), [this](const auto& each) {
    const auto& [partition, state] = each;
    const auto* found = broker_.broker().state().catalog.find(partition.topic, partition.partition);
    return found != nullptr && state.position &&
           state.position->offset >= found->log.high_watermark();
  });
}

/// Programs here commit only what they have processed: what counts as processed was, by somebody.
void StormWorld::check_nothing_is_lost() {
  if (!options_.reads || is_over()) return;
  for (Seat& seat : seats_) {
    if (seat.is_alive) retire(seat);
  }
  const auto* committed = broker_.broker().state().coordinator.committed(storm_group);
  if (committed == nullptr) return;
  for (const auto& [key, value] : committed->all()) {
    // Another topic of the same name has other records.
    if (recreated_.contains(key.topic)) continue;
    const client::TopicPartition partition{key.topic, key.partition};
    if (covers(processed_[partition], 0, value.offset)) continue;
    violation_ = Violation{.checker = "nothing is lost",
                           .what = fmt::format("{} is committed up to {}, and somebody has skipped "
                                               "records before that",
                                               client::to_string(partition), value.offset),
                           .path = {}};
    return;
  }
}

std::string StormWorld::describe() {
  const char* why = unsettled();
  std::string text = fmt::format("the group has not settled: {}", why == nullptr ? "" : why);
  const auto view = broker_.control().group(storm_group);
  if (view) text.append("\n").append(to_string(*view));
  for (const Seat& seat : seats_) {
    if (!seat.is_alive) continue;
    const MemberNode& node = member(seat);
    text +=
        fmt::format("\n{}: owns {}, {}", seat.process, client::to_string(node.consumer().owned()),
                    node.consumer().describe(broker_.now()));
  }
  return text;
}

}  // namespace cohort::testing
