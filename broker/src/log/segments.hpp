// Segments: where Kafka would begin a new file of a log. No read reaches from one into the next.
#pragma once

#include "topic_config.hpp"
#include <cohort/node/instant.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace cohort::broker {

struct Segment {
  std::int64_t base_offset = 0;
  std::int64_t first_timestamp = -1;  ///< The largest of its first batch; -1: none.
  std::int64_t size = 0;
  Instant created;   ///< With its first batch.
  Instant modified;  ///< With its last batch.
  bool operator==(const Segment&) const = default;
};

/// A batch that is about to be stored.
struct SegmentAppend {
  std::int64_t offset = 0;
  std::int64_t max_timestamp = -1;
  std::int64_t size = 0;
  Instant now;
};

/// Records that carry their own time may be years apart: a transaction's marker, of now, then
/// begins a new segment behind records of long ago. Source: LogSegment.shouldRoll.
class Segments {
 public:
  void append(const SegmentAppend& batch, const LogSettings& settings);
  /// The log starts at `offset` now: segments that lie before it are gone.
  void truncate_from_start(std::int64_t offset);

  /// Where the segment with the offset ends; nullopt: it is the last.
  std::optional<std::int64_t> end_of(std::int64_t offset) const;
  /// In order; one is always there.
  const std::vector<Segment>& all() const { return all_; }
  bool operator==(const Segments&) const = default;

 private:
  bool must_roll(const SegmentAppend& batch, const LogSettings& settings) const;

  std::vector<Segment> all_{Segment{}};
};

}  // namespace cohort::broker
