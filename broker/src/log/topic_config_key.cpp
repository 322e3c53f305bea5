#include "topic_config_key.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace cohort::broker {
namespace {

constexpr std::string_view compressions = "uncompressed, zstd, lz4, snappy, gzip, producer";

namespace topic_rows {

using enum ConfigType;
using enum ConfigRule;

constexpr auto keys = std::to_array<TopicConfigKey>({
    {{"segment.bytes", int32, "1073741824", at_least, 14},
     "log.segment.bytes",
     "Size at which a segment of the log is closed and the next one begun."},
    {{"segment.ms", int64, "604800000", at_least, 1},
     "log.roll.ms log.roll.hours*3600000",
     "Age at which a segment is closed though it is not full."},
    {{"segment.jitter.ms", int64, "0", at_least, 0},
     "log.roll.jitter.ms log.roll.jitter.hours*3600000",
     "Most time by which the closing of segments is spread."},
    {{"segment.index.bytes", int32, "10485760", at_least, 4},
     "log.index.size.max.bytes",
     "Size of the index of offsets. Kept; there are no index files."},
    {{"flush.messages", int64, "9223372036854775807", at_least, 1},
     "log.flush.interval.messages",
     "Records after which a log is forced to disk. Kept; there is no disk."},
    {{"flush.ms", int64, "9223372036854775807", at_least, 0},
     "log.flush.interval.ms log.flush.scheduler.interval.ms",
     "Time after which a log is forced to disk. Kept; there is no disk."},
    {{"retention.bytes", int64, "-1"},
     "log.retention.bytes",
     "Bytes that a partition keeps before its oldest segments go; -1 for no limit."},
    {{"retention.ms", int64, "604800000", at_least, -1},
     "log.retention.ms log.retention.minutes*60000 log.retention.hours*3600000",
     "Time that records are kept; -1 for ever."},
    {{"max.message.bytes", int32, "1048588", at_least, 0},
     "message.max.bytes",
     "Largest record batch that is taken, in bytes as stored."},
    {{"index.interval.bytes", int32, "4096", at_least, 0},
     "log.index.interval.bytes",
     "Bytes between two entries of the index. Kept; there are no index files."},
    {{"delete.retention.ms", int64, "86400000", at_least, 0},
     "log.cleaner.delete.retention.ms",
     "Time that compaction leaves tombstones for readers to see."},
    {{"min.compaction.lag.ms", int64, "0", at_least, 0},
     "log.cleaner.min.compaction.lag.ms",
     "Time that a record stays as it was written before compaction."},
    {{"max.compaction.lag.ms", int64, "9223372036854775807", at_least, 1},
     "log.cleaner.max.compaction.lag.ms",
     "Time after which a record is compacted whatever the dirty ratio."},
    {{"file.delete.delay.ms", int64, "60000", at_least, 0},
     "log.segment.delete.delay.ms",
     "Time before a deleted file leaves the disk. Kept; there are no files."},
    {{"min.cleanable.dirty.ratio", floating, "0.5", between, 0, 1},
     "log.cleaner.min.cleanable.ratio",
     "Share of uncompacted bytes from which on a log is compacted."},
    {{"cleanup.policy", list, "delete", one_of, 0, 0, "compact, delete"},
     "log.cleanup.policy",
     "What becomes of old records: delete, compact, or both."},
    {{"unclean.leader.election.enable", boolean, "false"},
     "unclean.leader.election.enable",
     "May a replica that is behind become leader and lose records?"},
    {{"min.insync.replicas", int32, "1", at_least, 1},
     "min.insync.replicas",
     "Replicas in sync that a produce with acks=all asks for."},
    {{"compression.type", string, "producer", one_of, 0, 0, compressions},
     "compression.type",
     "Codec of the stored batches; producer keeps each producer's own."},
    {{"compression.gzip.level", int32, "-1", between_or, 1, 9},
     "compression.gzip.level",
     "Level of gzip, 1 to 9; -1 for the default of the library."},
    {{"compression.lz4.level", int32, "9", between, 1, 17},
     "compression.lz4.level",
     "Level of lz4, 1 to 17."},
    {{"compression.zstd.level", int32, "3", between, -131072, 22},
     "compression.zstd.level",
     "Level of zstd, up to 22."},
    {{"preallocate", boolean, "false"},
     "log.preallocate",
     "Is the file of a new segment made in full size? Kept; there are no files."},
    {{"message.format.version", string, "3.0-IV1", format_version},
     "log.message.format.version",
     "Obsolete: the release whose record format is stored."},
    {{"message.timestamp.type", string, "CreateTime", one_of, 0, 0, "CreateTime, LogAppendTime"},
     "log.message.timestamp.type",
     "Whose time a record has: CreateTime the producer's, LogAppendTime ours."},
    {{"message.timestamp.difference.max.ms", int64, "9223372036854775807", at_least, 0},
     "log.message.timestamp.difference.max.ms",
     "Older form of the two limits on timestamps, for both at once."},
    {{"message.timestamp.before.max.ms", int64, "9223372036854775807", at_least, 0},
     "log.message.timestamp.before.max.ms",
     "How far a record's timestamp may lie in the past."},
    {{"message.timestamp.after.max.ms", int64, "9223372036854775807", at_least, 0},
     "log.message.timestamp.after.max.ms",
     "How far a record's timestamp may lie in the future."},
    {{"leader.replication.throttled.replicas", list, "", replica_list},
     "",
     "Replicas whose leader sends with a limited rate. Kept; nothing is throttled."},
    {{"follower.replication.throttled.replicas", list, "", replica_list},
     "",
     "Replicas that fetch with a limited rate. Kept; nothing is throttled."},
    {{"message.downconversion.enable", boolean, "true"},
     "log.message.downconversion.enable",
     "May old consumers have batches converted to their format?"},
    {{"remote.storage.enable", boolean, "false"}, "", "Tiered storage, which the broker has not."},
    {{"local.retention.ms", int64, "-2", at_least, -2},
     "log.local.retention.ms",
     "Time that tiered records stay local too; -2 as retention.ms."},
    {{"local.retention.bytes", int64, "-2", at_least, -2},
     "log.local.retention.bytes",
     "Bytes that a tiered log keeps local; -2 as retention.bytes."},
    {{"remote.log.copy.disable", boolean, "false"},
     "",
     "Ends the copying to tiered storage, which the broker has not."},
    {{"remote.log.delete.on.disable", boolean, "false"},
     "",
     "Deletes what is tiered when tiering ends; the broker has none."},
});

}  // namespace topic_rows

using topic_rows::keys;

}  // namespace

std::span<const TopicConfigKey> topic_config_keys() { return keys; }

const TopicConfigKey* find_topic_config_key(std::string_view name) {
  const auto found = std::ranges::find(keys, name, &TopicConfigKey::name);
  return found == keys.end() ? nullptr : &*found;
}

std::vector<DefaultSource> default_sources(const TopicConfigKey& key) {
  std::vector<DefaultSource> sources;
  for (const std::string_view word : split(key.broker_keys, ' ')) {
    const std::size_t star = word.find('*');
    DefaultSource source{.broker_key = word.substr(0, star)};
    if (star != std::string_view::npos) {
      std::from_chars(word.data() + star + 1, word.data() + word.size(), source.factor);
    }
    sources.push_back(source);
  }
  return sources;
}

}  // namespace cohort::broker
