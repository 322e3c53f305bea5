// StartOffset: where reading a partition begins, as --offset says it.
#pragma once

#include <cohort/client/consumer.hpp>

#include <cstdint>
#include <string_view>

namespace cohort::tool {

struct StartOffset {
  enum class Kind : std::uint8_t { beginning, end, offset, before_end, time };
  Kind kind = Kind::beginning;
  std::int64_t number = 0;  ///< An offset, a count, or milliseconds since the Unix epoch.
  bool operator==(const StartOffset&) const = default;
};

/// "beginning", "end", an offset, -N for the last N records, @MS for the first record of that time
/// or later, or that time as 2024-01-01T00:00:00Z (UTC). Throws UsageError.
StartOffset parse_start_offset(std::string_view text);

/// Assigns the partitions to the consumer, to begin there.
void assign(client::Consumer& consumer, const client::PartitionSet& partitions,
            const StartOffset& start);

}  // namespace cohort::tool
