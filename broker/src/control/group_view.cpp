#include "consumer_subscription.hpp"
#include "state.hpp"
#include <cohort/broker/group_view.hpp>

#include <algorithm>
#include <utility>

namespace cohort::broker {

namespace {

std::string_view phase_of(GroupTimer::Kind timer) {
  switch (timer) {
    case GroupTimer::Kind::initial_delay:
      return "initial_delay";
    case GroupTimer::Kind::sync_phase:
      return "sync";
    default:
      return "join";
  }
}

WaitView view_of(const WaitingFor& wait, const std::string& group) {
  return {.phase = phase_of(wait.timer),
          .members = wait.members,
          .pending = wait.pending,
          .timer = to_string(GroupTimer{.group_id = group, .kind = wait.timer, .member_id = {}}),
          .deadline = wait.deadline};
}

MemberView view_of(const MemberDescription& member) {
  const bool has_slash = member.client_host.starts_with('/');
  return {.member_id = member.member_id,
          .instance_id = member.group_instance_id,
          .client_id = member.client_id,
          .host = has_slash ? member.client_host.substr(1) : member.client_host,
          .session_timeout = member.session_timeout,
          .rebalance_timeout = member.rebalance_timeout,
          .assignment = assigned_partitions(member.assignment)};
}

std::vector<OffsetView> offsets_of(const BrokerState& state, const std::string& group) {
  std::vector<OffsetView> offsets;
  const CommittedOffsets* committed = state.coordinator.committed(group);
  if (committed == nullptr) return offsets;
  for (const auto& [key, stored] : committed->all()) {
    OffsetView& view = offsets.emplace_back(OffsetView{.topic = key.topic,
                                                       .partition = key.partition,
                                                       .committed = stored.offset,
                                                       .metadata = stored.metadata});
    const Partition* partition = state.catalog.find(key.topic, key.partition);
    if (partition == nullptr) continue;
    view.end = partition->log.high_watermark();
    // Offsets that are set by hand, or were committed before records were lost, can be beyond it.
    view.lag = std::max<std::int64_t>(view.end - view.committed, 0);
  }
  return offsets;
}

/// Of a topic that the fetch names by its name or its id.
bool is_named(const BrokerState& state, const std::string& topic, const std::string& name,
              const Uuid& id) {
  if (!name.empty()) return name == topic;
  const Topic* found = state.catalog.find(id);
  return found != nullptr && found->name == topic;
}

}  // namespace

std::optional<GroupView> group_view(const Broker& broker, const std::string& group) {
  const BrokerState& state = broker.state();
  const std::optional<GroupDescription> described = state.coordinator.describe(group);
  if (!described) return std::nullopt;
  GroupView view{.group = group,
                 .state = described->state,
                 .protocol_type = described->protocol_type,
                 .protocol = described->protocol_name,
                 .generation = described->generation,
                 .leader = described->leader,
                 .offsets = offsets_of(state, group)};
  for (const MemberDescription& member : described->members) {
    view.members.push_back(view_of(member));
  }
  if (described->waiting_for) view.waiting_for = view_of(*described->waiting_for, group);
  return view;
}

std::vector<GroupView> group_views(const Broker& broker) {
  std::vector<GroupView> views;
  for (const GroupListing& listed : broker.state().coordinator.list()) {
    views.push_back(*group_view(broker, listed.group_id));
  }
  return views;
}

std::optional<std::int64_t> fetch_position(const Broker& broker, const std::string& client_id,
                                           const std::string& topic, std::int32_t partition) {
  const BrokerState& state = broker.state();
  std::optional<std::int64_t> position;
  const auto look_at = [&](const WantedPartition& wanted) {
    if (wanted.partition.partition != partition) return;
    if (!is_named(state, topic, wanted.topic, wanted.topic_id)) return;
    position = std::max(position.value_or(-1), wanted.partition.fetch_offset);
  };
  for (const auto& [reply, query] : state.parked_fetches) {
    const auto owed = state.owed.find(reply);
    if (owed == state.owed.end()) continue;
    if (state.connections.at(owed->second.link).client_id != client_id) continue;
    for (const WantedPartition& wanted : query.partitions) look_at(wanted);
  }
  return position;
}

}  // namespace cohort::broker
