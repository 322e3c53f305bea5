// Cases that are wrong on purpose: the runner tells the step and what is different.
#include "conformance/suite/virtual_player.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace cohort::conform {
namespace {

using testing::HasSubstr;

Verdict play(const char* steps) {
  return play_in_virtual_time({.id = "test/case", .title = "A case", .steps = Json::parse(steps)})
      .verdict;
}

/// Why the case did not pass; "" if it did.
std::string why(const char* steps) { return text_of(play(steps)); }

TEST(CaseRun, AWrongExpectationFailsAtItsStep) {
  EXPECT_EQ(why(R"([
    {"create_topic": "t-{run}"},
    {"send": "Heartbeat", "version": 3, "body": {"group_id": "g"}, "expect": {"error_code": 0}}
  ])"),
            "step 2: Heartbeat v3: not as expected\n"
            "    error_code: expected 0 (NONE), got 25 (UNKNOWN_MEMBER_ID)");
}

TEST(CaseRun, AnExpectationByVersionFailsWithTheVersion) {
  EXPECT_EQ(why(R"([{"send": "Heartbeat", "versions": "0-4", "body": {"group_id": "g"},
                     "expect": {"0-1": {"error_code": 25}, "2-4": {"error_code": 24}}}])"),
            "step 1: Heartbeat v2: not as expected\n"
            "    error_code: expected 24 (INVALID_GROUP_ID), got 25 (UNKNOWN_MEMBER_ID)");
}

TEST(CaseRun, AnAnswerWhereNoneMayComeFails) {
  EXPECT_EQ(why(R"([{"send": "Heartbeat", "version": 3, "body": {"group_id": "g"},
                     "parked": "x"}])"),
            "step 1: Heartbeat v3: was answered, expected no answer yet");
  EXPECT_EQ(why(R"([{"send": "Heartbeat", "version": 3, "no_answer": true}])"),
            "step 1: Heartbeat v3: was answered, expected no answer yet");
}

TEST(CaseRun, AParkedAnswerThatComesTooSoonOrTooLateFails) {
  const std::string steps = R"([
    {"create_topic": "t"},
    {"send": "Fetch", "version": 4, "parked": "f", "body": {"max_wait_ms": 1000, "min_bytes": 1,
     "topics": [{"topic": "t", "partitions": [{"partition": 0, "partition_max_bytes": 9}]}]}},
    {"quiet": "f", "ms": QUIET}, {"await": "f", BOUND}])";
  const auto with = [&](const char* quiet, const char* bound) {
    std::string text = steps;
    text.replace(text.find("QUIET"), 5, quiet);
    text.replace(text.find("BOUND"), 5, bound);
    return why(text.c_str());
  };
  EXPECT_EQ(with("800", R"("after_ms": 1000, "before_ms": 1000)"), "");
  EXPECT_EQ(with("800", R"("after_ms": 1001)"), "step 4: Fetch v4: answered after 1000 ms");
  EXPECT_EQ(with("800", R"("before_ms": 999)"), "step 4: Fetch v4: answered after 1000 ms");
  EXPECT_EQ(with("851", R"("before_ms": 1000)"),
            "step 3: Fetch v4: was answered, expected no answer yet");
}

TEST(CaseRun, AClosedConnectionIsAFailureOnlyWhereNoneIsExpected) {
  EXPECT_EQ(why(R"([{"raw": "ffffffff", "framed": false, "outcome": "closed"}])"), "");
  EXPECT_EQ(why(R"([{"raw": "ffffffff", "framed": false, "api": "Heartbeat", "version": 0}])"),
            "step 1: connection closed by the broker");
  EXPECT_EQ(why(R"([{"send": "Heartbeat", "version": 0, "outcome": "closed"}])"),
            "step 1: Heartbeat v0: an answer came, expected the connection to be closed");
}

TEST(CaseRun, OnlyMineAndPickLeaveTheRestOut) {
  const std::string groups = R"([
    {"send": "OffsetCommit", "version": 2, "body": {"group_id": "a-{run}"}},
    {"send": "DescribeGroups", "version": 0, "body": {"groups": ["a-{run}", "b"]},
     "only_mine": ["groups"], "ignore": ["group_state"],
     "expect": {"groups": [{"error_code": 0, "group_id": "NAME", "protocol_type": "",
                            "protocol_data": "", "members": []}]}}])";
  const auto with = [&](const char* name) {
    std::string text = groups;
    return why(text.replace(text.find("NAME"), 4, name).c_str());
  };
  EXPECT_EQ(with("a-{run}"), "");
  EXPECT_THAT(with("b"), HasSubstr("group_id: expected \"b\", got \"a-"));
}

TEST(CaseRun, WhatASaveNamesMustBeThere) {
  EXPECT_THAT(why(R"([{"send": "Heartbeat", "version": 0, "save": {"x": "error_code"}},
                      {"send": "Heartbeat", "version": 0, "expect": {"error_code": "$x"}},
                      {"send": "Heartbeat", "version": 0, "save": {"y": "members[0]"}}])"),
              HasSubstr("step 3: nothing at members[0]"));
}

TEST(CaseRun, AFieldThatTheMessageHasNotFails) {
  EXPECT_EQ(why(R"([{"send": "Heartbeat", "version": 0, "body": {"grp": "x"}}])"),
            "step 1: there is no field grp");
  EXPECT_EQ(why(R"([{"send": "Heartbeat", "version": 0, "body": {"generation_id": 4294967296}}])"),
            "step 1: generation_id can't hold 4294967296");
}

TEST(CaseRun, AVersionThatTheBrokerHasNotIsUnsupported) {
  const Verdict verdict = play(R"([{"send": "Heartbeat", "version": 5}])");
  EXPECT_EQ(name(verdict.outcome), name(Outcome::unsupported));
  EXPECT_EQ(text_of(verdict), "the broker has no Heartbeat v5");
}

TEST(CaseRun, AStepOfNoKindFails) {
  EXPECT_EQ(why(R"([{"sned": "Heartbeat"}])"),
            R"(step 1: an unknown kind of step: {"sned":"Heartbeat"})");
}

TEST(CaseRun, ABatchWithABadChecksumIsRefused) {
  EXPECT_THAT(why(R"([{"create_topic": "t"},
                      {"produce": "t", "batches": [{"records": [{"value": "x"}]}]},
                      {"produce": "t", "batches": [{"crc": "bad", "records": [{"key": "x"}]}]}])"),
              HasSubstr("step 3: produce: "));
}

}  // namespace
}  // namespace cohort::conform
