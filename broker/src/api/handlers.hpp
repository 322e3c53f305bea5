// handlers: one function an API, declared without the messages so that a change to one reaches few
// units: from a decoded request to its answer; null means parked, or no answer at all.
#pragma once

#include "api/declared_messages.hpp"
#include "request_context.hpp"

#include <optional>

namespace cohort::broker {

std::optional<ApiVersionsResponse> api_versions(RequestContext&, const ApiVersionsRequest&);
std::optional<SaslHandshakeResponse> sasl_handshake(RequestContext&, const SaslHandshakeRequest&);
std::optional<MetadataResponse> metadata(RequestContext&, const MetadataRequest&);
std::optional<DescribeClusterResponse> describe_cluster(RequestContext&,
                                                        const DescribeClusterRequest&);
std::optional<FindCoordinatorResponse> find_coordinator(RequestContext&,
                                                        const FindCoordinatorRequest&);
std::optional<CreateTopicsResponse> create_topics(RequestContext&, const CreateTopicsRequest&);
std::optional<DeleteTopicsResponse> delete_topics(RequestContext&, const DeleteTopicsRequest&);
std::optional<CreatePartitionsResponse> create_partitions(RequestContext&,
                                                          const CreatePartitionsRequest&);
std::optional<DescribeTopicPartitionsResponse> describe_topic_partitions(
    RequestContext&, const DescribeTopicPartitionsRequest&);

std::optional<ProduceResponse> produce(RequestContext&, const ProduceRequest&);
std::optional<FetchResponse> fetch(RequestContext&, const FetchRequest&);
std::optional<ListOffsetsResponse> list_offsets(RequestContext&, const ListOffsetsRequest&);
std::optional<InitProducerIdResponse> init_producer_id(RequestContext&,
                                                       const InitProducerIdRequest&);
std::optional<DeleteRecordsResponse> delete_records(RequestContext&, const DeleteRecordsRequest&);
std::optional<OffsetForLeaderEpochResponse> offset_for_leader_epoch(
    RequestContext&, const OffsetForLeaderEpochRequest&);

std::optional<JoinGroupResponse> join_group(RequestContext&, const JoinGroupRequest&);
std::optional<SyncGroupResponse> sync_group(RequestContext&, const SyncGroupRequest&);
std::optional<HeartbeatResponse> heartbeat(RequestContext&, const cohort::HeartbeatRequest&);
std::optional<LeaveGroupResponse> leave_group(RequestContext&, const LeaveGroupRequest&);
std::optional<OffsetCommitResponse> offset_commit(RequestContext&, const OffsetCommitRequest&);
std::optional<OffsetFetchResponse> offset_fetch(RequestContext&, const OffsetFetchRequest&);
std::optional<OffsetDeleteResponse> offset_delete(RequestContext&, const OffsetDeleteRequest&);
std::optional<DescribeGroupsResponse> describe_groups(RequestContext&,
                                                      const DescribeGroupsRequest&);
std::optional<ListGroupsResponse> list_groups(RequestContext&, const ListGroupsRequest&);
std::optional<DeleteGroupsResponse> delete_groups(RequestContext&, const DeleteGroupsRequest&);

std::optional<AddPartitionsToTxnResponse> add_partitions_to_txn(RequestContext&,
                                                                const AddPartitionsToTxnRequest&);
std::optional<AddOffsetsToTxnResponse> add_offsets_to_txn(RequestContext&,
                                                          const AddOffsetsToTxnRequest&);
std::optional<EndTxnResponse> end_txn(RequestContext&, const EndTxnRequest&);
std::optional<TxnOffsetCommitResponse> txn_offset_commit(RequestContext&,
                                                         const TxnOffsetCommitRequest&);
std::optional<DescribeProducersResponse> describe_producers(RequestContext&,
                                                            const DescribeProducersRequest&);
std::optional<DescribeTransactionsResponse> describe_transactions(
    RequestContext&, const DescribeTransactionsRequest&);
std::optional<ListTransactionsResponse> list_transactions(RequestContext&,
                                                          const ListTransactionsRequest&);

std::optional<AlterClientQuotasResponse> alter_client_quotas(RequestContext&,
                                                             const AlterClientQuotasRequest&);
std::optional<AlterConfigsResponse> alter_configs(RequestContext&, const AlterConfigsRequest&);
std::optional<DescribeClientQuotasResponse> describe_client_quotas(
    RequestContext&, const DescribeClientQuotasRequest&);
std::optional<DescribeConfigsResponse> describe_configs(RequestContext&,
                                                        const DescribeConfigsRequest&);
std::optional<IncrementalAlterConfigsResponse> incremental_alter_configs(
    RequestContext&, const IncrementalAlterConfigsRequest&);
std::optional<ListClientMetricsResourcesResponse> list_client_metrics_resources(
    RequestContext&, const ListClientMetricsResourcesRequest&);

std::optional<WriteTxnMarkersResponse> write_txn_markers(RequestContext&,
                                                         const WriteTxnMarkersRequest&);
std::optional<AlterReplicaLogDirsResponse> alter_replica_log_dirs(
    RequestContext&, const AlterReplicaLogDirsRequest&);
std::optional<DescribeLogDirsResponse> describe_log_dirs(RequestContext&,
                                                         const DescribeLogDirsRequest&);
std::optional<ElectLeadersResponse> elect_leaders(RequestContext&, const ElectLeadersRequest&);
std::optional<AlterPartitionReassignmentsResponse> alter_partition_reassignments(
    RequestContext&, const AlterPartitionReassignmentsRequest&);
std::optional<ListPartitionReassignmentsResponse> list_partition_reassignments(
    RequestContext&, const ListPartitionReassignmentsRequest&);

}  // namespace cohort::broker
