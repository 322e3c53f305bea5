// Which values each key takes, and to what they come. The ranges and the values that are allowed
// are those of ConfigDef in Kafka 3.9's ConsumerConfig, ProducerConfig and AdminClientConfig.
#include "client/config_support.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace cohort::client {
namespace {

constexpr std::string_view most_milliseconds = "9223372036854";  // More a Duration can't hold.

struct ValueReading {
  Role role;
  std::string_view key;
  std::string_view value;
  std::string_view means;  ///< As it is written; empty: it is refused.
};

void expect_readings(const std::vector<ValueReading>& readings) {
  for (const ValueReading& each : readings) {
    SCOPED_TRACE(std::string(each.key) + "=" + std::string(each.value));
    // Other keys than the one in question, so that any value of it may be had.
    Properties properties{{std::string(each.key), std::string(each.value)}};
    if (each.role == Role::consumer) properties.emplace("group.id", "g");
    if (each.role == Role::consumer) properties.emplace("heartbeat.interval.ms", "1");
    if (each.role == Role::producer) properties.emplace("request.timeout.ms", "0");
    const std::string answer = config_refusal(each.role, properties);
    if (each.means.empty()) {
      EXPECT_TRUE(answer.starts_with(std::string(each.key) + "=")) << answer;
      continue;
    }
    ASSERT_EQ(answer, "taken");
    EXPECT_EQ(settings_from(each.role, with_local_servers(properties)).at(std::string(each.key)),
              each.means);
  }
}

TEST(ConfigValues, OfTimesInThirtyTwoBits) {
  for (const auto& [role, key] : std::initializer_list<std::pair<Role, std::string_view>>{
           {Role::any, "request.timeout.ms"},
           {Role::any, "default.api.timeout.ms"},
           {Role::consumer, "auto.commit.interval.ms"},
           {Role::consumer, "fetch.max.wait.ms"},
           {Role::producer, "delivery.timeout.ms"}}) {
    expect_readings({{role, key, "0", "0"},
                     {role, key, "2147483647", "2147483647"},
                     {role, key, "2147483648", ""},
                     {role, key, "-1", ""}});
  }
  for (const auto& [role, key] : std::initializer_list<std::pair<Role, std::string_view>>{
           {Role::consumer, "max.poll.interval.ms"}, {Role::producer, "transaction.timeout.ms"}}) {
    expect_readings(
        {{role, key, "1", "1"}, {role, key, "2147483647", "2147483647"}, {role, key, "0", ""}});
  }
  expect_readings({{Role::consumer, "session.timeout.ms", "2", "2"},
                   {Role::consumer, "session.timeout.ms", "0", ""}});
}

TEST(ConfigValues, OfTimesInSixtyFourBits) {
  for (const auto& [role, key] : std::initializer_list<std::pair<Role, std::string_view>>{
           {Role::any, "reconnect.backoff.ms"},
           {Role::any, "reconnect.backoff.max.ms"},
           {Role::any, "retry.backoff.ms"},
           {Role::any, "retry.backoff.max.ms"},
           {Role::any, "metadata.max.age.ms"},
           {Role::any, "connections.max.idle.ms"},
           {Role::any, "socket.connection.setup.timeout.ms"},
           {Role::any, "socket.connection.setup.timeout.max.ms"},
           {Role::producer, "max.block.ms"}}) {
    const std::string_view most = key == "connections.max.idle.ms" ? "-1" : most_milliseconds;
    expect_readings({{role, key, "0", "0"},
                     {role, key, "2147483648", "2147483648"},
                     {role, key, "9223372036854775807", most},
                     {role, key, "9223372036854775808", ""},
                     {role, key, "-2", ""}});
  }
}

TEST(ConfigValues, OfSizesAndCounts) {
  for (const auto& [role, key] : std::initializer_list<std::pair<Role, std::string_view>>{
           {Role::consumer, "fetch.min.bytes"},
           {Role::consumer, "fetch.max.bytes"},
           {Role::consumer, "max.partition.fetch.bytes"},
           {Role::producer, "batch.size"},
           {Role::producer, "max.request.size"},
           {Role::producer, "retries"},
           {Role::admin, "retries"}}) {
    expect_readings({{role, key, "0", "0"},
                     {role, key, "2147483647", "2147483647"},
                     {role, key, "2147483648", ""},
                     {role, key, "-1", ""}});
  }
  expect_readings({{Role::consumer, "max.poll.records", "1", "1"},
                   {Role::consumer, "max.poll.records", "0", ""},
                   {Role::producer, "max.in.flight.requests.per.connection", "1", "1"},
                   {Role::producer, "max.in.flight.requests.per.connection", "0", ""},
                   {Role::producer, "buffer.memory", "9223372036854775807", "9223372036854775807"},
                   {Role::producer, "buffer.memory", "-1", ""},
                   {Role::any, "receive.message.max.bytes", "1000", "1000"},
                   {Role::any, "receive.message.max.bytes", "999", ""},
                   {Role::any, "cohort.seed", "18446744073709551615", "18446744073709551615"},
                   {Role::any, "cohort.seed", "random", ""}});
}

TEST(ConfigValues, OfNumbersAreSpelledAsJavaReadsThem) {
  const std::string_view key = "fetch.min.bytes";
  expect_readings({{Role::consumer, key, " 5\t", "5"},
                   {Role::consumer, key, "+5", "5"},
                   {Role::consumer, key, "007", "7"},
                   {Role::consumer, key, "", ""},
                   {Role::consumer, key, "+-5", ""},
                   {Role::consumer, key, "5.0", ""},
                   {Role::consumer, key, "5e3", ""},
                   {Role::consumer, key, "0x5", ""},
                   {Role::consumer, key, "5 000", ""},
                   {Role::consumer, key, "5k", ""}});
}

TEST(ConfigValues, OfTruthsHaveAnyCase) {
  for (const std::string_view key : {"enable.auto.commit", "check.crcs", "allow.auto.create.topics",
                                     "exclude.internal.topics"}) {
    expect_readings({{Role::consumer, key, "true", "true"},
                     {Role::consumer, key, " FALSE ", "false"},
                     {Role::consumer, key, "fAlSe", "false"},
                     {Role::consumer, key, "yes", ""},
                     {Role::consumer, key, "1", ""},
                     {Role::consumer, key, "", ""}});
  }
  expect_readings({{Role::producer, "enable.idempotence", "False", "false"},
                   {Role::producer, "enable.idempotence", "on", ""}});
}

TEST(ConfigValues, OfConsumersChoices) {
  expect_readings({{Role::consumer, "auto.offset.reset", "earliest", "earliest"},
                   {Role::consumer, "auto.offset.reset", "latest", "latest"},
                   {Role::consumer, "auto.offset.reset", " none ", "none"},
                   {Role::consumer, "auto.offset.reset", "smallest", "earliest"},
                   {Role::consumer, "auto.offset.reset", "beginning", "earliest"},
                   {Role::consumer, "auto.offset.reset", "largest", "latest"},
                   {Role::consumer, "auto.offset.reset", "end", "latest"},
                   {Role::consumer, "auto.offset.reset", "error", "none"},
                   {Role::consumer, "auto.offset.reset", "Earliest", ""},
                   {Role::consumer, "auto.offset.reset", "", ""},
                   {Role::consumer, "isolation.level", "read_committed", "read_committed"},
                   {Role::consumer, "isolation.level", "read_uncommitted", "read_uncommitted"},
                   {Role::consumer, "isolation.level", "read-committed", ""}});
}

TEST(ConfigValues, OfProducersChoices) {
  expect_readings({{Role::producer, "acks", "all", "all"},
                   {Role::producer, "acks", "-1", "all"},
                   {Role::producer, "acks", "0", "0"},
                   {Role::producer, "acks", "1", "1"},
                   {Role::producer, "acks", "2", ""},
                   {Role::producer, "acks", "ALL", ""}});
  for (const std::string_view codec : {"none", "gzip", "snappy", "lz4", "zstd"}) {
    expect_readings({{Role::producer, "compression.type", codec, codec}});
  }
  expect_readings({{Role::producer, "compression.type", "brotli", ""},
                   {Role::producer, "compression.type", "GZIP", ""},
                   {Role::producer, "compression.type", "uncompressed", ""}});
}

TEST(ConfigValues, OfPartitionersAreLibrdkafkasAndKafkasOwn) {
  for (const std::string_view each :
       {"murmur2_random", "murmur2", "consistent_random", "consistent", "random"}) {
    expect_readings({{Role::producer, "partitioner", each, each}});
  }
  expect_readings(
      {{Role::producer, "partitioner",
        "org.apache.kafka.clients.producer.internals.DefaultPartitioner", "murmur2_random"},
       {Role::producer, "partitioner", "default", "murmur2_random"},
       {Role::producer, "partitioner", "fnv1a", ""},
       {Role::producer, "partitioner", "org.apache.kafka.clients.producer.RoundRobinPartitioner",
        ""}});
}

TEST(ConfigValues, OfStrategiesAreNamesAndClasses) {
  constexpr std::string_view key = "partition.assignment.strategy";
  expect_readings(
      {{Role::consumer, key, "range", "range"},
       {Role::consumer, key, " sticky , roundrobin ", "sticky,roundrobin"},
       {Role::consumer, key,
        "org.apache.kafka.clients.consumer.RangeAssignor,"
        "org.apache.kafka.clients.consumer.RoundRobinAssignor",
        "range,roundrobin"},
       {Role::consumer, key,
        "org.apache.kafka.clients.consumer.StickyAssignor,"
        "org.apache.kafka.clients.consumer.CooperativeStickyAssignor",
        "sticky,cooperative-sticky"},
       {Role::consumer, key, "", ""},
       {Role::consumer, key, "range,", ""},
       {Role::consumer, key, "Range", ""},
       {Role::consumer, key, "mine", ""},
       {Role::consumer, key, "range,org.apache.kafka.clients.consumer.RangeAssignor", ""}});
}

TEST(ConfigValues, OfTexts) {
  expect_readings({{Role::any, "client.id", " a b ", "a b"},
                   {Role::any, "client.rack", "eu-1a", "eu-1a"},
                   {Role::consumer, "group.instance.id", "a.B_9-", "a.B_9-"},
                   {Role::consumer, "group.instance.id", "", ""},
                   {Role::consumer, "group.instance.id", ".", ""},
                   {Role::consumer, "group.instance.id", "..", ""},
                   {Role::consumer, "group.instance.id", "a b", ""},
                   {Role::producer, "transactional.id", "any one", "any one"},
                   {Role::producer, "transactional.id", " ", ""}});
  const std::string longest(249, 'x');
  expect_readings({{Role::consumer, "group.instance.id", longest, longest},
                   {Role::consumer, "group.instance.id", longest + "x", ""}});
  EXPECT_EQ(config_refusal(Role::consumer, {{"group.id", " "}}),
            "group.id=: must be any text that is not empty, of 32767 bytes at most");
  EXPECT_EQ(client_config(with_local_servers({{"client.id", ""}})).client_id, "");
}

}  // namespace
}  // namespace cohort::client
