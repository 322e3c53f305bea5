#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/nearest_name.hpp>

#include <cstddef>
#include <vector>

namespace cohort {

namespace {

constexpr int first_api = static_cast<int>(ApiKey::produce);
constexpr int last_api = static_cast<int>(ApiKey::read_share_group_state_summary);

}  // namespace

std::string_view name(ApiKey key) {
  switch (key) {
    case ApiKey::produce:
      return "Produce";
    case ApiKey::fetch:
      return "Fetch";
    case ApiKey::list_offsets:
      return "ListOffsets";
    case ApiKey::metadata:
      return "Metadata";
    case ApiKey::leader_and_isr:
      return "LeaderAndIsr";
    case ApiKey::stop_replica:
      return "StopReplica";
    case ApiKey::update_metadata:
      return "UpdateMetadata";
    case ApiKey::controlled_shutdown:
      return "ControlledShutdown";
    case ApiKey::offset_commit:
      return "OffsetCommit";
    case ApiKey::offset_fetch:
      return "OffsetFetch";
    case ApiKey::find_coordinator:
      return "FindCoordinator";
    case ApiKey::join_group:
      return "JoinGroup";
    case ApiKey::heartbeat:
      return "Heartbeat";
    case ApiKey::leave_group:
      return "LeaveGroup";
    case ApiKey::sync_group:
      return "SyncGroup";
    case ApiKey::describe_groups:
      return "DescribeGroups";
    case ApiKey::list_groups:
      return "ListGroups";
    case ApiKey::sasl_handshake:
      return "SaslHandshake";
    case ApiKey::api_versions:
      return "ApiVersions";
    case ApiKey::create_topics:
      return "CreateTopics";
    case ApiKey::delete_topics:
      return "DeleteTopics";
    case ApiKey::delete_records:
      return "DeleteRecords";
    case ApiKey::init_producer_id:
      return "InitProducerId";
    case ApiKey::offset_for_leader_epoch:
      return "OffsetForLeaderEpoch";
    case ApiKey::add_partitions_to_txn:
      return "AddPartitionsToTxn";
    case ApiKey::add_offsets_to_txn:
      return "AddOffsetsToTxn";
    case ApiKey::end_txn:
      return "EndTxn";
    case ApiKey::write_txn_markers:
      return "WriteTxnMarkers";
    case ApiKey::txn_offset_commit:
      return "TxnOffsetCommit";
    case ApiKey::describe_acls:
      return "DescribeAcls";
    case ApiKey::create_acls:
      return "CreateAcls";
    case ApiKey::delete_acls:
      return "DeleteAcls";
    case ApiKey::describe_configs:
      return "DescribeConfigs";
    case ApiKey::alter_configs:
      return "AlterConfigs";
    case ApiKey::alter_replica_log_dirs:
      return "AlterReplicaLogDirs";
    case ApiKey::describe_log_dirs:
      return "DescribeLogDirs";
    case ApiKey::sasl_authenticate:
      return "SaslAuthenticate";
    case ApiKey::create_partitions:
      return "CreatePartitions";
    case ApiKey::create_delegation_token:
      return "CreateDelegationToken";
    case ApiKey::renew_delegation_token:
      return "RenewDelegationToken";
    case ApiKey::expire_delegation_token:
      return "ExpireDelegationToken";
    case ApiKey::describe_delegation_token:
      return "DescribeDelegationToken";
    case ApiKey::delete_groups:
      return "DeleteGroups";
    case ApiKey::elect_leaders:
      return "ElectLeaders";
    case ApiKey::incremental_alter_configs:
      return "IncrementalAlterConfigs";
    case ApiKey::alter_partition_reassignments:
      return "AlterPartitionReassignments";
    case ApiKey::list_partition_reassignments:
      return "ListPartitionReassignments";
    case ApiKey::offset_delete:
      return "OffsetDelete";
    case ApiKey::describe_client_quotas:
      return "DescribeClientQuotas";
    case ApiKey::alter_client_quotas:
      return "AlterClientQuotas";
    case ApiKey::describe_user_scram_credentials:
      return "DescribeUserScramCredentials";
    case ApiKey::alter_user_scram_credentials:
      return "AlterUserScramCredentials";
    case ApiKey::vote:
      return "Vote";
    case ApiKey::begin_quorum_epoch:
      return "BeginQuorumEpoch";
    case ApiKey::end_quorum_epoch:
      return "EndQuorumEpoch";
    case ApiKey::describe_quorum:
      return "DescribeQuorum";
    case ApiKey::alter_partition:
      return "AlterPartition";
    case ApiKey::update_features:
      return "UpdateFeatures";
    case ApiKey::envelope:
      return "Envelope";
    case ApiKey::fetch_snapshot:
      return "FetchSnapshot";
    case ApiKey::describe_cluster:
      return "DescribeCluster";
    case ApiKey::describe_producers:
      return "DescribeProducers";
    case ApiKey::broker_registration:
      return "BrokerRegistration";
    case ApiKey::broker_heartbeat:
      return "BrokerHeartbeat";
    case ApiKey::unregister_broker:
      return "UnregisterBroker";
    case ApiKey::describe_transactions:
      return "DescribeTransactions";
    case ApiKey::list_transactions:
      return "ListTransactions";
    case ApiKey::allocate_producer_ids:
      return "AllocateProducerIds";
    case ApiKey::consumer_group_heartbeat:
      return "ConsumerGroupHeartbeat";
    case ApiKey::consumer_group_describe:
      return "ConsumerGroupDescribe";
    case ApiKey::controller_registration:
      return "ControllerRegistration";
    case ApiKey::get_telemetry_subscriptions:
      return "GetTelemetrySubscriptions";
    case ApiKey::push_telemetry:
      return "PushTelemetry";
    case ApiKey::assign_replicas_to_dirs:
      return "AssignReplicasToDirs";
    case ApiKey::list_client_metrics_resources:
      return "ListClientMetricsResources";
    case ApiKey::describe_topic_partitions:
      return "DescribeTopicPartitions";
    case ApiKey::share_group_heartbeat:
      return "ShareGroupHeartbeat";
    case ApiKey::share_group_describe:
      return "ShareGroupDescribe";
    case ApiKey::share_fetch:
      return "ShareFetch";
    case ApiKey::share_acknowledge:
      return "ShareAcknowledge";
    case ApiKey::add_raft_voter:
      return "AddRaftVoter";
    case ApiKey::remove_raft_voter:
      return "RemoveRaftVoter";
    case ApiKey::update_raft_voter:
      return "UpdateRaftVoter";
    case ApiKey::initialize_share_group_state:
      return "InitializeShareGroupState";
    case ApiKey::read_share_group_state:
      return "ReadShareGroupState";
    case ApiKey::write_share_group_state:
      return "WriteShareGroupState";
    case ApiKey::delete_share_group_state:
      return "DeleteShareGroupState";
    case ApiKey::read_share_group_state_summary:
      return "ReadShareGroupStateSummary";
  }
  return "Unknown";
}

std::optional<ApiKey> api_key_from_name(std::string_view wanted) {
  for (int number = first_api; number <= last_api; ++number) {
    const ApiKey each{static_cast<std::int16_t>(number)};
    if (name(each) == wanted) return each;
  }
  return std::nullopt;
}

std::optional<ApiKey> nearest_api_key(std::string_view wanted) {
  std::vector<std::string_view> names;
  for (int number = first_api; number <= last_api; ++number) {
    names.push_back(name(ApiKey{static_cast<std::int16_t>(number)}));
  }
  const std::optional<std::size_t> place = nearest_name(wanted, names);
  if (!place) return std::nullopt;
  return ApiKey{static_cast<std::int16_t>(first_api + static_cast<int>(*place))};
}

}  // namespace cohort
