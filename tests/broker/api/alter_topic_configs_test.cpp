#include "config_world.hpp"

namespace cohort::broker {
namespace {

using AlterTopicConfigs = ConfigWorld;

TEST_F(AlterTopicConfigs, EachOperationChangesTheOverridesAndTheLogAtOnce) {
  struct Step {
    std::vector<Op> ops;
    TopicOverrides expected;
  };
  const std::vector<Step> steps = {
      {{{"cleanup.policy", 2, "compact"}, {"retention.ms", 0, "5"}},
       {{"cleanup.policy", "delete,compact"}, {"retention.ms", "5"}}},
      {{{"cleanup.policy", 2, "compact,delete"}},
       {{"cleanup.policy", "delete,compact"}, {"retention.ms", "5"}}},
      {{{"cleanup.policy", 3, "delete"}, {"retention.ms", 1, std::nullopt}},
       {{"cleanup.policy", "compact"}}},
      {{{"cleanup.policy", 3, "delete"}, {"retention.ms", 1, "ignored"}},
       {{"cleanup.policy", "compact"}}},
      {{{"cleanup.policy", 1, std::nullopt}}, {}},
      {{{"cleanup.policy", 3, "delete"}}, {{"cleanup.policy", ""}}},
      {{{"leader.replication.throttled.replicas", 2, "0:1"}},
       {{"cleanup.policy", ""}, {"leader.replication.throttled.replicas", "0:1"}}},
  };
  for (const Step& step : steps) {
    EXPECT_EQ(alter(topic_type, "t", step.ops), done);
    EXPECT_EQ(overrides(), step.expected);
    EXPECT_EQ(settings(), log_settings(step.expected, config()));
  }
}

TEST_F(AlterTopicConfigs, WhatCannotBeIsToldInKafkasWordsAndNothingIsChanged) {
  struct Case {
    std::string name;
    std::vector<Op> ops;
    Outcome expected;
  };
  const std::vector<Case> cases = {
      {"t", {{"no.such.key", 0, "5"}}, bad_config("Unknown topic config name: no.such.key")},
      {"t",
       {{"retention.ms", 0, "abc"}},
       bad_config("Invalid value abc for configuration retention.ms: Not a number of type LONG")},
      {"t",
       {{"segment.bytes", 0, "1000"}, {"retention.ms", 0, "-2"}},
       bad_config("Invalid value -2 for configuration retention.ms: Value must be at least -1")},
      {"t",
       {{"retention.ms", 2, "5"}},
       bad_config("Can't APPEND to key retention.ms because its type is not LIST.")},
      {"t",
       {{"no.such.key", 3, "5"}},
       bad_config("Can't SUBTRACT to key no.such.key because its type is not LIST.")},
      {"t",
       {{"retention.ms", 0, std::nullopt}, {"cleanup.policy", 2, std::nullopt}},
       bad_request("Null value not supported for : retention.ms, cleanup.policy")},
      {"t",
       {{"retention.ms", 0, "1"}, {"retention.ms", 1, std::nullopt}},
       bad_request("Error due to duplicate config keys")},
      {"t", {{"retention.ms", 4, "1"}}, {ErrorCode::unknown_server_error, std::nullopt}},
      {"t", {{"retention.ms", -1, "1"}}, {ErrorCode::unknown_server_error, std::nullopt}},
      {"t",
       {{"min.compaction.lag.ms", 0, "9"}, {"max.compaction.lag.ms", 0, "8"}},
       bad_config("conflict topic config setting min.compaction.lag.ms (9) > "
                  "max.compaction.lag.ms (8)")},
      {"", {{"retention.ms", 0, "1"}}, bad_request("Default topic resources are not allowed.")},
      {"u",
       {{"retention.ms", 0, "1"}},
       {ErrorCode::unknown_topic_or_partition, "The topic 'u' does not exist."}},
      // The setting is looked at before the topic is.
      {"u", {{"no.such.key", 0, "5"}}, bad_config("Unknown topic config name: no.such.key")},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(alter(topic_type, c.name, c.ops), c.expected) << c.ops.front().key;
    EXPECT_EQ(overrides(), TopicOverrides{});
  }
  EXPECT_EQ(alter(topic_type, "a b", {{"retention.ms", 0, "1"}}).first,
            ErrorCode::invalid_topic_exception);
}

TEST_F(AlterTopicConfigs, AReplacementLeavesNothingOfWhatWasThere) {
  EXPECT_EQ(replace(topic_type, "t", {{"retention.ms", 0, "777"}}), done);
  EXPECT_EQ(replace(topic_type, "t", {{"segment.bytes", 0, "50000"}}), done);
  EXPECT_EQ(overrides(), (TopicOverrides{{"segment.bytes", "50000"}}));
  EXPECT_EQ(settings().segment_bytes, 50'000);

  EXPECT_EQ(replace(topic_type, "t", {{"retention.ms", 0, std::nullopt}}),
            bad_request("Null value not supported for : retention.ms"));
  EXPECT_EQ(replace(topic_type, "t", {{"retention.ms", 0, "1"}, {"retention.ms", 0, "2"}}),
            bad_request("Error due to duplicate config keys"));
  EXPECT_EQ(overrides(), (TopicOverrides{{"segment.bytes", "50000"}}));

  EXPECT_EQ(replace(topic_type, "t", {}), done);
  EXPECT_EQ(overrides(), TopicOverrides{});
}

TEST_F(AlterTopicConfigs, ValidationAloneChangesNothing) {
  EXPECT_EQ(alter(topic_type, "t", {{"retention.ms", 0, "1"}}, true), done);
  EXPECT_EQ(replace(topic_type, "t", {{"retention.ms", 0, "1"}}, true), done);
  EXPECT_EQ(
      alter(topic_type, "t", {{"retention.ms", 0, "x"}}, true),
      bad_config("Invalid value x for configuration retention.ms: Not a number of type LONG"));
  EXPECT_EQ(overrides(), TopicOverrides{});
}

TEST_F(AlterTopicConfigs, AResourceThatIsNamedTwiceIsRefusedAndTheOthersAreDone) {
  api.create_topic("u");
  IncrementalAlterConfigsRequest request;
  for (const std::string name : {"t", "u", "t"}) {
    request.resources.push_back({topic_type, name, {{"retention.ms", 0, "1"}}});
  }
  const std::string twice = "Each resource must appear at most once.";
  IncrementalAlterConfigsResponse expected;
  expected.responses = {{ErrorCode::invalid_request, twice, topic_type, "t"},
                        {ErrorCode::none, std::nullopt, topic_type, "u"},
                        {ErrorCode::invalid_request, twice, topic_type, "t"}};

  EXPECT_EQ(client.ask<IncrementalAlterConfigsResponse>(request, 0), expected);
  EXPECT_EQ(overrides(), TopicOverrides{});
}

TEST_F(AlterTopicConfigs, ResourceTypesWithoutSettingsAreRefused) {
  for (const std::int8_t type : std::vector<std::int8_t>{0, 1, 3, 32, -1}) {
    const Outcome unknown = bad_request("Unknown resource type " + std::to_string(type));
    EXPECT_EQ(alter(type, "t", {{"retention.ms", 0, "1"}}), unknown);
    EXPECT_EQ(replace(type, "t", {{"retention.ms", 0, "1"}}), unknown);
  }
  EXPECT_EQ(replace(logger_type, "1", {{"root", 0, "INFO"}}),
            bad_request("Unknown resource type 8"));
}

TEST_F(AlterTopicConfigs, LoggersAreNone) {
  EXPECT_EQ(alter(logger_type, "1", {}), done);
  EXPECT_EQ(alter(logger_type, "x", {}), bad_request("Node id must be an integer, but it is: x"));
  EXPECT_EQ(alter(logger_type, "7", {}),
            bad_request("Unexpected node id. Expected 1, but received 7"));
  EXPECT_EQ(alter(logger_type, "1", {{"root", 0, "INFO"}}),
            bad_config("Logger root does not exist!"));
  EXPECT_EQ(alter(logger_type, "1", {{"root", 2, "INFO"}}),
            bad_request("APPEND operation is not allowed for the BROKER_LOGGER resource"));
  EXPECT_EQ(describe(logger_type, "1"),
            (DescribeConfigsResult{.resource_type = logger_type, .resource_name = "1"}));
  EXPECT_EQ(describe(logger_type, "").error_message, "Broker id must not be empty");
  EXPECT_EQ(describe(logger_type, "7").error_message,
            "Unexpected broker id, expected 1 but received 7");
}

TEST_F(AlterTopicConfigs, ProducersAreHeldToTheNewSettingsAtOnce) {
  EXPECT_EQ(alter(topic_type, "t", {{"max.message.bytes", 0, "100"}}), done);

  const auto refused =
      client.ask<ProduceResponse>(produce_to("t", batch_of(std::string(200, 'x'))), 9);

  ASSERT_TRUE(refused.has_value());
  EXPECT_EQ(refused->responses.at(0).partition_responses.at(0).error_code,
            ErrorCode::message_too_large);
}

TEST_F(AlterTopicConfigs, TheJournalSaysWhatHasChanged) {
  (void)api.broker().take_facts();
  EXPECT_EQ(alter(topic_type, "t", {{"retention.ms", 0, "1"}}), done);
  EXPECT_EQ(alter(topic_type, "t", {{"retention.ms", 0, "1"}}), done);  // As it was.
  EXPECT_EQ(alter(topic_type, "t", {{"retention.ms", 1, std::nullopt}}), done);

  std::vector<std::string> told;
  for (const Fact& fact : api.broker().take_facts()) {
    if (fact.kind == FactKind::config_changed) told.push_back(fact.detail);
  }
  EXPECT_EQ(told, (std::vector<std::string>{"topic 't': retention.ms=1",
                                            "topic 't': retention.ms back to its default"}));
}

}  // namespace
}  // namespace cohort::broker
