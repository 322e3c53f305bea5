#include <cohort/broker/config.hpp>

#include <gtest/gtest.h>

namespace cohort::broker {
namespace {

Config with(std::string_view key, std::string_view value) {
  Config config;
  config.set(key, value);
  EXPECT_EQ(config.properties.size(), 1u);
  config.properties.clear();
  return config;
}

/// The error of a property that can't be set, and that nothing has changed.
std::pair<ConfigError::Reason, std::string> error_of(std::string_view key, std::string_view value) {
  Config config;
  try {
    config.set(key, value);
  } catch (const ConfigError& error) {
    EXPECT_EQ(config, Config{});
    return {error.reason(), error.what()};
  }
  return {};
}

template <class Change>
Config changed(Change change) {
  Config config;
  change(config);
  return config;
}

TEST(Config, KafkasNamesSetTheirFields) {
  using std::chrono::minutes;
  EXPECT_EQ(with("node.id", "7"), changed([](Config& c) { c.node_id = 7; }));
  EXPECT_EQ(with("broker.id", "7"), changed([](Config& c) { c.node_id = 7; }));
  EXPECT_EQ(with("broker.rack", " r1 "), changed([](Config& c) { c.rack = "r1"; }));
  EXPECT_EQ(with("num.partitions", "3"), changed([](Config& c) { c.log.num_partitions = 3; }));
  EXPECT_EQ(with("auto.create.topics.enable", "false"),
            changed([](Config& c) { c.log.auto_create_topics = false; }));
  EXPECT_EQ(with("default.replication.factor", "2"),
            changed([](Config& c) { c.log.default_replication_factor = 2; }));
  EXPECT_EQ(with("producer.id.expiration.ms", "60000"),
            changed([](Config& c) { c.log.producer_id_expiration = minutes(1); }));
  EXPECT_EQ(with("group.min.session.timeout.ms", "60000"),
            changed([](Config& c) { c.group.min_session_timeout = minutes(1); }));
  EXPECT_EQ(with("group.max.session.timeout.ms", "60000"),
            changed([](Config& c) { c.group.max_session_timeout = minutes(1); }));
  EXPECT_EQ(with("group.initial.rebalance.delay.ms", "0"),
            changed([](Config& c) { c.group.initial_rebalance_delay = Duration::zero(); }));
  EXPECT_EQ(with("group.max.size", "2"), changed([](Config& c) { c.group.max_size = 2; }));
  EXPECT_EQ(with("offset.metadata.max.bytes", "9"),
            changed([](Config& c) { c.group.offset_metadata_max_bytes = 9; }));
  EXPECT_EQ(with("offsets.retention.minutes", "5"),
            changed([](Config& c) { c.group.offsets_retention = minutes(5); }));
  EXPECT_EQ(with("offsets.retention.check.interval.ms", "60000"),
            changed([](Config& c) { c.group.offsets_retention_check_interval = minutes(1); }));
  EXPECT_EQ(with("socket.request.max.bytes", "1000"),
            changed([](Config& c) { c.socket_request_max_bytes = 1000; }));
  EXPECT_EQ(with("connections.max.idle.ms", "60000"),
            changed([](Config& c) { c.connections_max_idle = minutes(1); }));
}

TEST(Config, TimesBeyondWhatCanBeCountedAreForEver) {
  EXPECT_EQ(with("connections.max.idle.ms", "9223372036854775807").connections_max_idle,
            Duration::max());
  EXPECT_EQ(with("connections.max.idle.ms", "-1").connections_max_idle, Duration::max());
}

TEST(Config, PropertiesThatNothingActsOnAreKept) {
  Config config;
  config.set("zookeeper.connect", "host:2181");
  config.set("num.io.threads", "1");
  config.set("num.io.threads", "2");
  config.set("listener.name.internal.ssl.keystore.location", "/x");
  config.set("log.retention.hours", "1");
  EXPECT_EQ(config, changed([](Config& c) {
              c.properties = {{"zookeeper.connect", "host:2181"},
                              {"num.io.threads", "2"},
                              {"listener.name.internal.ssl.keystore.location", "/x"},
                              {"log.retention.hours", "1"}};
            }));
}

TEST(Config, ErrorsNameTheKeyTheValueAndWhatIsAllowed) {
  struct Case {
    std::string_view key;
    std::string_view value;
    ConfigError::Reason reason;
    std::string_view message;
  };
  constexpr auto bad = ConfigError::Reason::bad_value;
  const std::vector<Case> cases = {
      {"no.such.key", "1", ConfigError::Reason::unknown_key,
       "no.such.key: Kafka has no broker property of this name"},
      {"retention.ms", "1", ConfigError::Reason::unknown_key,
       "retention.ms: Kafka has no broker property of this name"},
      {"num.partitions", "0", bad, "num.partitions=0: must be a whole number from 1 to 2147483647"},
      {"num.partitions", "x1", bad,
       "num.partitions=x1: must be a whole number from 1 to 2147483647"},
      {"num.partitions", "", bad, "num.partitions=: must be a whole number from 1 to 2147483647"},
      {"auto.create.topics.enable", "yes", bad,
       "auto.create.topics.enable=yes: must be true or false"},
      {"compression.type", "none", bad,
       "Invalid value none for configuration compression.type: String must be one of: "
       "uncompressed, zstd, lz4, snappy, gzip, producer"},
      {"log.message.timestamp.before.max.ms", "-1", bad,
       "Invalid value -1 for configuration log.message.timestamp.before.max.ms: Value must be at "
       "least 0"},
      {"num.io.threads", "0", bad,
       "Invalid value 0 for configuration num.io.threads: Value must be at least 1"},
      {"offsets.topic.replication.factor", "40000", bad,
       "Invalid value 40000 for configuration offsets.topic.replication.factor: Not a number of "
       "type SHORT"},
      {"log.retention.hours", "soon", bad,
       "Invalid value soon for configuration log.retention.hours: Not a number of type INT"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(error_of(c.key, c.value), (std::pair{c.reason, std::string(c.message)}));
  }
}

TEST(Config, KafkasOwnNumbersDifferFromOurs) {
  EXPECT_EQ(Config::kafka_defaults(), changed([](Config& c) {
              c.has_kafka_defaults = true;
              c.group.min_session_timeout = std::chrono::seconds(6);
              c.group.initial_rebalance_delay = std::chrono::seconds(3);
            }));
}

}  // namespace
}  // namespace cohort::broker
