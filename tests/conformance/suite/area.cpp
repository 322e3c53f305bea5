#include "conformance/suite/area.hpp"

#include <algorithm>
#include <array>

namespace cohort::conform {

namespace {

constexpr std::array<Area, 19> all_areas{{
    {"wire", "Wire",
     "Frames, headers and versions; what a broker does with bytes that are no request (KIP-35, "
     "KIP-482, KIP-511)."},
    {"metadata", "Metadata",
     "Brokers, topics and coordinators as clients find them (KIP-4, KIP-78, KIP-516, KIP-700)."},
    {"topics", "Topics", "Making, growing and deleting topics (KIP-4, KIP-195, KIP-516)."},
    {"configs", "Configs",
     "Reading and changing what topics and brokers are set to (KIP-133, KIP-339)."},
    {"produce", "Produce", "Batches, old messages and their checks (KIP-32, KIP-98, KIP-467)."},
    {"fetch", "Fetch", "Reading records, limits and long polls (KIP-74, KIP-98, KIP-227)."},
    {"fetch_session", "Fetch sessions",
     "Incremental fetches: what is said again and what is not (KIP-227)."},
    {"list_offsets", "List offsets",
     "Ends of logs and offsets by time (KIP-79, KIP-207, KIP-734)."},
    {"delete_records", "Delete records", "Taking away a log's beginning (KIP-107)."},
    {"join", "Join",
     "JoinGroup in each state: who waits, who leads, who is refused (KIP-62, KIP-134, KIP-394)."},
    {"sync", "Sync", "SyncGroup: how assignments reach the members (KIP-559)."},
    {"heartbeat", "Heartbeat", "Heartbeats and session timeouts (KIP-62)."},
    {"leave", "Leave", "LeaveGroup, one by one and in batches (KIP-345, KIP-800)."},
    {"static", "Static membership",
     "Members with an instance id: replacement and fencing (KIP-345, KIP-814)."},
    {"commit", "Commits", "OffsetCommit: who may commit, and what is kept (KIP-211, KIP-320)."},
    {"offset_fetch", "Offset fetch",
     "Committed offsets, of one group or many (KIP-88, KIP-447, KIP-709)."},
    {"admin_groups", "Group administration",
     "Listing, describing and deleting groups and their offsets (KIP-222, KIP-229, KIP-496, "
     "KIP-518, KIP-848)."},
    {"idempotence", "Idempotence", "Producer ids, epochs and sequences (KIP-98, KIP-360)."},
    {"txn", "Transactions",
     "Transactions from their beginning to the markers; fencing (KIP-98, KIP-447, KIP-588, "
     "KIP-664)."},
}};

}  // namespace

std::span<const Area> areas() { return all_areas; }

std::size_t area_place(std::string_view name) {
  const auto* const found = std::find_if(all_areas.begin(), all_areas.end(),
                                         [&](const Area& area) { return area.name == name; });
  return static_cast<std::size_t>(found - all_areas.begin());
}

}  // namespace cohort::conform
