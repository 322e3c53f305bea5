#include "group/committed_offsets.hpp"

#include <limits>
#include <utility>

namespace cohort::broker {

std::string to_string(const OffsetKey& key) {
  return key.topic + "-" + std::to_string(key.partition);
}

void CommittedOffsets::store(const OffsetKey& key, CommittedOffset value) {
  by_partition_.insert_or_assign(key, std::move(value));
}

bool CommittedOffsets::erase(const OffsetKey& key) { return by_partition_.erase(key) > 0; }

std::vector<OffsetKey> CommittedOffsets::erase_topic(const std::string& topic) {
  const auto first = by_partition_.lower_bound({topic, std::numeric_limits<std::int32_t>::min()});
  auto last = first;
  std::vector<OffsetKey> erased;
  for (; last != by_partition_.end() && last->first.topic == topic; ++last) {
    erased.push_back(last->first);
  }
  by_partition_.erase(first, last);
  return erased;
}

const CommittedOffset* CommittedOffsets::find(const OffsetKey& key) const {
  const auto found = by_partition_.find(key);
  return found == by_partition_.end() ? nullptr : &found->second;
}

}  // namespace cohort::broker
