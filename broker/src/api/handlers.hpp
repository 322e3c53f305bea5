// handlers: one function an API, from a decoded request to its answer; null means parked, or no answer at all.
#pragma once

#include "request_context.hpp"

#include <cohort/protocol/messages.hpp>

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

std::optional<ProduceResponse> produce(RequestContext&, const ProduceRequest&);
std::optional<FetchResponse> fetch(RequestContext&, const FetchRequest&);
std::optional<ListOffsetsResponse> list_offsets(RequestContext&, const ListOffsetsRequest&);
std::optional<InitProducerIdResponse> init_producer_id(RequestContext&,
                                                       const InitProducerIdRequest&);

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

}  // namespace cohort::broker
