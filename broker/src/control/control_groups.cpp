// What Control does to groups.
#include "control/acting.hpp"
#include "control/leader_move.hpp"
#include "coordinators.hpp"
#include "log/topic_name.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace cohort::broker {

namespace {

void check(ErrorCode error, const std::string& group,
           const std::optional<std::string>& member_id = std::nullopt) {
  switch (error) {
    case ErrorCode::none:
      return;
    case ErrorCode::group_id_not_found:
      throw NotThere(fmt::format("group '{}': there is none", group));
    case ErrorCode::rebalance_in_progress:
      throw std::invalid_argument(
          fmt::format("group '{}': it is in its join phase already", group));
    default:
      break;
  }
  if (!member_id) {
    throw std::invalid_argument(fmt::format("group '{}': it has no members", group));
  }
  throw NotThere(fmt::format("group '{}': it has no member '{}'", group, *member_id));
}

}  // namespace

std::optional<GroupView> Control::group(const std::string& group) {
  std::optional<GroupView> view;
  turn_([&](Broker& broker, Instant) { view = group_view(broker, group); });
  return view;
}

std::vector<GroupView> Control::groups() {
  std::vector<GroupView> views;
  turn_([&](Broker& broker, Instant) { views = group_views(broker); });
  return views;
}

void Control::expire_member(const std::string& group, const std::string& member_id) {
  turn_([&](Broker& broker, Instant now) {
    act(broker.state(), "expire_member", now, [&] {
      check(broker.state().coordinator.expire_member(group, member_id, now), group, member_id);
    });
  });
}

void Control::force_rebalance(const std::string& group, const std::string& reason) {
  turn_([&](Broker& broker, Instant now) {
    act(broker.state(), "force_rebalance", now,
        [&] { check(broker.state().coordinator.force_rebalance(group, reason, now), group); });
  });
}

void Control::move_coordinator(const std::string& group, std::optional<std::int32_t> to) {
  turn_([&](Broker& broker, Instant now) {
    BrokerState& state = broker.state();
    const std::int32_t partition =
        coordinator_partition(group, state.config.log.offsets_topic_partitions);
    act(state, "move_coordinator", now, [&] {
      if (state.catalog.find(offsets_topic, partition) == nullptr) {
        throw std::invalid_argument(fmt::format("group '{}': it has no coordinator yet", group));
      }
      move_leader_by_hand(state, {std::string(offsets_topic), partition}, to, now);
    });
  });
}

void Control::set_offsets(const std::string& group, const std::vector<OffsetToSet>& offsets) {
  turn_([&](Broker& broker, Instant now) {
    BrokerState& state = broker.state();
    act(state, "set_offsets", now, [&] {
      std::vector<OffsetToCommit> wanted;
      for (const OffsetToSet& each : offsets) {
        if (state.catalog.find(each.topic, each.partition) == nullptr) {
          throw NotThere(fmt::format("partition {}-{}: there is none", each.topic, each.partition));
        }
        if (std::ssize(each.metadata) > state.config.group.offset_metadata_max_bytes) {
          throw std::invalid_argument(
              fmt::format("metadata of {} bytes: at most {} are taken (offset.metadata.max.bytes)",
                          each.metadata.size(), state.config.group.offset_metadata_max_bytes));
        }
        wanted.push_back({.key = {each.topic, each.partition},
                          .offset = each.offset,
                          .metadata = each.metadata});
      }
      state.coordinator.set_offsets(group, wanted, now);
    });
  });
}

}  // namespace cohort::broker
