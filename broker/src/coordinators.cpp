#include "coordinators.hpp"

#include "coordinator_loading.hpp"
#include "coordinator_records.hpp"
#include "log/topic_name.hpp"
#include "state.hpp"

namespace cohort::broker {

namespace {

/// Null when there is none.
const Partition* transaction_partition(const BrokerState& state, std::string_view id) {
  const std::int32_t partitions = state.config.log.transaction_topic_partitions;
  return state.catalog.find(transaction_topic, coordinator_partition(id, partitions));
}

std::int32_t coordinator_in(const BrokerState& state, const Partition* partition) {
  if (state.cluster.nodes().size() == 1) return state.cluster.nodes().front().id;
  return partition == nullptr ? -1 : partition->leader;
}

ErrorCode check_is(const RequestContext& context, std::int32_t coordinator) {
  return coordinator == context.node_id() ? ErrorCode::none : ErrorCode::not_coordinator;
}

}  // namespace

std::int32_t coordinator_of_group(const BrokerState& state, std::string_view group_id) {
  const std::int32_t partitions = state.config.log.offsets_topic_partitions;
  return coordinator_in(
      state, state.catalog.find(offsets_topic, coordinator_partition(group_id, partitions)));
}

std::int32_t coordinator_of_transactions(const BrokerState& state,
                                         std::string_view transactional_id) {
  return coordinator_in(state, transaction_partition(state, transactional_id));
}

std::int32_t transaction_coordinator_epoch(const BrokerState& state,
                                           std::string_view transactional_id) {
  const Partition* partition = transaction_partition(state, transactional_id);
  return partition == nullptr ? 0 : partition->leader_epoch;
}

ErrorCode check_coordinates_group(const RequestContext& context, std::string_view group_id) {
  const BrokerState& state = context.state;
  const std::int32_t partitions = state.config.log.offsets_topic_partitions;
  const std::int32_t partition = coordinator_partition(group_id, partitions);
  if (!is_coordinator_loaded(state, offsets_topic, partition)) return ErrorCode::not_coordinator;
  return check_is(context, coordinator_of_group(state, group_id));
}

ErrorCode check_coordinates_transactions(const RequestContext& context,
                                         std::string_view transactional_id) {
  if (transactional_id.empty()) return ErrorCode::none;
  return check_is(context, coordinator_of_transactions(context.state, transactional_id));
}

ErrorCode check_coordinates_named_group(const RequestContext& context, std::string_view group_id) {
  return group_id.empty() ? ErrorCode::none : check_coordinates_group(context, group_id);
}

ErrorCode check_may_change_transactions(const RequestContext& context,
                                        std::string_view transactional_id) {
  const ErrorCode error = check_coordinates_transactions(context, transactional_id);
  if (error != ErrorCode::none) return error;
  const Topic* topic = context.state.catalog.find(transaction_topic);
  const Partition* partition = transaction_partition(context.state, transactional_id);
  if (partition == nullptr) return ErrorCode::none;
  return partition->has_enough_in_sync(topic->settings.min_insync_replicas)
             ? ErrorCode::none
             : ErrorCode::coordinator_not_available;
}

}  // namespace cohort::broker
