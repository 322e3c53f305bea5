// What holds for every file of cases/: that it is one, that it stands alone, and that it says where
// it comes from.
#include "conformance/codec/message_schema.hpp"
#include "conformance/suite/area.hpp"
#include "conformance/suite/embedded_cases.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

namespace cohort::conform {
namespace {

using Words = std::set<std::string>;

TEST(CaseFormat, EachFileIsOneThatCanBePlayed) {
  for (const Case& each : embedded_cases()) EXPECT_EQ(each.fault, "") << each.id;
}

std::string fault(const char* text) { return parse_case(text, "join/x.json").fault; }

TEST(CaseFormat, WhatIsMisspeltIsTold) {
  const auto with_step = [](const std::string& step) {
    const std::string text = R"({"id": "join/x", "title": "X", "steps": [)" + step + "]}";
    return fault(text.c_str());
  };
  EXPECT_EQ(with_step(R"({"send": "Heartbeat", "version": 0})"), "");
  EXPECT_EQ(with_step(R"({"send": "Heartbeat", "expct": {}})"), "step 1: there is no key expct");
  EXPECT_EQ(with_step(R"({"sned": "Heartbeat"})"), "step 1: there is no key sned");
  EXPECT_EQ(with_step(R"({"send": "Hartbeat"})"), "step 1: there is no message HartbeatRequest");
  EXPECT_EQ(with_step(R"({"send": "Heartbeat", "body": {"member_id": "$zz"}})"),
            "step 1: nothing was saved as zz");
  EXPECT_EQ(with_step(R"({"send": "Heartbeat", "expect": {"error_code": {"any": "thing"}}})"),
            "step 1: no kind of value: \"thing\"");
  EXPECT_EQ(with_step(R"({"send": "Heartbeat", "versions": "7-9"})"),
            "step 1: there are no such versions");
  EXPECT_EQ(with_step(R"({"conn": "a"})"), "step 1: no step of one kind");
  EXPECT_EQ(with_step(""), "there are no steps");
  EXPECT_EQ(fault(R"({"id": "join/y", "title": "X", "steps": [{"sleep_ms": 1}]})"),
            "the id is join/y");
  EXPECT_EQ(fault(R"({"id": "join/x", "title": "X", "neds": {}, "steps": [{"sleep_ms": 1}]})"),
            "there is no key neds");
  EXPECT_EQ(fault(R"({"id": "join/x", "title": "X", "unrecorded": true,
                      "steps": [{"sleep_ms": 1}]})"),
            "it names no source");
  EXPECT_NE(fault("{"), "");
  EXPECT_EQ(parse_case("{", "join/x.json").id, "join/x");
}

TEST(CaseFormat, EachCaseSaysItsAreaItsSourceAndItsVersions) {
  for (const Case& each : embedded_cases()) {
    EXPECT_LT(area_place(each.area()), areas().size()) << each.id;
    EXPECT_FALSE(each.title.empty()) << each.id;
    EXPECT_FALSE(each.origin().empty()) << each.id;
    EXPECT_TRUE(each.holds_for("3.9")) << each.id;
    const bool is_recorded = each.holds.value("3.9.0", "") == "recorded";
    EXPECT_NE(is_recorded, each.is_unrecorded) << each.id;
    EXPECT_TRUE(is_recorded || !each.why.empty()) << each.id;
  }
}

TEST(CaseFormat, EachAreaHasCases) {
  std::set<std::string> found;
  for (const Case& each : embedded_cases()) found.emplace(each.area());
  for (const Area& area : areas()) EXPECT_TRUE(found.contains(std::string(area.name))) << area.name;
}

/// Names that a step makes on the broker.
Words names_made(const Json& step) {
  Words names;
  for (const char* key : {"create_topic", "join_sync"}) {
    if (step.contains(key)) names.insert(step.at(key).get<std::string>());
  }
  const Json body = step.value("body", Json::object());
  for (const char* key : {"group_id", "transactional_id"}) {
    if (body.contains(key) && body.at(key).is_string()) {
      names.insert(body.at(key).get<std::string>());
    }
  }
  return names;
}

TEST(CaseFormat, NamesAreTheRunsOwnUnlessTheCaseIsAlone) {
  for (const Case& each : embedded_cases()) {
    if (each.is_alone()) continue;
    for (const Json& step : each.steps) {
      // Nothing comes of a name that is refused.
      for (const std::string& name : names_made(step)) {
        const bool is_own = name.find("{run}") != std::string::npos || name.starts_with('$');
        EXPECT_TRUE(is_own || name.empty()) << each.id << ": " << name;
      }
    }
  }
}

TEST(CaseFormat, EachRecordedCaseOfTheReferenceIsThere) {
  const char* const reference = std::getenv("COHORT_REFERENCE");
  // The project stands alone; where the recordings are, as in CI, this compares all of them.
  if (reference == nullptr) GTEST_SKIP() << "COHORT_REFERENCE is not set: no recorded cases";
  std::set<std::string> steps;
  for (const Case& each : embedded_cases()) steps.insert(each.id + each.steps.dump());
  int count = 0;
  const std::filesystem::path folder = std::filesystem::path(reference) / "oracle" / "cases";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    const Case recorded =
        parse_case(text.str(), std::filesystem::relative(entry.path(), folder).string());
    EXPECT_TRUE(steps.contains(recorded.id + recorded.steps.dump())) << recorded.id;
    ++count;
  }
  EXPECT_GT(count, 0);
}

}  // namespace
}  // namespace cohort::conform
