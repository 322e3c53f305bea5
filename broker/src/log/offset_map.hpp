// OffsetMap: at which offset each key was written last, in the dirty part of a log.
#pragma once

#include "compaction.hpp"
#include <cohort/protocol/record.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

namespace cohort::broker {

/// Lives for one run of the cleaner. Source: OffsetMap, Cleaner.buildOffsetMap.
class OffsetMap {
 public:
  /// False, and nothing is noted, when the map has `max_keys` already, of a known key too.
  bool put(ByteView key, std::int64_t offset, std::size_t max_keys);
  void advance_to(std::int64_t offset) { latest_offset_ = offset; }

  /// -1 when the key was not seen.
  std::int64_t find(ByteView key) const;
  /// Everything up to here was looked at; -1: nothing.
  std::int64_t latest_offset() const { return latest_offset_; }

 private:
  std::unordered_map<std::string, std::int64_t> offsets_;  // Never iterated.
  std::int64_t latest_offset_ = -1;
};

/// The keys of the part that can be compacted, but for those of aborted transactions. Nothing if a
/// batch can't be read.
std::optional<OffsetMap> last_offsets(const CleaningJob& job);

}  // namespace cohort::broker
