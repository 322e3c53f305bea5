#include "topic_config_key.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace cohort::broker {
namespace {

constexpr std::string_view compressions = "uncompressed, zstd, lz4, snappy, gzip, producer";

constexpr auto keys = std::to_array<TopicConfigKey>({
    {"segment.bytes", ConfigType::int32, "1073741824", ConfigRule::at_least, 14, 0, "",
     "log.segment.bytes"},
    {"segment.ms", ConfigType::int64, "604800000", ConfigRule::at_least, 1, 0, "",
     "log.roll.ms log.roll.hours*3600000"},
    {"segment.jitter.ms", ConfigType::int64, "0", ConfigRule::at_least, 0, 0, "",
     "log.roll.jitter.ms log.roll.jitter.hours*3600000"},
    {"segment.index.bytes", ConfigType::int32, "10485760", ConfigRule::at_least, 4, 0, "",
     "log.index.size.max.bytes"},
    {"flush.messages", ConfigType::int64, "9223372036854775807", ConfigRule::at_least, 1, 0, "",
     "log.flush.interval.messages"},
    {"flush.ms", ConfigType::int64, "9223372036854775807", ConfigRule::at_least, 0, 0, "",
     "log.flush.interval.ms log.flush.scheduler.interval.ms"},
    {"retention.bytes", ConfigType::int64, "-1", ConfigRule::any, 0, 0, "", "log.retention.bytes"},
    {"retention.ms", ConfigType::int64, "604800000", ConfigRule::at_least, -1, 0, "",
     "log.retention.ms log.retention.minutes*60000 log.retention.hours*3600000"},
    {"max.message.bytes", ConfigType::int32, "1048588", ConfigRule::at_least, 0, 0, "",
     "message.max.bytes"},
    {"index.interval.bytes", ConfigType::int32, "4096", ConfigRule::at_least, 0, 0, "",
     "log.index.interval.bytes"},
    {"delete.retention.ms", ConfigType::int64, "86400000", ConfigRule::at_least, 0, 0, "",
     "log.cleaner.delete.retention.ms"},
    {"min.compaction.lag.ms", ConfigType::int64, "0", ConfigRule::at_least, 0, 0, "",
     "log.cleaner.min.compaction.lag.ms"},
    {"max.compaction.lag.ms", ConfigType::int64, "9223372036854775807", ConfigRule::at_least, 1, 0,
     "", "log.cleaner.max.compaction.lag.ms"},
    {"file.delete.delay.ms", ConfigType::int64, "60000", ConfigRule::at_least, 0, 0, "",
     "log.segment.delete.delay.ms"},
    {"min.cleanable.dirty.ratio", ConfigType::floating, "0.5", ConfigRule::between, 0, 1, "",
     "log.cleaner.min.cleanable.ratio"},
    {"cleanup.policy", ConfigType::list, "delete", ConfigRule::one_of, 0, 0, "compact, delete",
     "log.cleanup.policy"},
    {"unclean.leader.election.enable", ConfigType::boolean, "false", ConfigRule::any, 0, 0, "",
     "unclean.leader.election.enable"},
    {"min.insync.replicas", ConfigType::int32, "1", ConfigRule::at_least, 1, 0, "",
     "min.insync.replicas"},
    {"compression.type", ConfigType::string, "producer", ConfigRule::one_of, 0, 0, compressions,
     "compression.type"},
    {"compression.gzip.level", ConfigType::int32, "-1", ConfigRule::between_or, 1, 9, "",
     "compression.gzip.level"},
    {"compression.lz4.level", ConfigType::int32, "9", ConfigRule::between, 1, 17, "",
     "compression.lz4.level"},
    {"compression.zstd.level", ConfigType::int32, "3", ConfigRule::between, -131072, 22, "",
     "compression.zstd.level"},
    {"preallocate", ConfigType::boolean, "false", ConfigRule::any, 0, 0, "", "log.preallocate"},
    {"message.format.version", ConfigType::string, "3.0-IV1", ConfigRule::format_version, 0, 0, "",
     "log.message.format.version"},
    {"message.timestamp.type", ConfigType::string, "CreateTime", ConfigRule::one_of, 0, 0,
     "CreateTime, LogAppendTime", "log.message.timestamp.type"},
    {"message.timestamp.difference.max.ms", ConfigType::int64, "9223372036854775807",
     ConfigRule::at_least, 0, 0, "", "log.message.timestamp.difference.max.ms"},
    {"message.timestamp.before.max.ms", ConfigType::int64, "9223372036854775807",
     ConfigRule::at_least, 0, 0, "", "log.message.timestamp.before.max.ms"},
    {"message.timestamp.after.max.ms", ConfigType::int64, "9223372036854775807",
     ConfigRule::at_least, 0, 0, "", "log.message.timestamp.after.max.ms"},
    {"leader.replication.throttled.replicas", ConfigType::list, "", ConfigRule::replica_list, 0, 0,
     "", ""},
    {"follower.replication.throttled.replicas", ConfigType::list, "", ConfigRule::replica_list, 0,
     0, "", ""},
    {"message.downconversion.enable", ConfigType::boolean, "true", ConfigRule::any, 0, 0, "",
     "log.message.downconversion.enable"},
    {"remote.storage.enable", ConfigType::boolean, "false", ConfigRule::any, 0, 0, "", ""},
    {"local.retention.ms", ConfigType::int64, "-2", ConfigRule::at_least, -2, 0, "",
     "log.local.retention.ms"},
    {"local.retention.bytes", ConfigType::int64, "-2", ConfigRule::at_least, -2, 0, "",
     "log.local.retention.bytes"},
    {"remote.log.copy.disable", ConfigType::boolean, "false", ConfigRule::any, 0, 0, "", ""},
    {"remote.log.delete.on.disable", ConfigType::boolean, "false", ConfigRule::any, 0, 0, "", ""},
});

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
