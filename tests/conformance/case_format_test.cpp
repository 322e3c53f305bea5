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

const Words& case_keys() {
  static const Words keys{"id",    "title", "source", "unrecorded", "why",
                          "needs", "tags",  "holds",  "differs",    "steps"};
  return keys;
}

const Words& step_keys() {
  static const Words keys{"send",          "version",        "versions",
                          "conn",          "body",           "expect",
                          "parked",        "no_answer",      "outcome",
                          "save",          "ignore",         "unordered",
                          "only_mine",     "pick",           "retry_on",
                          "after_ms",      "before_ms",      "client_id",
                          "header_tags",   "wire_version",   "quiet_ms",
                          "trailing_hex",  "answer_version", "unsupported",
                          "await",         "quiet",          "ms",
                          "raw",           "framed",         "then_close",
                          "api",           "close",          "sleep_ms",
                          "create_topic",  "partitions",     "configs",
                          "save_id",       "delete_topic",   "produce",
                          "partition",     "records",        "batches",
                          "join_sync",     "members",        "protocol_type",
                          "check_throttle"};
  return keys;
}

TEST(CaseFormat, EachFileIsNamedAsItsCaseAndKnowsNoOtherKeys) {
  for (const CaseText& each : embedded_case_texts()) {
    const Json json = Json::parse(each.text);
    EXPECT_EQ(json.at("id").get<std::string>() + ".json", each.path);
    for (const auto& [key, value] : json.items()) {
      EXPECT_TRUE(case_keys().contains(key)) << each.path << ": " << key;
    }
    for (const Json& step : json.at("steps")) {
      for (const auto& [key, value] : step.items()) {
        EXPECT_TRUE(step_keys().contains(key)) << each.path << ": " << key;
      }
    }
  }
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
  if (reference == nullptr) GTEST_SKIP() << "COHORT_REFERENCE is not set: no recorded cases";
  std::set<std::string> steps;
  for (const Case& each : embedded_cases()) steps.insert(each.id + each.steps.dump());
  int count = 0;
  const std::filesystem::path folder = std::filesystem::path(reference) / "oracle" / "cases";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    const Case recorded = parse_case(text.str(), entry.path().string());
    EXPECT_TRUE(steps.contains(recorded.id + recorded.steps.dump())) << recorded.id;
    ++count;
  }
  EXPECT_GT(count, 0);
}

}  // namespace
}  // namespace cohort::conform
