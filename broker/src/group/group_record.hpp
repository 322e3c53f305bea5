// GroupRecord: a change of what is remembered of a group, as Kafka writes it to __consumer_offsets.
#pragma once

#include "group/offset_requests.hpp"
#include "producer_identity.hpp"
#include <cohort/node/instant.hpp>
#include <cohort/protocol/buffer.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace cohort::broker {

/// An offset was committed, or is pending where the record has a producer.
struct OffsetStored {
  OffsetKey key;
  std::int64_t offset = -1;
  std::int32_t leader_epoch = -1;
  std::string metadata;
  Instant commit_time;
  std::optional<Instant> expire_time;  ///< From a commit that brought its own retention.
  bool operator==(const OffsetStored&) const = default;
};

struct OffsetRemoved {
  OffsetKey key;
  bool operator==(const OffsetRemoved&) const = default;
};

struct StoredMember {
  std::string id;
  std::optional<std::string> instance_id;
  std::string client_id;
  std::string client_host;
  Duration rebalance_timeout{};
  Duration session_timeout{};
  Buffer subscription;  ///< What it offered with the group's protocol.
  /// That the subscription names, parsed by the caller; nullopt if the bytes don't parse. Follows
  /// from them, and so is not written.
  std::optional<std::vector<std::string>> topics;
  Buffer assignment;
  bool operator==(const StoredMember&) const = default;
};

/// The group as it stands with this generation; without a protocol and a leader it has no members.
struct GroupStored {
  std::string protocol_type;
  std::int32_t generation = 0;
  std::optional<std::string> protocol_name;
  std::optional<std::string> leader;
  std::optional<Instant> state_since;  ///< nullopt: records before version 2 don't tell.
  std::vector<StoredMember> members;   ///< In the order in which they came.
  bool operator==(const GroupStored&) const = default;
};

struct GroupRemoved {
  bool operator==(const GroupRemoved&) const = default;
};

/// Source: CoordinatorRecordHelpers, which makes them; GroupMetadataManager, OffsetMetadataManager,
/// which say when.
struct GroupRecord {
  std::string group_id;
  Instant at;
  std::variant<OffsetStored, OffsetRemoved, GroupStored, GroupRemoved> what;
  std::optional<ProducerIdentity> producer;  ///< Whose transaction the record belongs to.
  bool operator==(const GroupRecord&) const = default;
};

}  // namespace cohort::broker
