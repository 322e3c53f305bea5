#include <cohort/client/partitioner.hpp>
#include <cohort/protocol/assert.hpp>

#include <algorithm>

namespace cohort::client {

namespace {

bool is_available(const RecordToPlace& record, std::int32_t partition) {
  if (partition < 0 || partition >= record.partition_count) return false;
  return record.available.empty() ||
         std::ranges::find(record.available, partition) != record.available.end();
}

}  // namespace

std::int32_t StickyPartitions::current(const RecordToPlace& record) {
  auto found = choices_.find(record.topic);
  if (found == choices_.end()) found = choices_.emplace(record.topic, Choice{}).first;
  Choice& choice = found->second;
  if (choice.is_full || !is_available(record, choice.partition)) {
    choice = {.partition = by_chance(record, choice.partition)};
  }
  return choice.partition;
}

void StickyPartitions::added(const TopicPartition& partition, std::size_t bytes,
                             std::size_t batch_size) {
  const auto found = choices_.find(partition.topic);
  if (found == choices_.end() || found->second.partition != partition.partition) return;
  Choice& choice = found->second;
  choice.bytes += bytes;
  choice.is_full = choice.bytes >= batch_size;
}

std::int32_t StickyPartitions::any(const RecordToPlace& record) { return by_chance(record, -1); }

/// One of those that have a leader, not the same as before if there is another.
std::int32_t StickyPartitions::by_chance(const RecordToPlace& record, std::int32_t before) {
  COHORT_ASSERT(record.partition_count > 0);
  const bool all = record.available.empty();
  const std::size_t count =
      all ? static_cast<std::size_t>(record.partition_count) : record.available.size();
  const auto at = [&](std::size_t place) {
    return all ? static_cast<std::int32_t>(place) : record.available[place];
  };
  if (count == 1) return at(0);
  if (!is_available(record, before)) return at(rng_.below(count));
  const std::size_t place = rng_.below(count - 1);
  // The last one stands in for the one that is left out.
  return at(place) == before ? at(count - 1) : at(place);
}

}  // namespace cohort::client
