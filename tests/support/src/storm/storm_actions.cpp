// What the steps of a storm do.
#include "storm/storm_world.hpp"
#include <cohort/protocol/record.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <stdexcept>

namespace cohort::testing {

using Kind = StormStep::Kind;

void StormWorld::take(const StormStep& step) {
  run_until(start_ + step.at);
  if (is_over()) return;
  drop_those_that_closed();
  keep_company();
  Rng draws(step.choice);
  if (recorder_) recorder_->storm_step(name(step.kind));
  try {
    switch (step.kind) {
      case Kind::join:
      case Kind::leave:
      case Kind::crash:
      case Kind::stall:
      case Kind::resume:
      case Kind::commit:
      case Kind::rejoin:
      case Kind::seek:
      case Kind::subscribe:
      case Kind::change_assignor:
      case Kind::expire:
      case Kind::disconnect:
        return act_on_member(step, draws);
      case Kind::produce:
      case Kind::grow_topic:
      case Kind::delete_topic:
      case Kind::move_leader:
        return act_on_topics(step, draws);
      case Kind::move_coordinator:
      case Kind::stop_broker:
      case Kind::rebalance:
      case Kind::disturb:
      case Kind::refuse:
        return act_on_brokers(step, draws);
    }
  } catch (const std::invalid_argument& reason) {
    // There is nothing to do it to.
    if (recorder_) recorder_->storm_does_not(reason.what());
  }
}

/// A group of one or none has little to go wrong: it stays so until the next step at the most.
void StormWorld::keep_company() {
  const auto living =
      std::ranges::count_if(seats_, [this](const Seat& seat) { return is_open(seat); });
  const auto empty = std::ranges::find(seats_, false, &Seat::is_alive);
  if (living < 2 && empty != seats_.end()) start_process(*empty);
}

void StormWorld::act_on_member(const StormStep& step, Rng& draws) {
  if (step.kind == Kind::join) {
    Seat* empty = pick(draws, [](const Seat& seat) { return !seat.is_alive; });
    if (empty != nullptr) start_process(*empty);
    return;
  }
  Seat* seat = pick(draws, [this](const Seat& each) { return is_open(each); });
  if (seat == nullptr) return;
  if (recorder_) recorder_->storm_does(seat->process);
  switch (step.kind) {
    case Kind::leave:
      act_on(*seat, [](MemberNode& node, Instant now) { node.do_next(steps::Close{}, now); });
      break;
    case Kind::crash:
      crash(*seat);
      break;
    case Kind::stall:
    case Kind::resume:
      act_on(*seat,
             [&](MemberNode& node, Instant now) { node.stall(step.kind == Kind::stall, now); });
      break;
    case Kind::commit:
      act_on(*seat, [](MemberNode& node, Instant now) {
        node.do_next(steps::Commit{.offsets = {}, .waits = false}, now);
      });
      break;
    case Kind::rejoin:
      act_on(*seat,
             [](MemberNode& node, Instant now) { node.do_next(steps::Rejoin{"the storm"}, now); });
      break;
    case Kind::seek:
      act_on(*seat, [](MemberNode& node, Instant now) {
        for (const auto& partition : node.consumer().owned()) {
          node.do_next(steps::Seek{partition, 0}, now);
        }
      });
      break;
    case Kind::subscribe: {
      const bool all = draws.below(2) == 0;
      seat->topics = {topics_.begin(), topics_.end()};
      if (!all) seat->topics = {topics_.at(draws.below(topics_.size()))};
      act_on(*seat, [&](MemberNode& node, Instant now) {
        node.do_next(steps::Subscribe{seat->topics}, now);
      });
      break;
    }
    case Kind::change_assignor:
      seat->assignors = options_.assignors.at(draws.below(options_.assignors.size()));
      crash(*seat);
      start_process(*seat);
      break;
    case Kind::expire: {
      const std::string& id = member(*seat).consumer().committer().membership.member_id;
      if (!id.empty()) broker_.control().expire_member(storm_group, id);
      break;
    }
    case Kind::disconnect:
      disconnect(*seat, draws);
      break;
    default:
      break;
  }
}

/// Half of the times what it has sent still arrives.
void StormWorld::disconnect(const Seat& seat, Rng& draws) {
  const bool loses_all = draws.below(2) == 0;
  for (const LinkId link : broker_.world().links_of(seat.process)) {
    if (loses_all) {
      broker_.world().reset_link(link);
    } else {
      broker_.world().lose_link(link);
    }
  }
}

void StormWorld::act_on_topics(const StormStep& step, Rng& draws) {
  const bool changes_topics = step.kind == Kind::delete_topic || step.kind == Kind::grow_topic;
  if (changes_topics && !options_.topics_change) return;
  if (step.kind == Kind::delete_topic) return delete_or_create_topic(draws);
  const std::string topic = topics_.at(draws.below(topics_.size()));
  const auto view = broker::topic_view(broker_.broker(), topic);
  if (!view) return;
  const auto count = static_cast<std::int32_t>(view->partitions.size());
  const auto partition = static_cast<std::int32_t>(draws.below(view->partitions.size()));
  if (recorder_)
    recorder_->storm_does(step.kind == Kind::grow_topic ? topic
                                                        : fmt::format("{}-{}", topic, partition));
  if (step.kind == Kind::produce) {
    std::vector<Record> records;
    const std::uint64_t many = 1 + draws.below(5);
    for (std::uint64_t i = 0; i < many; ++i) {
      records.push_back({.timestamp = broker_.now().unix_ms(), .value = Buffer::copy_of("x")});
    }
    broker_.control().append(topic, partition, records);
  } else if (step.kind == Kind::grow_topic) {
    constexpr std::int32_t most_partitions = 8;
    if (count < most_partitions) broker_.control().grow_topic(topic, count + 1);
  } else {
    broker_.control().move_leader(topic, partition);
  }
}

void StormWorld::delete_or_create_topic(Rng& draws) {
  if (!deleted_.empty()) {
    const std::string topic = *deleted_.begin();
    deleted_.erase(topic);
    if (recorder_) recorder_->storm_does(topic + " (created again)");
    return broker_.control().create_topic(topic, options_.partitions);
  }
  const std::string topic = topics_.at(draws.below(topics_.size()));
  deleted_.insert(topic);
  recreated_.insert(topic);
  if (recorder_) recorder_->storm_does(topic);
  broker_.control().delete_topic(topic);
}

void StormWorld::act_on_brokers(const StormStep& step, Rng& draws) {
  switch (step.kind) {
    case Kind::move_coordinator:
      if (options_.coordinators_move) broker_.control().move_coordinator(storm_group);
      break;
    case Kind::stop_broker:
      stop_or_start_broker(draws);
      break;
    case Kind::rebalance:
      broker_.control().force_rebalance(storm_group, "the storm");
      break;
    case Kind::disturb:
      disturb(draws);
      break;
    default:
      refuse(draws);
      break;
  }
}

void StormWorld::stop_or_start_broker(Rng& draws) {
  if (!stopped_.empty()) {
    const std::int32_t node_id = *stopped_.begin();
    stopped_.erase(node_id);
    if (recorder_) recorder_->storm_does(fmt::format("{} (started again)", node_id));
    return broker_.control().start_broker(node_id);
  }
  if (options_.brokers < 2) return;
  const auto node_id =
      static_cast<std::int32_t>(1 + draws.below(static_cast<std::uint64_t>(options_.brokers)));
  if (recorder_) recorder_->storm_does(std::to_string(node_id));
  broker_.control().stop_broker(node_id);
  stopped_.insert(node_id);
}

void StormWorld::disturb(Rng& draws) {
  const auto up_to = [&](std::uint64_t most) {
    return static_cast<std::int64_t>(draws.below(most + 1));
  };
  sim::Faults faults;
  const std::int64_t latency = up_to(60);
  faults.latency_min = milliseconds(latency / 4);
  faults.latency_max = milliseconds(latency);
  faults.delays_per_thousand = static_cast<std::uint32_t>(up_to(30));
  faults.delay_max = milliseconds(up_to(12'000));
  faults.cuts_per_thousand = static_cast<std::uint32_t>(up_to(200));
  faults.glues_per_thousand = static_cast<std::uint32_t>(up_to(200));
  faults.resets_per_thousand = static_cast<std::uint32_t>(up_to(15));
  if (recorder_) {
    recorder_->storm_does(
        fmt::format("the network: up to {} ms, {} ms for {} in 1000, {} in 1000 cut, "
                    "{} in 1000 reset",
                    latency, faults.delay_max / milliseconds(1), faults.delays_per_thousand,
                    faults.cuts_per_thousand, faults.resets_per_thousand));
  }
  broker_.world().set_faults(faults);
}

void StormWorld::refuse(Rng& draws) {
  constexpr std::array apis{ApiKey::join_group,    ApiKey::sync_group,   ApiKey::heartbeat,
                            ApiKey::offset_commit, ApiKey::offset_fetch, ApiKey::find_coordinator,
                            ApiKey::leave_group,   ApiKey::fetch,        ApiKey::metadata};
  constexpr std::array codes{ErrorCode::not_coordinator, ErrorCode::coordinator_load_in_progress,
                             ErrorCode::coordinator_not_available};
  const ApiKey api = apis.at(draws.below(apis.size()));
  const bool is_of_group = api != ApiKey::fetch && api != ApiKey::metadata;
  broker::FaultAction action =
      broker::DelayAnswer{milliseconds(static_cast<std::int64_t>(draws.below(25'000)))};
  const std::uint64_t how = draws.below(4);
  if (how == 0) action = broker::Disconnect{broker::Moment::before};
  if (how == 1) action = broker::Disconnect{broker::Moment::after};
  if (how == 2 && is_of_group) action = broker::AnswerError{codes.at(draws.below(codes.size()))};
  const std::uint64_t times = 1 + draws.below(3);
  if (recorder_) recorder_->storm_does(fmt::format("the next {} of {}", times, cohort::name(api)));
  rules_.push_back(
      broker_.control().add_rule({.match = {.api = api}, .times = times, .action = action}));
}

}  // namespace cohort::testing
