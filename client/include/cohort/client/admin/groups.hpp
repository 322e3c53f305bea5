// GroupDescription, GroupListing, …: groups as an admin client sees and changes them.
#pragma once

#include <cohort/client/committed_offset.hpp>
#include <cohort/client/error.hpp>
#include <cohort/client/topic_partition.hpp>
#include <cohort/node/instant.hpp>
#include <cohort/protocol/buffer.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cohort::client {

struct ListedGroup {
  std::string group_id;
  std::string protocol_type;      ///< "consumer"; empty: never had members.
  std::string state{};            ///< Kafka's word, "Stable"; empty: brokers before 2.6 don't tell.
  std::string type{};             ///< "classic"; empty: brokers before 3.7 don't tell.
  std::int32_t coordinator = -1;  ///< The broker that told of it.
  bool operator==(const ListedGroup&) const = default;
};

/// The groups of all brokers that answered.
struct GroupListing {
  std::vector<ListedGroup> groups{};           ///< By id.
  std::map<std::int32_t, Failure> failures{};  ///< Of the brokers that did not.
  bool operator==(const GroupListing&) const = default;
};

struct ListGroupsOptions {
  std::vector<std::string> states{};  ///< Empty: all. Since Kafka 2.6 (KIP-518).
  std::vector<std::string> types{};   ///< Empty: all. Since Kafka 3.7 (KIP-848).
  std::optional<Duration> timeout{};
};

/// What a consumer told the group's leader.
struct MemberSubscription {
  std::vector<std::string> topics{};
  PartitionSet owned_partitions{};
  std::int32_t generation_id = -1;  ///< Of the owned partitions; -1: not told.
  std::string rack{};
  bool operator==(const MemberSubscription&) const = default;
};

struct MemberDescription {
  std::string member_id;
  std::optional<std::string> instance_id{};  ///< Nothing: not a static member.
  std::string client_id{};
  std::string host{};  ///< As the broker writes it: "/127.0.0.1".
  /// Nothing: no member of a consumer group, or not readable. A group has them when it is stable.
  std::optional<MemberSubscription> subscription{};
  std::optional<PartitionSet> assignment{};
  Buffer raw_metadata{};    ///< The bytes that the subscription is read from.
  Buffer raw_assignment{};  ///< The bytes that the assignment is read from.
  bool operator==(const MemberDescription&) const = default;
};

struct GroupDescription {
  std::string group_id;
  std::string state{};          ///< Kafka's word: "Stable", "Empty", …; "Dead": there is none.
  std::string protocol_type{};  ///< "consumer"; empty: never had members.
  std::string protocol{};       ///< The assignor that was chosen: "range".
  std::int32_t coordinator = -1;
  std::vector<MemberDescription> members{};
  bool operator==(const GroupDescription&) const = default;
};

struct ListGroupOffsetsOptions {
  std::optional<PartitionSet> partitions{};  ///< Nothing: all that have offsets.
  /// Waits for transactions that are about to commit offsets. Since Kafka 2.5 (KIP-447).
  bool require_stable = false;
  std::optional<Duration> timeout{};
};

struct RemoveMembersOptions {
  std::string reason{};  ///< For the broker's log (KIP-800).
  std::optional<Duration> timeout{};
};

struct PartitionLag {
  std::int64_t committed = 0;
  std::int64_t end = 0;  ///< What a consumer that reads all would have committed.
  std::int64_t lag = 0;  ///< Records between them; 0 if the offset is beyond the end.
  bool operator==(const PartitionLag&) const = default;
};

}  // namespace cohort::client
