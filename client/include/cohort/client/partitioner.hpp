// Partitioner: which partition a record goes to, by its key, by chance, or by a rule of your own.
#pragma once

#include <cohort/client/error.hpp>
#include <cohort/node/rng.hpp>
#include <cohort/protocol/record.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace cohort::client {

/// Java's hash (Utils.murmur2), bit by bit.
std::int32_t murmur2(ByteView bytes);
/// zlib's CRC-32, which librdkafka's `consistent` takes.
std::uint32_t crc32(ByteView bytes);

/// By librdkafka's names, but the first. "No key" is null; an empty key is one, but for
/// `consistent_random`. Records without key stick to a partition until a batch is full, then go to
/// another by chance (KIP-480), unless stated otherwise.
enum class PartitionerKind : std::uint8_t {
  murmur2_random,     ///< Keys by murmur2, as Java's producer and librdkafka's `murmur2_random`.
  murmur2,            ///< No key hashes as an empty one.
  consistent_random,  ///< Keys by CRC-32; librdkafka's default. An empty key is none.
  consistent,         ///< No key hashes as an empty one: partition 0.
  random,             ///< By chance, record by record, whatever the key.
};

/// What a partitioner may look at.
struct RecordToPlace {
  std::string_view topic;
  std::optional<ByteView> key{};
  std::optional<ByteView> value{};
  std::optional<std::int32_t> partition{};  ///< Where the caller wants it: no partitioner is asked.
  std::int32_t partition_count = 0;         ///< Of the topic.
  /// Those that have a leader; empty: all. Only chance looks at it: a key stays where it belongs.
  std::span<const std::int32_t> available{};
};

/// A rule of your own: a partition from 0 to partition_count - 1.
using PartitionerFunction = std::function<std::int32_t(const RecordToPlace& record)>;

/// Configuration of a producer.
struct Partitioner {
  PartitionerKind kind = PartitionerKind::murmur2_random;
  PartitionerFunction custom{};  ///< If there is one, it is asked instead.
};

/// "murmur2_random", …; also "default" for it. Throws ConfigError for another name.
PartitionerKind partitioner_named(std::string_view name);
std::string_view name(PartitionerKind kind);

/// Where records without key go at the moment. State of a producer; copyable.
class StickyPartitions {
 public:
  explicit StickyPartitions(Rng rng) : rng_(rng) {}

  /// The topic's partition; a new one by chance if there is none yet, or it has no leader.
  std::int32_t current(const RecordToPlace& record);

  /// So many bytes were added for the topic's partition. After `batch_size` of them since it was
  /// chosen, the next record goes to another one (KIP-794). Other partitions' bytes don't count.
  void added(const TopicPartition& partition, std::size_t bytes, std::size_t batch_size);

  /// By chance, without sticking.
  std::int32_t any(const RecordToPlace& record);

  bool operator==(const StickyPartitions&) const = default;

 private:
  struct Choice {
    std::int32_t partition = -1;
    std::size_t bytes = 0;
    bool is_full = false;
    bool operator==(const Choice&) const = default;
  };

  std::int32_t by_chance(const RecordToPlace& record, std::int32_t before);

  Rng rng_;
  std::map<std::string, Choice, std::less<>> choices_;
};

/// The partition. A failure (`refused`, UNKNOWN_TOPIC_OR_PARTITION) names the one that the caller
/// or the custom function gave and that is not there. REQUIRES: record.partition_count > 0.
Outcome<std::int32_t> partition_for(const Partitioner& partitioner, const RecordToPlace& record,
                                    StickyPartitions& sticky);

}  // namespace cohort::client
