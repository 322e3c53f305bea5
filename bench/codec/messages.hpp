// Messages as today's clients send them and a broker of one node answers them.
#pragma once

#include <cohort/protocol/messages.hpp>

namespace bench {

/// A batch of 100 records of 100 bytes for one partition.
cohort::ProduceRequest produce_request();
cohort::ProduceResponse produce_response();
/// 4 partitions.
cohort::FetchRequest fetch_request();
/// 4 partitions with 16 kB of records each.
cohort::FetchResponse fetch_response();
/// 4 partitions.
cohort::ListOffsetsRequest list_offsets_request();
cohort::ListOffsetsResponse list_offsets_response();
/// 10 topics with 64 partitions each.
cohort::MetadataRequest metadata_request();
cohort::MetadataResponse metadata_response();
cohort::ApiVersionsRequest api_versions_request();
/// 60 APIs.
cohort::ApiVersionsResponse api_versions_response();

cohort::FindCoordinatorRequest find_coordinator_request();
cohort::FindCoordinatorResponse find_coordinator_response();
cohort::JoinGroupRequest join_group_request();
/// What the leader of 100 members gets.
cohort::JoinGroupResponse join_group_response();
/// What the leader of 100 members sends.
cohort::SyncGroupRequest sync_group_request();
cohort::SyncGroupResponse sync_group_response();
cohort::HeartbeatRequest heartbeat_request();
cohort::HeartbeatResponse heartbeat_response();
cohort::LeaveGroupRequest leave_group_request();
cohort::LeaveGroupResponse leave_group_response();
/// 4 partitions.
cohort::OffsetCommitRequest offset_commit_request();
cohort::OffsetCommitResponse offset_commit_response();
cohort::OffsetFetchRequest offset_fetch_request();
cohort::OffsetFetchResponse offset_fetch_response();

}  // namespace bench
