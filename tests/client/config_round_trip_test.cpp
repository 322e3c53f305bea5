// Every key sets a field of its own, and what is written of a configuration reads back as it was.
#include "client/config_support.hpp"

#include <gtest/gtest.h>

#include <set>

namespace cohort::client {
namespace {

using std::chrono::hours;
using std::chrono::seconds;

/// Each key with a value that is not its default. They go together.
const Properties other_client_values = {
    {"bootstrap.servers", "a:1,[::1]:2"},
    {"client.id", "orders"},
    {"client.rack", "eu-1a"},
    {"cohort.seed", "7"},
    {"connections.max.idle.ms", "-1"},
    {"default.api.timeout.ms", "11"},
    {"metadata.max.age.ms", "12"},
    {"receive.message.max.bytes", "200000000"},
    {"reconnect.backoff.max.ms", "13"},
    {"reconnect.backoff.ms", "14"},
    {"request.timeout.ms", "15"},
    {"retry.backoff.max.ms", "16"},
    {"retry.backoff.ms", "17"},
    {"socket.connection.setup.timeout.max.ms", "18"},
    {"socket.connection.setup.timeout.ms", "19"},
};

const Properties other_consumer_values = {
    {"allow.auto.create.topics", "false"},
    {"auto.commit.interval.ms", "21"},
    {"auto.offset.reset", "none"},
    {"check.crcs", "false"},
    {"enable.auto.commit", "false"},
    {"exclude.internal.topics", "false"},
    {"fetch.max.bytes", "22"},
    {"fetch.max.wait.ms", "23"},
    {"fetch.min.bytes", "24"},
    {"group.id", "billing"},
    {"group.instance.id", "one"},
    {"heartbeat.interval.ms", "25"},
    {"isolation.level", "read_committed"},
    {"max.partition.fetch.bytes", "26"},
    {"max.poll.interval.ms", "27"},
    {"max.poll.records", "28"},
    {"partition.assignment.strategy", "sticky,roundrobin"},
    {"session.timeout.ms", "29"},
};

const Properties other_producer_values = {
    {"acks", "1"},
    {"batch.size", "31"},
    {"buffer.memory", "32"},
    {"compression.type", "zstd"},
    {"delivery.timeout.ms", "1000"},
    {"enable.idempotence", "false"},
    {"linger.ms", "33"},
    {"max.block.ms", "34"},
    {"max.in.flight.requests.per.connection", "35"},
    {"max.request.size", "36"},
    {"partitioner", "consistent"},
    {"retries", "37"},
    {"transaction.timeout.ms", "38"},
};

Properties with_other_client_values(Properties own) {
  own.insert(other_client_values.begin(), other_client_values.end());
  return own;
}

void expect_round_trip(Role role, const Properties& properties) {
  EXPECT_EQ(settings_from(role, properties), properties);
}

TEST(ConfigRoundTrip, OfEveryKey) {
  expect_round_trip(Role::any, other_client_values);
  expect_round_trip(Role::consumer, with_other_client_values(other_consumer_values));
  expect_round_trip(Role::producer, with_other_client_values(other_producer_values));
  expect_round_trip(Role::admin, with_other_client_values({{"retries", "41"}}));

  Properties transactional = with_other_client_values({{"transactional.id", "t"}});
  EXPECT_EQ(settings_from(Role::producer, transactional).at("transactional.id"), "t");
}

TEST(ConfigRoundTrip, LeavesNoKeyOut) {
  Properties all = with_other_client_values(other_consumer_values);
  all.insert(other_producer_values.begin(), other_producer_values.end());
  all.emplace("transactional.id", "t");
  for (const Role role : {Role::any, Role::consumer, Role::producer, Role::admin}) {
    for (const SettingDescription& each : describe_settings(role)) {
      EXPECT_TRUE(all.contains(each.key)) << each.key;
      EXPECT_NE(all[each.key], each.default_value) << each.key;
    }
  }
}

TEST(ConfigRoundTrip, OfEveryAlias) {
  std::set<std::string> aliases;
  Properties all = with_other_client_values(other_consumer_values);
  all.insert(other_producer_values.begin(), other_producer_values.end());
  for (const Role role : {Role::any, Role::consumer, Role::producer, Role::admin}) {
    for (const SettingDescription& each : describe_settings(role)) {
      if (each.alias.empty() || !aliases.insert(each.alias).second) continue;
      Properties properties =
          role == Role::consumer   ? with_other_client_values(other_consumer_values)
          : role == Role::producer ? with_other_client_values(other_producer_values)
                                   : other_client_values;
      const Properties before = properties;
      properties.erase(each.key);
      properties.emplace(each.alias, all[each.key]);
      EXPECT_EQ(settings_from(role, properties), before) << each.alias;
    }
  }
  EXPECT_EQ(aliases.size(), 14U);
}

TEST(ConfigRoundTrip, OfStructs) {
  const ClientConfig client{.bootstrap_servers = {{"::1", 1}, {"b", 2}},
                            .request_timeout = seconds(7),
                            .connections_max_idle = Duration::max(),
                            .seed = 99};
  const ConsumerConfig consumer{.client = client,
                                .group_id = "g",
                                .session_timeout = hours(1),
                                .partition_assignment_strategy = {"sticky"}};
  const ProducerConfig producer{
      .client = client, .linger = milliseconds(3), .transactional_id = "t"};

  EXPECT_EQ(client_config(to_properties(client)), client);
  EXPECT_EQ(consumer_config(to_properties(consumer)), consumer);
  EXPECT_EQ(producer_config(to_properties(producer)), producer);
  EXPECT_EQ(admin_config(to_properties(AdminConfig{.client = client})),
            (AdminConfig{.client = client}));
}

TEST(ConfigRoundTrip, OfAConsumerWithoutAGroup) {
  const ConsumerConfig consumer{.client = {.bootstrap_servers = {{"a", 1}}}};
  EXPECT_EQ(consumer_config(to_properties(consumer)), consumer);
  EXPECT_FALSE(to_properties(consumer).contains("group.id"));
  EXPECT_FALSE(to_properties(consumer).contains("enable.auto.commit")) << "it can't be asked for";
}

}  // namespace
}  // namespace cohort::client
