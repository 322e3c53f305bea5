// Membership: as whom a consumer speaks to its group's coordinator.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace cohort::client {

/// Kafka's Generation, beside the instance id that a static member always sends (KIP-345).
struct Membership {
  std::int32_t generation_id = -1;  ///< -1: in no generation.
  std::string member_id{};          ///< Empty: none was given yet.
  std::optional<std::string> instance_id{};
  bool operator==(const Membership&) const = default;
};

enum class Standing : std::uint8_t {
  alone,   ///< Partitions were chosen by the user: commits come from outside of any generation.
  member,  ///< In a generation: what it commits is its own.
  rebalancing,  ///< Between two generations: a commit has to wait until the next one.
  outside,      ///< In no generation: what it had may belong to others by now.
};

/// In whose name offsets are committed now.
struct Committer {
  Standing standing = Standing::alone;
  Membership membership{};
  bool operator==(const Committer&) const = default;
};

}  // namespace cohort::client
