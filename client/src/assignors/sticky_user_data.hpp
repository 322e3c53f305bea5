// The user data of the sticky assignors, to bytes and back, in Java's formats.
#pragma once

#include <cohort/client/topic_partition.hpp>
#include <cohort/protocol/buffer.hpp>

#include <cstdint>
#include <optional>

namespace cohort::client {

/// What a member says to own, and since when.
struct Claim {
  PartitionSet partitions{};
  std::int32_t generation = -1;  ///< -1: not told.
  bool operator==(const Claim&) const = default;
};

/// The partitions and generation of the last assignment, as StickyAssignor announces them (user
/// data version 1, KIP-341), and librdkafka's cooperative-sticky, too.
Buffer sticky_user_data(const Claim& claim);

/// Version 1, or version 0, which has no generation (KIP-54). Nothing if it is neither: a claim
/// that can't be read is ignored, as in StickyAssignor.
std::optional<Claim> claim_from_sticky(const Buffer& user_data);

/// Four bytes, as CooperativeStickyAssignor announces it.
Buffer generation_user_data(std::int32_t generation);

/// The generation in a cooperative member's user data, Java's or librdkafka's; -1 if there is none.
std::int32_t generation_from_cooperative(const Buffer& user_data);

}  // namespace cohort::client
