// What is so when nothing is set. Source of the tables: the documentation of Kafka 3.9's consumer,
// producer and admin configs; client.id, receive.message.max.bytes and cohort.seed are ours.
#include <cohort/client/config.hpp>

#include <gtest/gtest.h>

namespace cohort::client {
namespace {

using DefaultValues = std::map<std::string, std::string>;

DefaultValues default_values(Role role) {
  DefaultValues values;
  for (const SettingDescription& each : describe_settings(role)) {
    EXPECT_TRUE(values.emplace(each.key, each.default_value).second) << each.key;
  }
  return values;
}

const DefaultValues client_defaults = {
    {"bootstrap.servers", ""},
    {"client.id", "cohort"},
    {"client.rack", ""},
    {"cohort.seed", "1"},
    {"connections.max.idle.ms", "540000"},
    {"default.api.timeout.ms", "60000"},
    {"metadata.max.age.ms", "300000"},
    {"receive.message.max.bytes", "104857600"},
    {"reconnect.backoff.max.ms", "1000"},
    {"reconnect.backoff.ms", "50"},
    {"request.timeout.ms", "30000"},
    {"retry.backoff.max.ms", "1000"},
    {"retry.backoff.ms", "100"},
    {"socket.connection.setup.timeout.max.ms", "30000"},
    {"socket.connection.setup.timeout.ms", "10000"},
};

const DefaultValues consumer_defaults = {
    {"allow.auto.create.topics", "true"},
    {"auto.commit.interval.ms", "5000"},
    {"auto.offset.reset", "latest"},
    {"check.crcs", "true"},
    {"enable.auto.commit", "true"},
    {"exclude.internal.topics", "true"},
    {"fetch.max.bytes", "52428800"},
    {"fetch.max.wait.ms", "500"},
    {"fetch.min.bytes", "1"},
    {"group.id", ""},
    {"group.instance.id", ""},
    {"heartbeat.interval.ms", "3000"},
    {"isolation.level", "read_uncommitted"},
    {"max.partition.fetch.bytes", "1048576"},
    {"max.poll.interval.ms", "300000"},
    {"max.poll.records", "500"},
    {"partition.assignment.strategy", "range,cooperative-sticky"},
    {"session.timeout.ms", "45000"},
};

const DefaultValues producer_defaults = {
    {"acks", "all"},
    {"batch.size", "16384"},
    {"buffer.memory", "33554432"},
    {"compression.type", "none"},
    {"delivery.timeout.ms", "120000"},
    {"enable.idempotence", "true"},
    {"linger.ms", "0"},
    {"max.block.ms", "60000"},
    {"max.in.flight.requests.per.connection", "5"},
    {"max.request.size", "1048576"},
    {"partitioner", "murmur2_random"},
    {"retries", "2147483647"},
    {"transaction.timeout.ms", "60000"},
    {"transactional.id", ""},
};

DefaultValues with_client_defaults(DefaultValues own) {
  own.insert(client_defaults.begin(), client_defaults.end());
  return own;
}

TEST(ConfigDefaults, AreKafkas) {
  EXPECT_EQ(default_values(Role::any), client_defaults);
  EXPECT_EQ(default_values(Role::consumer), with_client_defaults(consumer_defaults));
  EXPECT_EQ(default_values(Role::producer), with_client_defaults(producer_defaults));
  EXPECT_EQ(
      default_values(Role::admin),
      with_client_defaults({{"retries", "2147483647"}, {"connections.max.idle.ms", "300000"}}));
}

TEST(ConfigDefaults, AreWhatPropertiesGiveThatSetNothing) {
  const std::vector<Endpoint> servers{{"localhost", 9092}};
  const Properties only_servers{{"bootstrap.servers", "localhost:9092"}};
  AdminConfig admin;
  admin.client.bootstrap_servers = servers;

  EXPECT_EQ(client_config(only_servers), (ClientConfig{.bootstrap_servers = servers}));
  EXPECT_EQ(consumer_config(only_servers),
            (ConsumerConfig{.client = {.bootstrap_servers = servers}}));
  EXPECT_EQ(producer_config(only_servers),
            (ProducerConfig{.client = {.bootstrap_servers = servers}}));
  EXPECT_EQ(admin_config(only_servers), admin);
}

TEST(ConfigDefaults, ArePossible) {
  const ClientConfig client{.bootstrap_servers = {{"localhost", 9092}}};

  EXPECT_NO_THROW(check(client));
  EXPECT_NO_THROW(check(ConsumerConfig{.client = client}));
  EXPECT_NO_THROW(check(ProducerConfig{.client = client}));
  EXPECT_NO_THROW(check(AdminConfig{.client = client}));
}

TEST(ConfigDefaults, StandInATable) {
  const std::string table = settings_table(Role::producer);

  EXPECT_TRUE(table.starts_with("| key | default | allowed | meaning |\n|---|---|---|---|\n"));
  EXPECT_NE(table.find("| `linger.ms`, `queue.buffering.max.ms` | `0` | a whole number of "
                       "milliseconds from 0 to 9223372036854775807 | How long a batch waits for "
                       "more records. |\n"),
            std::string::npos);
  EXPECT_NE(
      table.find("| `transactional.id` |  | any text that is not empty, of 32767 bytes at most |"),
      std::string::npos);
}

}  // namespace
}  // namespace cohort::client
