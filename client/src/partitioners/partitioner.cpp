#include <cohort/client/partitioner.hpp>
#include <cohort/protocol/assert.hpp>

#include <fmt/format.h>

#include <array>
#include <utility>

namespace cohort::client {

namespace {

constexpr std::array partitioner_kinds{
    std::pair{PartitionerKind::murmur2_random, std::string_view("murmur2_random")},
    std::pair{PartitionerKind::murmur2, std::string_view("murmur2")},
    std::pair{PartitionerKind::consistent_random, std::string_view("consistent_random")},
    std::pair{PartitionerKind::consistent, std::string_view("consistent")},
    std::pair{PartitionerKind::random, std::string_view("random")},
};

/// Utils.toPositive: not the absolute value, but the number without its sign bit.
std::int32_t by_murmur2(ByteView key, std::int32_t partition_count) {
  return (murmur2(key) & 0x7FFFFFFF) % partition_count;
}

std::int32_t by_crc32(ByteView key, std::int32_t partition_count) {
  return static_cast<std::int32_t>(crc32(key) % static_cast<std::uint32_t>(partition_count));
}

std::int32_t by_kind(PartitionerKind kind, const RecordToPlace& record, StickyPartitions& sticky) {
  const ByteView key = record.key.value_or(ByteView{});
  switch (kind) {
    case PartitionerKind::murmur2_random:
      return record.key ? by_murmur2(key, record.partition_count) : sticky.current(record);
    case PartitionerKind::murmur2:
      return by_murmur2(key, record.partition_count);
    case PartitionerKind::consistent_random:
      return key.empty() ? sticky.current(record) : by_crc32(key, record.partition_count);
    case PartitionerKind::consistent:
      return by_crc32(key, record.partition_count);
    case PartitionerKind::random:
      return sticky.any(record);
  }
  COHORT_ASSERT(false);
  return -1;
}

Outcome<std::int32_t> in_topic(std::int32_t partition, const RecordToPlace& record,
                               std::string_view whose) {
  if (partition >= 0 && partition < record.partition_count) return partition;
  const TopicPartition named{std::string(record.topic), partition};
  return Failure{.kind = FailureKind::refused,
                 .code = ErrorCode::unknown_topic_or_partition,
                 .message = fmt::format("{}, and {} has partitions 0 to {}", whose, record.topic,
                                        record.partition_count - 1),
                 .partition = named};
}

}  // namespace

std::string_view name(PartitionerKind kind) {
  for (const auto& [one, its_name] : partitioner_kinds) {
    if (one == kind) return its_name;
  }
  return "unknown";
}

PartitionerKind partitioner_named(std::string_view name) {
  if (name == "default") return PartitionerKind::murmur2_random;
  for (const auto& [kind, its_name] : partitioner_kinds) {
    if (its_name == name) return kind;
  }
  throw ConfigError(
      fmt::format("partitioner=\"{}\": there are default, murmur2_random, murmur2, "
                  "consistent_random, consistent and random",
                  name));
}

Outcome<std::int32_t> partition_for(const Partitioner& partitioner, const RecordToPlace& record,
                                    StickyPartitions& sticky) {
  COHORT_ASSERT(record.partition_count > 0);
  if (record.partition) {
    return in_topic(*record.partition, record,
                    fmt::format("the record is for partition {}", *record.partition));
  }
  if (!partitioner.custom) return by_kind(partitioner.kind, record, sticky);
  const std::int32_t given = partitioner.custom(record);
  return in_topic(given, record, fmt::format("the partitioner gave partition {}", given));
}

}  // namespace cohort::client
