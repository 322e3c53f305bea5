// Every message of the codec, and the type lists it is built from. A new API is its header and one
// line in each list.
#pragma once

#include <cohort/protocol/messages/add_offsets_to_txn.hpp>
#include <cohort/protocol/messages/add_partitions_to_txn.hpp>
#include <cohort/protocol/messages/alter_client_quotas.hpp>
#include <cohort/protocol/messages/alter_configs.hpp>
#include <cohort/protocol/messages/alter_partition_reassignments.hpp>
#include <cohort/protocol/messages/alter_replica_log_dirs.hpp>
#include <cohort/protocol/messages/api_versions.hpp>
#include <cohort/protocol/messages/consumer_group_describe.hpp>
#include <cohort/protocol/messages/consumer_group_heartbeat.hpp>
#include <cohort/protocol/messages/consumer_protocol.hpp>
#include <cohort/protocol/messages/create_partitions.hpp>
#include <cohort/protocol/messages/create_topics.hpp>
#include <cohort/protocol/messages/delete_groups.hpp>
#include <cohort/protocol/messages/delete_records.hpp>
#include <cohort/protocol/messages/delete_topics.hpp>
#include <cohort/protocol/messages/describe_client_quotas.hpp>
#include <cohort/protocol/messages/describe_cluster.hpp>
#include <cohort/protocol/messages/describe_configs.hpp>
#include <cohort/protocol/messages/describe_groups.hpp>
#include <cohort/protocol/messages/describe_log_dirs.hpp>
#include <cohort/protocol/messages/describe_producers.hpp>
#include <cohort/protocol/messages/describe_topic_partitions.hpp>
#include <cohort/protocol/messages/describe_transactions.hpp>
#include <cohort/protocol/messages/elect_leaders.hpp>
#include <cohort/protocol/messages/end_txn.hpp>
#include <cohort/protocol/messages/fetch.hpp>
#include <cohort/protocol/messages/find_coordinator.hpp>
#include <cohort/protocol/messages/group_metadata_record.hpp>
#include <cohort/protocol/messages/heartbeat.hpp>
#include <cohort/protocol/messages/incremental_alter_configs.hpp>
#include <cohort/protocol/messages/init_producer_id.hpp>
#include <cohort/protocol/messages/join_group.hpp>
#include <cohort/protocol/messages/leave_group.hpp>
#include <cohort/protocol/messages/list_client_metrics_resources.hpp>
#include <cohort/protocol/messages/list_groups.hpp>
#include <cohort/protocol/messages/list_offsets.hpp>
#include <cohort/protocol/messages/list_partition_reassignments.hpp>
#include <cohort/protocol/messages/list_transactions.hpp>
#include <cohort/protocol/messages/metadata.hpp>
#include <cohort/protocol/messages/offset_commit.hpp>
#include <cohort/protocol/messages/offset_commit_record.hpp>
#include <cohort/protocol/messages/offset_delete.hpp>
#include <cohort/protocol/messages/offset_fetch.hpp>
#include <cohort/protocol/messages/offset_for_leader_epoch.hpp>
#include <cohort/protocol/messages/produce.hpp>
#include <cohort/protocol/messages/sasl_authenticate.hpp>
#include <cohort/protocol/messages/sasl_handshake.hpp>
#include <cohort/protocol/messages/sync_group.hpp>
#include <cohort/protocol/messages/transaction_log_record.hpp>
#include <cohort/protocol/messages/txn_offset_commit.hpp>
#include <cohort/protocol/messages/write_txn_markers.hpp>
#include <cohort/protocol/type_list.hpp>

namespace cohort {

// One line for each API.
// clang-format off
/// In the order of their API keys.
using RequestList = TypeList<
    ProduceRequest,
    FetchRequest,
    ListOffsetsRequest,
    MetadataRequest,
    OffsetCommitRequest,
    OffsetFetchRequest,
    FindCoordinatorRequest,
    JoinGroupRequest,
    HeartbeatRequest,
    LeaveGroupRequest,
    SyncGroupRequest,
    DescribeGroupsRequest,
    ListGroupsRequest,
    SaslHandshakeRequest,
    ApiVersionsRequest,
    CreateTopicsRequest,
    DeleteTopicsRequest,
    DeleteRecordsRequest,
    InitProducerIdRequest,
    OffsetForLeaderEpochRequest,
    AddPartitionsToTxnRequest,
    AddOffsetsToTxnRequest,
    EndTxnRequest,
    WriteTxnMarkersRequest,
    TxnOffsetCommitRequest,
    DescribeConfigsRequest,
    AlterConfigsRequest,
    AlterReplicaLogDirsRequest,
    DescribeLogDirsRequest,
    SaslAuthenticateRequest,
    CreatePartitionsRequest,
    DeleteGroupsRequest,
    ElectLeadersRequest,
    IncrementalAlterConfigsRequest,
    AlterPartitionReassignmentsRequest,
    ListPartitionReassignmentsRequest,
    OffsetDeleteRequest,
    DescribeClientQuotasRequest,
    AlterClientQuotasRequest,
    DescribeClusterRequest,
    DescribeProducersRequest,
    DescribeTransactionsRequest,
    ListTransactionsRequest,
    ConsumerGroupHeartbeatRequest,
    ConsumerGroupDescribeRequest,
    ListClientMetricsResourcesRequest,
    DescribeTopicPartitionsRequest>;

/// In the same order.
using ResponseList = TypeList<
    ProduceResponse,
    FetchResponse,
    ListOffsetsResponse,
    MetadataResponse,
    OffsetCommitResponse,
    OffsetFetchResponse,
    FindCoordinatorResponse,
    JoinGroupResponse,
    HeartbeatResponse,
    LeaveGroupResponse,
    SyncGroupResponse,
    DescribeGroupsResponse,
    ListGroupsResponse,
    SaslHandshakeResponse,
    ApiVersionsResponse,
    CreateTopicsResponse,
    DeleteTopicsResponse,
    DeleteRecordsResponse,
    InitProducerIdResponse,
    OffsetForLeaderEpochResponse,
    AddPartitionsToTxnResponse,
    AddOffsetsToTxnResponse,
    EndTxnResponse,
    WriteTxnMarkersResponse,
    TxnOffsetCommitResponse,
    DescribeConfigsResponse,
    AlterConfigsResponse,
    AlterReplicaLogDirsResponse,
    DescribeLogDirsResponse,
    SaslAuthenticateResponse,
    CreatePartitionsResponse,
    DeleteGroupsResponse,
    ElectLeadersResponse,
    IncrementalAlterConfigsResponse,
    AlterPartitionReassignmentsResponse,
    ListPartitionReassignmentsResponse,
    OffsetDeleteResponse,
    DescribeClientQuotasResponse,
    AlterClientQuotasResponse,
    DescribeClusterResponse,
    DescribeProducersResponse,
    DescribeTransactionsResponse,
    ListTransactionsResponse,
    ConsumerGroupHeartbeatResponse,
    ConsumerGroupDescribeResponse,
    ListClientMetricsResourcesResponse,
    DescribeTopicPartitionsResponse>;

// clang-format on

/// What members of a consumer group tell each other inside JoinGroup and SyncGroup.
using ConsumerProtocolList = TypeList<ConsumerProtocolSubscription, ConsumerProtocolAssignment>;

/// What the coordinators keep in their topics. Keys and values stand there with their versions in
/// front.
using CoordinatorRecordList = TypeList<OffsetCommitKey, OffsetCommitValue, GroupMetadataKey,
                                       GroupMetadataValue, TransactionLogKey, TransactionLogValue>;

}  // namespace cohort
