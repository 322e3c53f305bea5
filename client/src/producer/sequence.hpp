// ProducerIdAndEpoch: under which name an idempotent producer numbers its records (KIP-98).
#pragma once

#include <cohort/protocol/record_batch.hpp>

#include <cstdint>

namespace cohort::client {

struct ProducerIdAndEpoch {
  std::int64_t id = -1;
  std::int16_t epoch = -1;

  bool is_known() const { return id >= 0; }
  bool operator==(const ProducerIdAndEpoch&) const = default;
};

/// No sequence number.
inline constexpr std::int32_t no_sequence = -1;

/// The number before this one; 0 is preceded by 2^31 - 1.
inline std::int32_t sequence_before(std::int32_t sequence) {
  constexpr std::int32_t all_but_one = 0x7fffffff;
  return sequence_after(sequence, all_but_one);
}

}  // namespace cohort::client
