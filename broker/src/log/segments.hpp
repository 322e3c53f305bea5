// Segments: where Kafka would begin a new file of a log. No read reaches from one into the next.
#pragma once

#include "topic_config.hpp"
#include <cohort/node/instant.hpp>
#include <cohort/protocol/digest_of.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace cohort::broker {

struct Segment {
  std::int64_t base_offset = 0;
  std::int64_t first_timestamp = -1;  ///< The largest of its first batch; -1: none.
  std::int64_t max_timestamp = -1;    ///< The largest of all its batches; -1: none.
  std::int64_t size = 0;
  Instant created;   ///< With its first batch.
  Instant modified;  ///< With its last batch; compaction keeps it.

  /// By what retention and searches go: without a timestamp, when it was written last. Source:
  /// LogSegment.largestTimestamp.
  std::int64_t largest_timestamp() const {
    return max_timestamp >= 0 ? max_timestamp : modified.unix_ms();
  }
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
  /// Segments by their place, `last` excluded.
  struct Range {
    std::size_t first = 0;
    std::size_t last = 0;
  };

  void append(const SegmentAppend& batch, const LogSettings& settings);
  /// The log starts at `offset` now: segments that lie before it are gone.
  void truncate_from_start(std::int64_t offset);

  /// Begins a new segment behind the last one. REQUIRES: that has batches.
  void roll(std::int64_t offset, Instant now);
  /// REQUIRES: one is left.
  void drop_first(std::size_t count);
  /// Puts one segment where there were several. REQUIRES: not the active one among them.
  void replace(Range range, const Segment& by);

  /// Those with an offset of [from, to), also the one in which `from` lies. Source:
  /// LogSegments.values.
  Range covering(std::int64_t from, std::int64_t to) const;
  std::int64_t size_of(Range range) const;
  std::int64_t size_bytes() const { return size_of({0, all_.size()}); }
  const Segment& active() const { return all_.back(); }
  /// Where the segment with the offset ends; nullopt: it is the last.
  std::optional<std::int64_t> end_of(std::int64_t offset) const;
  /// In order; one is always there.
  const std::vector<Segment>& all() const { return all_; }
  bool operator==(const Segments&) const = default;

 private:
  friend struct DigestOf<Segments>;
  bool must_roll(const SegmentAppend& batch, const LogSettings& settings) const;

  std::vector<Segment> all_{Segment{}};
};

}  // namespace cohort::broker
