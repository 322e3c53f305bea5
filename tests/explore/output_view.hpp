// OutputView: what clients can see of a scenario's result: the output's records and the group's
// offsets.
#pragma once

#include "explore/processor.hpp"
#include <cohort/protocol/buffer.hpp>
#include <cohort/protocol/buffers.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cohort::testing {

/// A record, or a transaction's end.
struct OutputRecord {
  std::int64_t offset = -1;
  std::int64_t producer_id = -1;
  std::string value;
  std::optional<bool> ends_with_commit;  ///< Of a marker; nothing for a record.
  bool operator==(const OutputRecord&) const = default;
};

struct OutputView {
  std::vector<OutputRecord> shown;  ///< To a read_committed reader, who leaves out markers.
  std::vector<OutputRecord> log;    ///< All that a read_uncommitted reader gets, with markers.
  std::int64_t last_stable_offset = -1;
  /// By partition of the input; 0: nothing is committed.
  std::array<std::int64_t, input_partitions> committed{};
  bool operator==(const OutputView&) const = default;
};

/// Three requests in one piece: both readers' fetches from the output's start, and an OffsetFetch
/// that does not wait for what is pending.
Buffer view_requests();
/// What the answers to them, in one piece too, tell.
OutputView view_of(const Buffer& answers);

}  // namespace cohort::testing
