// What is said of settings that can't be.
#include "client/config_support.hpp"

#include <gtest/gtest.h>

namespace cohort::client {
namespace {

TEST(ConfigErrors, NameTheKeyTheValueAndWhatIsAllowed) {
  EXPECT_EQ(config_refusal(Role::consumer, {{"session.timeout.ms", "45s"}}),
            "session.timeout.ms=45s: must be a whole number of milliseconds from 1 to 2147483647");
  EXPECT_EQ(config_refusal(Role::consumer, {{"max.poll.records", "0"}}),
            "max.poll.records=0: must be a whole number from 1 to 2147483647");
  EXPECT_EQ(config_refusal(Role::consumer, {{"check.crcs", "maybe"}}),
            "check.crcs=maybe: must be true or false");
  EXPECT_EQ(config_refusal(Role::consumer, {{"auto.offset.reset", "middle"}}),
            "auto.offset.reset=middle: must be earliest, latest or none");
  EXPECT_EQ(config_refusal(Role::consumer, {{"partition.assignment.strategy", "range,mine"}}),
            "partition.assignment.strategy=mine: must be a list of range, roundrobin, sticky or "
            "cooperative-sticky, none of them twice");
  EXPECT_EQ(config_refusal(Role::consumer, {{"group.instance.id", "a b"}}),
            "group.instance.id=a b: must be 1 to 249 letters, digits, '.', '_' or '-', and neither "
            "\".\" nor \"..\"");
  EXPECT_EQ(config_refusal(Role::producer, {{"acks", "2"}}), "acks=2: must be all, 0 or 1");
  EXPECT_EQ(config_refusal(Role::any, {{"connections.max.idle.ms", "-2"}}),
            "connections.max.idle.ms=-2: must be a whole number of milliseconds from 0 to "
            "9223372036854775807, or -1 for no limit");
}

TEST(ConfigErrors, NameTheKeyAsItWasWritten) {
  EXPECT_EQ(config_refusal(Role::producer, {{"queue.buffering.max.ms", "soon"}}),
            "queue.buffering.max.ms=soon: must be a whole number of milliseconds from 0 to "
            "9223372036854775807");
}

TEST(ConfigErrors, SaySoOfTwoKeysForOneSetting) {
  EXPECT_EQ(config_refusal(Role::producer, {{"linger.ms", "1"}, {"queue.buffering.max.ms", "1"}}),
            "queue.buffering.max.ms=1: sets the same as linger.ms, which is set too");
}

TEST(ConfigErrors, SayWhatAnUnknownKeyMayHaveMeant) {
  EXPECT_EQ(config_refusal(Role::consumer, {{"sesion.timeout.ms", "1"}}),
            "sesion.timeout.ms: there is no such setting of a consumer. Did you mean "
            "session.timeout.ms?");
  EXPECT_EQ(config_refusal(Role::producer, {{"MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION", "1"}}),
            "MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION: there is no such setting of a producer. Did "
            "you mean max.in.flight.requests.per.connection?");
  EXPECT_EQ(config_refusal(Role::any, {{"clientid", "a"}}),
            "clientid: there is no such setting of every client. Did you mean client.id?");
  EXPECT_EQ(config_refusal(Role::admin, {{"cats.and.dogs", "1"}}),
            "cats.and.dogs: there is no such setting of an admin client.");
  EXPECT_EQ(config_refusal(Role::admin, {{"", ""}}),
            ": there is no such setting of an admin client.");
}

TEST(ConfigErrors, SayWhoseAKeyIs) {
  EXPECT_EQ(config_refusal(Role::consumer, {{"linger.ms", "5"}}),
            "linger.ms=5: is a setting of a producer, not of a consumer");
  EXPECT_EQ(config_refusal(Role::producer, {{"group.id", "g"}}),
            "group.id=g: is a setting of a consumer, not of a producer");
  EXPECT_EQ(config_refusal(Role::admin, {{"fetch.wait.max.ms", "5"}}),
            "fetch.wait.max.ms=5: is a setting of a consumer, not of an admin client");
  EXPECT_EQ(config_refusal(Role::any, {{"acks", "1"}}),
            "acks=1: is a setting of a producer, not of every client");
}

TEST(ConfigErrors, SayWhatIsNotSupported) {
  EXPECT_EQ(config_refusal(Role::consumer, {{"security.protocol", "SASL_SSL"}}),
            "security.protocol=SASL_SSL: is not supported: connections are neither encrypted nor "
            "authenticated");
  EXPECT_EQ(config_refusal(Role::consumer, {{"key.deserializer", "StringDeserializer"}}),
            "key.deserializer=StringDeserializer: is not supported: pass a callable to the "
            "consumer");
  EXPECT_EQ(config_refusal(Role::producer, {{"value.serializer", "StringSerializer"}}),
            "value.serializer=StringSerializer: is not supported: pass a callable to the producer");
  EXPECT_EQ(config_refusal(Role::consumer, {{"group.protocol", "consumer"}}),
            "group.protocol=consumer: is not supported: members join by the classic protocol");
  EXPECT_EQ(config_refusal(Role::consumer, {{"interceptor.classes", "Audit"}}),
            "interceptor.classes=Audit: is not supported: call the code where records are sent or "
            "polled");
}

TEST(ConfigErrors, KeepSecrets) {
  for (const std::string key : {"sasl.jaas.config", "sasl.password", "ssl.key.password"}) {
    EXPECT_EQ(config_refusal(Role::consumer, {{key, "hunter2"}}),
              key + ": is not supported: connections are neither encrypted nor authenticated");
  }
}

TEST(ConfigErrors, AreNotForWhatIsSoAnyway) {
  EXPECT_EQ(config_refusal(Role::consumer, {{"security.protocol", " plaintext "},
                                            {"group.protocol", "CLASSIC"},
                                            {"group.remote.assignor", ""},
                                            {"interceptor.classes", ""},
                                            {"metric.reporters", ""},
                                            {"client.dns.lookup", "use_all_dns_ips"},
                                            {"metadata.recovery.strategy", "none"},
                                            {"receive.buffer.bytes", "-1"}}),
            "taken");
}

TEST(ConfigErrors, AreForStructsToo) {
  const ClientConfig local_client_config{.bootstrap_servers = {{"localhost", 9092}}};

  EXPECT_EQ(config_refusal(ConsumerConfig{.client = local_client_config, .max_poll_records = 0}),
            "max.poll.records=0: must be a whole number from 1 to 2147483647");
  EXPECT_EQ(config_refusal(ConsumerConfig{.client = local_client_config, .group_id = ""}),
            "group.id=: must be any text that is not empty, of 32767 bytes at most");
  EXPECT_EQ(config_refusal(AdminConfig{.client = local_client_config, .retries = -1}),
            "retries=-1: must be a whole number from 0 to 2147483647");
  EXPECT_EQ(config_refusal(AdminConfig{}),
            "bootstrap.servers=: must be HOST:PORT[,HOST:PORT]…, with ports from 1 to 65535 and "
            "IPv6 addresses in brackets");
  EXPECT_NE(config_refusal(ClientConfig{.bootstrap_servers = {{"", 9092}}}), "taken");
  EXPECT_NE(config_refusal(ClientConfig{.bootstrap_servers = {{"localhost", 0}}}), "taken");
}

TEST(ConfigErrors, AreForTimesInStructsThatAreNone) {
  ClientConfig client{.bootstrap_servers = {{"localhost", 9092}}};
  EXPECT_EQ(config_refusal(ConsumerConfig{.client = client, .fetch_max_wait = Duration(-1)}),
            "fetch.max.wait.ms=-1: must be a whole number of milliseconds from 0 to 2147483647");

  client.connections_max_idle = milliseconds(-1);
  EXPECT_EQ(config_refusal(client), "connections.max.idle.ms: a time can't be less than none");
}

TEST(ConfigErrors, AreNotForAnAssignorOfTheCallersOwn) {
  const auto with = [](std::vector<std::string> strategy) {
    return config_refusal(ConsumerConfig{.client = {.bootstrap_servers = {{"localhost", 9092}}},
                                         .partition_assignment_strategy = std::move(strategy)});
  };
  EXPECT_EQ(with({"mine", "range"}), "taken");
  EXPECT_NE(with({"mine", "mine"}), "taken");
  EXPECT_NE(with({""}), "taken");
  EXPECT_NE(with({}), "taken");
}

}  // namespace
}  // namespace cohort::client
