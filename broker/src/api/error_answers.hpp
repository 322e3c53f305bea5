// error_answer: how each API says that a request was not carried out, and why: with this error in
// every place that the API has for one, and nothing else (AbstractRequest.getErrorResponse).
#pragma once

#include "api/declared_messages.hpp"
#include <cohort/protocol/error_code.hpp>

namespace cohort::broker {

// What a version has no place for is not said: some have none for the error, DescribeLogDirs before
// v3 for example, and nobody gets the answer to a Produce request with acks 0.

ProduceResponse error_answer(const ProduceRequest& request, ErrorCode error, int version);
FetchResponse error_answer(const FetchRequest& request, ErrorCode error, int version);
ListOffsetsResponse error_answer(const ListOffsetsRequest& request, ErrorCode error, int version);
OffsetForLeaderEpochResponse error_answer(const OffsetForLeaderEpochRequest& request,
                                          ErrorCode error, int version);
DeleteRecordsResponse error_answer(const DeleteRecordsRequest& request, ErrorCode error,
                                   int version);
DescribeProducersResponse error_answer(const DescribeProducersRequest& request, ErrorCode error,
                                       int version);

MetadataResponse error_answer(const MetadataRequest& request, ErrorCode error, int version);
CreateTopicsResponse error_answer(const CreateTopicsRequest& request, ErrorCode error, int version);
DeleteTopicsResponse error_answer(const DeleteTopicsRequest& request, ErrorCode error, int version);
CreatePartitionsResponse error_answer(const CreatePartitionsRequest& request, ErrorCode error,
                                      int version);
DescribeTopicPartitionsResponse error_answer(const DescribeTopicPartitionsRequest& request,
                                             ErrorCode error, int version);

FindCoordinatorResponse error_answer(const FindCoordinatorRequest& request, ErrorCode error,
                                     int version);
JoinGroupResponse error_answer(const JoinGroupRequest& request, ErrorCode error, int version);
SyncGroupResponse error_answer(const SyncGroupRequest& request, ErrorCode error, int version);
HeartbeatResponse error_answer(const cohort::HeartbeatRequest& request, ErrorCode error,
                               int version);
LeaveGroupResponse error_answer(const LeaveGroupRequest& request, ErrorCode error, int version);
DescribeGroupsResponse error_answer(const DescribeGroupsRequest& request, ErrorCode error,
                                    int version);
ListGroupsResponse error_answer(const ListGroupsRequest& request, ErrorCode error, int version);
DeleteGroupsResponse error_answer(const DeleteGroupsRequest& request, ErrorCode error, int version);

OffsetCommitResponse error_answer(const OffsetCommitRequest& request, ErrorCode error, int version);
TxnOffsetCommitResponse error_answer(const TxnOffsetCommitRequest& request, ErrorCode error,
                                     int version);
OffsetFetchResponse error_answer(const OffsetFetchRequest& request, ErrorCode error, int version);
OffsetDeleteResponse error_answer(const OffsetDeleteRequest& request, ErrorCode error, int version);

InitProducerIdResponse error_answer(const InitProducerIdRequest& request, ErrorCode error,
                                    int version);
AddPartitionsToTxnResponse error_answer(const AddPartitionsToTxnRequest& request, ErrorCode error,
                                        int version);
AddOffsetsToTxnResponse error_answer(const AddOffsetsToTxnRequest& request, ErrorCode error,
                                     int version);
EndTxnResponse error_answer(const EndTxnRequest& request, ErrorCode error, int version);
WriteTxnMarkersResponse error_answer(const WriteTxnMarkersRequest& request, ErrorCode error,
                                     int version);
DescribeTransactionsResponse error_answer(const DescribeTransactionsRequest& request,
                                          ErrorCode error, int version);
ListTransactionsResponse error_answer(const ListTransactionsRequest& request, ErrorCode error,
                                      int version);

DescribeConfigsResponse error_answer(const DescribeConfigsRequest& request, ErrorCode error,
                                     int version);
AlterConfigsResponse error_answer(const AlterConfigsRequest& request, ErrorCode error, int version);
IncrementalAlterConfigsResponse error_answer(const IncrementalAlterConfigsRequest& request,
                                             ErrorCode error, int version);
DescribeClientQuotasResponse error_answer(const DescribeClientQuotasRequest& request,
                                          ErrorCode error, int version);
AlterClientQuotasResponse error_answer(const AlterClientQuotasRequest& request, ErrorCode error,
                                       int version);
ListClientMetricsResourcesResponse error_answer(const ListClientMetricsResourcesRequest& request,
                                                ErrorCode error, int version);

ApiVersionsResponse error_answer(const ApiVersionsRequest& request, ErrorCode error, int version);
SaslHandshakeResponse error_answer(const SaslHandshakeRequest& request, ErrorCode error,
                                   int version);
DescribeClusterResponse error_answer(const DescribeClusterRequest& request, ErrorCode error,
                                     int version);
DescribeLogDirsResponse error_answer(const DescribeLogDirsRequest& request, ErrorCode error,
                                     int version);
AlterReplicaLogDirsResponse error_answer(const AlterReplicaLogDirsRequest& request, ErrorCode error,
                                         int version);
ElectLeadersResponse error_answer(const ElectLeadersRequest& request, ErrorCode error, int version);
AlterPartitionReassignmentsResponse error_answer(const AlterPartitionReassignmentsRequest& request,
                                                 ErrorCode error, int version);
ListPartitionReassignmentsResponse error_answer(const ListPartitionReassignmentsRequest& request,
                                                ErrorCode error, int version);

}  // namespace cohort::broker
