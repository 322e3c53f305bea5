// What a case needs of a broker's settings: declared, or assumed as Kafka's default.
#include "conformance/suite/properties.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace cohort::conform {
namespace {

std::string unmet(const Case& played, std::map<std::string, std::string> declared) {
  Target target;
  target.brokers = 1;
  return Properties(std::move(declared)).unmet(played, target).value_or("");
}

Case with_step(Json step) {
  return {.id = "join/x", .title = "X", .steps = Json::array({std::move(step)})};
}

TEST(Properties, WhatACaseDeclaresMustBeToldAndEqual) {
  Case played = with_step({{"sleep_ms", 1}});
  played.needs = {{"group.max.size", "2"}};
  EXPECT_EQ(unmet(played, {{"group.max.size", "2"}}), "");
  EXPECT_EQ(unmet(played, {{"group.max.size", "3"}}), "needs group.max.size=2, the broker has 3");
  EXPECT_EQ(unmet(played, {}),
            "needs group.max.size=2, and the broker does not tell (--set declares it)");
}

TEST(Properties, KafkasDefaultsAreAssumedUnlessTheBrokerTellsOtherwise) {
  const Case joins = with_step({{"send", "JoinGroup"}});
  EXPECT_EQ(unmet(joins, {}), "");
  EXPECT_EQ(unmet(joins, {{"group.max.size", "2147483647"}}), "");
  EXPECT_EQ(unmet(joins, {{"group.max.size", "2"}}),
            "needs group.max.size=8 or more, the broker has 2");
  EXPECT_EQ(unmet(joins, {{"compression.type", "gzip"}}), "");
  const Case with_records = with_step({{"produce", "t"}, {"records", Json::array()}});
  EXPECT_EQ(unmet(with_records, {{"compression.type", "producer"}}), "");
  EXPECT_EQ(unmet(with_records, {{"compression.type", "gzip"}}),
            "needs compression.type=producer, the broker has gzip");
}

}  // namespace
}  // namespace cohort::conform
