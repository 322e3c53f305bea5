#include "config_world.hpp"

namespace cohort::broker {
namespace {

using AlterBrokerConfigs = ConfigWorld;

TEST_F(AlterBrokerConfigs, TopicsInheritTheBrokersValueBeforeThatOfAllBrokers) {
  const std::string key = "message.max.bytes";
  EXPECT_EQ(alter(broker_type, "", {{key, 0, "3000"}}), done);
  EXPECT_EQ(settings().max_message_bytes, 3000);
  EXPECT_EQ(alter(broker_type, "1", {{key, 0, "2000"}}), done);
  EXPECT_EQ(settings().max_message_bytes, 2000);
  EXPECT_EQ(alter(topic_type, "t", {{"max.message.bytes", 0, "1000"}}), done);
  EXPECT_EQ(settings().max_message_bytes, 1000);

  const std::vector<DescribeConfigsSynonym> of_broker = {
      {key, "2000", 2}, {key, "3000", 3}, {key, "1048588", 5}};
  std::vector<DescribeConfigsSynonym> of_topic = of_broker;
  of_topic.insert(of_topic.begin(), {"max.message.bytes", "1000", 1});
  EXPECT_EQ(setting(topic_type, "t", "max.message.bytes"),
            (DescribeConfigsResourceResult{.name = "max.message.bytes",
                                           .value = "1000",
                                           .config_source = 1,
                                           .synonyms = of_topic,
                                           .config_type = 3,
                                           .documentation = std::nullopt}));
  EXPECT_EQ(setting(broker_type, "1", key),
            (DescribeConfigsResourceResult{.name = key,
                                           .value = "2000",
                                           .config_source = 2,
                                           .synonyms = of_broker,
                                           .config_type = 3,
                                           .documentation = std::nullopt}));
  EXPECT_EQ(setting(broker_type, "", key),
            (DescribeConfigsResourceResult{.name = key,
                                           .value = "3000",
                                           .config_source = 3,
                                           .synonyms = {{key, "3000", 3}},
                                           .config_type = 3,
                                           .documentation = std::nullopt}));

  EXPECT_EQ(alter(topic_type, "t", {{"max.message.bytes", 1, std::nullopt}}), done);
  EXPECT_EQ(alter(broker_type, "1", {{key, 1, std::nullopt}}), done);
  EXPECT_EQ(settings().max_message_bytes, 3000);
  EXPECT_EQ(replace(broker_type, "", {}), done);
  EXPECT_EQ(settings().max_message_bytes, 1'048'588);
  EXPECT_EQ(config().dynamic, DynamicProperties{});
}

TEST_F(AlterBrokerConfigs, NewTopicsTakeWhatWasSet) {
  EXPECT_EQ(alter(broker_type, "", {{"log.retention.ms", 0, "60000"}}), done);
  api.create_topic("u");
  EXPECT_EQ(api.broker().state().catalog.find("u")->settings.retention_ms, 60'000);
}

TEST_F(AlterBrokerConfigs, WhatTheBrokerItselfGoesByChangesAtOnce) {
  EXPECT_EQ(alter(broker_type, "1",
                  {{"producer.id.expiration.ms", 0, "60000"},
                   {"transaction.partition.verification.enable", 0, "FALSE"}}),
            done);
  EXPECT_EQ(config().log.producer_id_expiration, std::chrono::minutes(1));
  EXPECT_FALSE(config().transaction.verifies_partitions);
  EXPECT_EQ(replace(broker_type, "1", {}), done);
  EXPECT_EQ(config().log.producer_id_expiration, std::chrono::hours(24));
  EXPECT_TRUE(config().transaction.verifies_partitions);
}

TEST_F(AlterBrokerConfigs, WhatCannotBeIsToldAndNothingIsChanged) {
  struct Case {
    std::string broker;
    std::vector<Op> ops;
    Outcome expected;
  };
  const std::vector<Case> cases = {
      {"77", {}, bad_request("Unexpected broker id, expected 1, but received 77")},
      {"x", {}, bad_request("Node id must be an integer, but it is: x")},
      {"1",
       {{"num.partitions", 0, "2"}},
       bad_request("Cannot update these configs dynamically: Set(num.partitions)")},
      {"1",
       {{"group.max.size", 0, "2"}, {"broker.id", 0, "2"}},
       bad_request("Cannot update these configs dynamically: Set(broker.id, group.max.size)")},
      {"1", {{"no.such.key", 0, "2"}}, bad_config("Unknown config name: no.such.key")},
      {"1", {{"no.such.key", 2, "2"}}, bad_config("Unknown config name: no.such.key")},
      {"1",
       {{"num.io.threads", 2, "2"}},
       bad_config("Config value append is not allowed for config key: num.io.threads")},
      {"1", {{"num.io.threads", 9, "2"}}, bad_request("Unknown operations type 9")},
      {"1",
       {{"num.io.threads", 0, "many"}},
       bad_request(
           "Invalid value many for configuration num.io.threads: Not a number of type INT")},
      {"1", {{"num.io.threads", 0, "17"}}, bad_request("Invalid dynamic configuration")},
      {"1", {{"num.io.threads", 0, "3"}}, bad_request("Invalid dynamic configuration")},
      {"1", {{"listeners", 0, "PLAINTEXT://:1"}}, bad_request("Invalid dynamic configuration")},
      {"1", {{"max.connections", 0, "0"}}, bad_request("Invalid dynamic configuration")},
      {"1",
       {{"log.local.retention.bytes", 0, "-3"}},
       bad_request("Invalid value -3 for configuration log.local.retention.bytes: Value must be at "
                   "least -2")},
      {"1", {{"log.local.retention.ms", 0, "-1"}}, bad_request("Invalid dynamic configuration")},
      {"1",
       {{"log.retention.ms", 0, "0"}},
       bad_request("requirement failed: log.retention.ms must be unlimited (-1) or, greater than "
                   "or equal to 1")},
      {"1",
       {{"log.roll.ms", 0, "0"}},
       bad_request("requirement failed: log.roll.ms must be greater than or equal to 1")},
      {"1", {{"log.cleaner.threads", 0, "0"}}, bad_request("/ by zero")},
      {"1",
       {{"principal.builder.class", 0, "x.Y"}},
       bad_request("Invalid value x.Y for configuration principal.builder.class: Class x.Y could "
                   "not be found.")},
      {"1",
       {{"ssl.keystore.location", 0, "/k"}},
       bad_request("These security configs can be dynamically updated only per-listener using the "
                   "listener prefix: HashSet(ssl.keystore.location)")},
      {"",
       {{"listener.name.a.ssl.keystore.location", 0, "/k"}},
       bad_request("Cannot update these configs at default cluster level, broker id must be "
                   "specified: Set(listener.name.a.ssl.keystore.location)")},
      {"",
       {{"sasl.enabled.mechanisms", 2, "PLAIN"}},
       bad_request("Cannot update these configs at default cluster level, broker id must be "
                   "specified: Set(sasl.enabled.mechanisms)")},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(alter(broker_type, c.broker, c.ops), c.expected);
    EXPECT_EQ(config().dynamic, DynamicProperties{});
  }
}

TEST_F(AlterBrokerConfigs, WhatIsSetAlreadyIsLookedAtToo) {
  EXPECT_EQ(alter(broker_type, "1", {{"num.io.threads", 0, "16"}}), done);
  EXPECT_EQ(alter(broker_type, "1", {{"num.io.threads", 0, "32"}}), done);
  // Deleting goes back to 8, a quarter.
  EXPECT_EQ(alter(broker_type, "1", {{"num.io.threads", 1, std::nullopt}}),
            bad_request("Invalid dynamic configuration"));
}

TEST_F(AlterBrokerConfigs, ListsAreAppendedToTheirDefault) {
  EXPECT_EQ(alter(broker_type, "1", {{"sasl.enabled.mechanisms", 2, "PLAIN"}}), done);
  EXPECT_EQ(config().dynamic.broker, (Properties{{"sasl.enabled.mechanisms", "GSSAPI,PLAIN"}}));
}

TEST_F(AlterBrokerConfigs, PasswordsAreNotShown) {
  const std::string key = "listener.name.a.ssl.keystore.password";
  EXPECT_EQ(alter(broker_type, "1", {{key, 0, "secret"}}), done);

  EXPECT_EQ(setting(broker_type, "1", key),
            (DescribeConfigsResourceResult{.name = key,
                                           .value = std::nullopt,
                                           .read_only = true,
                                           .config_source = 2,
                                           .is_sensitive = true,
                                           .synonyms = {{key, std::nullopt, 2}},
                                           .config_type = 9,
                                           .documentation = std::nullopt}));
  for (const Fact& fact : api.broker().take_facts()) {
    EXPECT_EQ(fact.detail.find("secret"), std::string::npos);
  }
}

TEST_F(AlterBrokerConfigs, RatesOfReplicationAreShownOnceTheyAreSet) {
  const std::string key = "leader.replication.throttled.rate";
  EXPECT_TRUE(describe(broker_type, "1", std::vector{key}).configs.empty());
  EXPECT_EQ(alter(broker_type, "", {{key, 0, "1000"}}), done);
  EXPECT_EQ(setting(broker_type, "1", key),
            (DescribeConfigsResourceResult{.name = key,
                                           .value = "1000",
                                           .read_only = true,
                                           .config_source = 3,
                                           .synonyms = {{key, "1000", 3}},
                                           .config_type = 5,
                                           .documentation = std::nullopt}));
}

TEST_F(AlterBrokerConfigs, ABrokerThatIsCopiedGoesItsOwnWay) {
  EXPECT_EQ(alter(broker_type, "", {{"message.max.bytes", 0, "3000"}}), done);
  const Broker copy = api.broker();
  EXPECT_EQ(replace(broker_type, "", {}), done);
  EXPECT_EQ(copy.state().catalog.find("t")->settings.max_message_bytes, 3000);
}

}  // namespace
}  // namespace cohort::broker
