// What `cohort conform` says of a case: whole texts of small ones, and what must be in all.
#include "conformance/report/explain.hpp"

#include "conformance/suite/embedded_cases.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <string_view>

namespace cohort::conform {
namespace {

Case steps_case(const char* steps) {
  return {.id = "wire/x", .title = "X", .steps = Json::parse(steps)};
}

/// The steps alone, without what stands around them.
std::string explained_steps(const char* steps) {
  const std::string text = explain(steps_case(steps));
  const std::size_t begin = text.find("case:\n") + 6;
  return text.substr(begin, text.find("\nNotes") - begin);
}

/// Whether the text has it, wherever its lines end.
bool says(const std::string& text, const std::string& part) {
  std::istringstream words(text);
  std::string joined;
  for (std::string word; words >> word;) joined += word + " ";
  return joined.find(part) != std::string::npos;
}

TEST(Explain, TellsWhatACaseIsAboutAndWhereItHolds) {
  const Case small = parse_case(R"({
    "id": "heartbeat/unknown", "title": "A member that nobody knows: 25", "source": "KIP-62",
    "why": "A client must learn that it was removed.", "tags": ["timer"],
    "needs": {"group.initial.rebalance.delay.ms": "0"},
    "holds": {"2.4.1": "differs", "3.9.0": "recorded", "3.9.0-classic": "same"},
    "differs": {"2.4.1": "step 1: error_code: expected 25, got 16"},
    "steps": [{"send": "Heartbeat", "version": 3, "conn": "a",
               "body": {"member_id": "m", "generation_id": 1, "group_id": "g{run}"},
               "expect": {"error_code": 25}}]})",
                                "heartbeat/unknown.json");

  EXPECT_EQ(explain(small), R"(heartbeat/unknown: A member that nobody knows: 25

Why       A client must learn that it was removed.
Area      Heartbeat: Heartbeats and session timeouts (KIP-62).
Source    KIP-62; recorded from Apache Kafka 3.9.0.
Holds     Kafka 3.9.0: these are its answers.
          Kafka 3.9.0 with its classic group coordinator: answers the same.
          Kafka 2.4.1: answers otherwise (step 1: error_code: expected 25, got 16).
Needs     group.initial.rebalance.delay.ms = 0 and a single broker. Skipped where it is otherwise.
Tags      timer (it depends on real time).

Steps, the first that does not go as told ending the case:
  1. Send Heartbeat v3 on connection a:
       group_id "g{run}", generation_id 1, member_id "m"
     The answer must be:
       error_code 25 (UNKNOWN_MEMBER_ID)

Notes     A request's fields that are not named have their defaults. Every answer must come within
          5 s. Answers are compared whole, but for throttle_time_ms (unless a step says so) and
          for error messages where there is no error or Kafka gives none. {run} is a suffix that
          no other run has.
)");
}

TEST(Explain, SaysWhenNoKafkaGaveTheAnswers) {
  Case small = steps_case(R"([{"close": "main"}])");
  small.source = "ReplicaManager.java";
  small.is_unrecorded = true;
  small.holds = {{"3.9.0", "by source"}, {"2.4.1", "not run: no such API"}};

  const std::string text = explain(small);

  EXPECT_TRUE(says(text, "Source ReplicaManager.java (not recorded).")) << text;
  EXPECT_TRUE(says(text, "Kafka 3.9.0: answers so by its source; not recorded.")) << text;
  EXPECT_TRUE(says(text, "Kafka 2.4.1: not run: no such API.")) << text;
}

TEST(Explain, TellsWhoTakesAParkedAnswer) {
  EXPECT_EQ(explained_steps(R"([
    {"send": "JoinGroup", "version": 5, "conn": "b", "body": {"group_id": "g"}, "parked": "jb",
     "quiet_ms": 300},
    {"quiet": "jb", "ms": 250},
    {"sleep_ms": 40},
    {"await": "jb", "after_ms": 500, "before_ms": 900, "save": {"b": "member_id"},
     "unordered": ["members"], "ignore": ["leader", "members.metadata"],
     "expect": {"members": [], "error_code": 0}},
    {"close": "b"}])"),
            R"(  1. Send JoinGroup v5 on connection b:
       group_id "g"
     It must not be answered yet: nothing may come within 300 ms. Step 4 takes the answer (jb).
  2. Step 1's JoinGroup v5 on connection b must stay unanswered for 250 ms more.
  3. Wait 40 ms.
  4. Take the answer to step 1's JoinGroup v5 on connection b.
     The answer must be:
       error_code 0 (NONE), members []
     In any order: members.
     Not compared: leader and members.metadata.
     It must come no sooner than 500 ms and no later than 900 ms after the request was sent.
     Remember member_id as $b.
  5. Close connection b.
)");
}

TEST(Explain, TellsWhatMacrosDo) {
  EXPECT_EQ(explained_steps(R"([
    {"create_topic": "t", "partitions": 3, "configs": {"retention.ms": "1"}, "save_id": "tid"},
    {"produce": "t", "partition": 2, "records": [{"value": "v", "key": null, "ts": 1000}]},
    {"join_sync": "g", "members": [
      {"name": "a", "instance": "i", "session": 300,
       "protocols": [["range", "x"], ["sticky", "y"]]},
      {"name": "b", "assignment": {"hex": "00ff"}}]},
    {"delete_topic": "t"}])"),
            "  1. Make topic \"t\" with 3 partitions, set to retention.ms = 1, by CreateTopics v4; "
            "wait until\n"
            R"(     Metadata and ListOffsets work for all of them.
     Remember its id as $tid.
  2. Write to partition 2 of topic "t" by Produce v7 with acks -1, one batch:
       batch {records [{ts 1000, key null, value "v"}]}
  3. Bring group "g" to Stable by JoinGroup v5 and SyncGroup v3, with protocol type "consumer" and
     these members, each on the connection of its name:
       a (leads):
         instance id "i", session timeout 300 ms, rebalance timeout 10000 ms,
         protocols [range with metadata "x", sticky with metadata "y"], is assigned "a"
       b:
         session timeout 10000 ms, rebalance timeout 10000 ms,
         protocol range with metadata "meta", is assigned bytes 00ff
     $a and $b are their member ids, $gen the generation: 2.
  4. Delete topic "t" by DeleteTopics v3; wait until Metadata answers 3
     (UNKNOWN_TOPIC_OR_PARTITION) for it.
)");
}

TEST(Explain, TellsRawBytes) {
  EXPECT_EQ(explained_steps(R"([
    {"raw": "ffffffff", "framed": false, "conn": "b", "outcome": "closed"},
    {"raw": "0012000000000007ffff", "api": "ApiVersions", "version": 0,
     "expect": {"error_code": 0}},
    {"raw": "00", "then_close": true}])"),
            R"(  1. Send 4 bytes as they are on connection b, with nothing in front:
       bytes ffffffff
     Read as a frame, its length is -1.
     The broker must close the connection without an answer.
  2. Send 10 bytes as they are on connection main, with their length in front:
       bytes 0012000000000007ffff
     Read as a request, they begin with API key 18 (ApiVersions), version 0 and correlation id 7.
     What comes is read as the answer to ApiVersions v0.
     The answer must be:
       error_code 0 (NONE)
  3. Send 1 bytes as they are on connection main, with their length in front:
       bytes 00
     Then close the connection, without waiting for an answer.
)");
}

TEST(Explain, TellsEachKeyOfASend) {
  EXPECT_EQ(
      explained_steps(R"([
    {"send": "Metadata", "versions": "0-12", "client_id": null, "header_tags": {"9": "0a"},
     "trailing_hex": "ff", "unsupported": true, "check_throttle": true, "retry_on": [5, 6],
     "only_mine": ["topics"], "pick": {"brokers": ["x", "y"]},
     "expect": {"0-8": {"topics": {"any": "list"}}, "9+": {}}},
    {"send": "Metadata", "version": 1, "wire_version": -1, "answer_version": 0, "no_answer": true},
    {"send": "Metadata", "wire_version": 99, "answer_version": 0},
    {"send": "Metadata", "outcome": "closed", "future": 1},
    {"future": 2}])"),
      "  1. Send Metadata on connection main, once in each of its versions v0 to v12 that the "
      "broker has,\n"
      R"(     every field at its default.
     The client id in its header is null.
     Its header holds unknown tagged fields {9: bytes 0a}.
     Behind its body stand more bytes: ff.
     It is sent whether or not the broker advertises that version.
     While the answer has error 5 (LEADER_NOT_AVAILABLE) or 6 (NOT_LEADER_OR_FOLLOWER) it is sent
     again, for up to 5 s.
     The answer in versions v0 to v8 must be:
       topics any list
     The answer in versions from v9 must hold nothing that is compared.
     Fields that a version does not have are left out.
     Of topics only the entries count that hold this run's suffix.
     Of brokers only the entries count that are named x and y.
     Compared, too: throttle_time_ms.
  2. Send Metadata v1 on connection main, every field at its default.
     Its header says version -1.
     It must have no answer: nothing may come within 150 ms.
  3. Send Metadata v0 on connection main, every field at its default.
     Its header says version 99.
     The answer is read as v0.
     It must be answered; what the answer holds is not compared.
  4. Send Metadata v0 on connection main, every field at its default.
     The broker must close the connection without an answer.
     And, which this program does not know, future: 1
  5. A kind of step that this program does not know:
       {future 2}
)");
}

TEST(Explain, SaysValuesInWords) {
  EXPECT_EQ(explained_steps(R"([
    {"send": "SyncGroup", "version": 5,
     "body": {"group_id": {"repeat": ["x", 250]}, "generation_id": {"add": ["$gen", 1]},
              "assignments": [{"member_id": "$a", "assignment": {"assignment": {
                "version": 1, "assigned_partitions": [{"partitions": [0], "topic": "t"}]}}}]},
     "expect": {"error_code": {"any_of": [16, 25]}, "protocol_name": {"nonempty": true},
                "assignment": {"text": "m"}, "protocol_type": {"any": "uuid"},
                "error_message": {"message": "No."}}}])"),
            R"(  1. Send SyncGroup v5 on connection main:
       group_id 250 times "x", generation_id $gen + 1,
       assignments [{
         member_id $a,
         assignment assignment {version 1, assigned_partitions [{topic "t", partitions [0]}]}}]
     The answer must be:
       error_code one of (16 (NOT_COORDINATOR), 25 (UNKNOWN_MEMBER_ID)),
       protocol_type any uuid but zero, protocol_name something not empty, assignment "m",
       error_message a message (Kafka's: "No.")
)");
}

TEST(Explain, FoldsTextsThatAreLongerThanALine) {
  const std::string hex(260, 'a');
  const std::string steps = R"([{"raw": ")" + hex + R"(", "outcome": "closed"}])";

  const std::string text = explained_steps(steps.c_str());

  std::istringstream lines(text);
  std::size_t digits = 0;
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), 98U) << line;
    digits += line.find_first_not_of(" a") == std::string::npos ? line.size() - line.find('a') : 0;
  }
  EXPECT_GT(digits, 150U) << text;
}

std::string kind_and_name(const Json& step) {
  for (const char* kind :
       {"send", "close", "create_topic", "delete_topic", "produce", "join_sync"}) {
    if (step.contains(kind)) return step.at(kind).get<std::string>();
  }
  return "";
}

TEST(Explain, SpeaksOfEveryStepOfEveryCase) {
  for (const Case& each : embedded_cases()) {
    SCOPED_TRACE(each.id);
    const std::string text = explain(each);
    EXPECT_TRUE(says(text, each.title));
    EXPECT_TRUE(says(text, each.origin()));
    EXPECT_TRUE(says(text, each.why));
    EXPECT_EQ(text.find("this program does not know"), std::string::npos) << text;
    std::size_t at = text.find("\nSteps");
    for (std::size_t i = 0; i < each.steps.size(); ++i) {
      const Json& step = each.steps[i];
      const std::string number = std::to_string(i + 1) + ". ";
      at = text.find("\n" + std::string(5 - std::min<std::size_t>(5, number.size()), ' ') + number,
                     at);
      ASSERT_NE(at, std::string::npos) << "step " << number << "\n" << text;
      EXPECT_NE(text.find(kind_and_name(step), at), std::string::npos) << "step " << number;
    }
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100U) << line;
  }
}

TEST(Explain, NamesEveryErrorOfEveryExpectation) {
  for (const Case& each : embedded_cases()) {
    const std::string text = explain(each);
    EXPECT_EQ(text.find("(UNKNOWN)"), std::string::npos) << text;
    for (int code = 1; code < 10; ++code) {
      // A code that stands behind its field bare.
      const std::string bare = "error_code " + std::to_string(code);
      EXPECT_EQ(text.find(bare + ","), std::string::npos) << text;
      EXPECT_EQ(text.find(bare + "}"), std::string::npos) << text;
    }
  }
}

}  // namespace
}  // namespace cohort::conform
