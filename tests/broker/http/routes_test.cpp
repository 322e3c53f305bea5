// What every route of the HTTP interface does, and which of its requests it refuses.
#include "broker/http/http_world.hpp"

#include <set>
#include <sstream>
#include <string>
#include <variant>

namespace cohort::broker {
namespace {

class Routes : public HttpWorld {
 protected:
  explicit Routes(net::ClockMode clock = net::ClockMode::manual) : HttpWorld(clock) {}

  std::int64_t now_ms() { return get("/v1/clock").at("now_ms").to_number<std::int64_t>(); }
};

TEST_F(Routes, TopicsAreMadeShownGrownAndDeleted) {
  EXPECT_EQ(post("/v1/topics", R"({"topic":"u"})", 201).at("partitions").as_array().size(), 1);
  EXPECT_EQ(get("/v1/topics").at("topics").as_array().size(), 2);
  EXPECT_EQ(
      post("/v1/topics/u/partitions", R"({"partitions":3})").at("partitions").as_array().size(), 3);
  expect_refused(400, "u", "POST", "/v1/topics/u/partitions", R"({"partitions":2})");
  expect_refused(400, "u", "POST", "/v1/topics", R"({"topic":"u"})");
  EXPECT_EQ(json(200, ask("DELETE", "/v1/topics/u")), parsed("{}"));
  expect_refused(404, "u", "GET", "/v1/topics/u");
}

TEST_F(Routes, InternalTopicsAreShownOnRequest) {
  control.set_offsets("g", {{"t", 0, 1}});
  EXPECT_EQ(get("/v1/topics").at("topics").as_array().size(), 1);
  EXPECT_EQ(get("/v1/topics?internal=false").at("topics").as_array().size(), 1);
  EXPECT_EQ(get("/v1/topics?internal=true").at("topics").as_array().size(), 2);
  EXPECT_EQ(get("/v1/topics?internal").at("topics").as_array().size(), 2);
  expect_refused(400, "\"internal\"", "GET", "/v1/topics?internal=yes");
}

TEST_F(Routes, RecordsAreAppendedAndRead) {
  const std::string body = R"({"partition":1,"records":[
      {"key":"k","value":"v","timestamp_ms":5,"headers":[{"key":"h","value":"x"}]},
      {"key_base64":"/w==","value":null,"timestamp_ms":6}]})";
  EXPECT_EQ(post("/v1/topics/t/records", body, 201).at("offset"), 0);
  EXPECT_EQ(get("/v1/topics/t/records").at("records"), parsed(R"([
      {"partition":1,"offset":0,"timestamp_ms":5,"key":"k","value":"v",
       "headers":[{"key":"h","value":"x"}]},
      {"partition":1,"offset":1,"timestamp_ms":6,"key_base64":"/w==","value":null,
       "headers":[]}])"));
  EXPECT_EQ(get("/v1/topics/t/records?partition=0").at("records"), parsed("[]"));
  EXPECT_EQ(get("/v1/topics/t/records?partition=1&offset=1").at("records").as_array().size(), 1);
  EXPECT_EQ(get("/v1/topics/t/records?limit=1").at("records").as_array().size(), 1);
}

TEST_F(Routes, RecordsThatCantBeReadOrAppendedAreRefused) {
  expect_refused(400, "\"limit\"", "GET", "/v1/topics/t/records?limit=0");
  expect_refused(400, "\"limit\"", "GET", "/v1/topics/t/records?limit=x");
  expect_refused(400, "\"offset\"", "GET", "/v1/topics/t/records?offset=");
  expect_refused(404, "t-2", "GET", "/v1/topics/t/records?partition=2");
  expect_refused(404, "", "POST", "/v1/topics/t/records", R"({"partition":2,"records":[{}]})");
  expect_refused(400, "records", "POST", "/v1/topics/t/records", R"({"partition":0})");
  expect_refused(400, "base64", "POST", "/v1/topics/t/records",
                 R"({"partition":0,"records":[{"value_base64":"!"}]})");
  EXPECT_EQ(control.topic("t")->partitions.at(0).end_offset, 0);
}

TEST_F(Routes, EmptyKeysAndValuesAreEmptyText) {
  post("/v1/topics/t/records", R"({"partition":0,"records":[
      {"key":"","value":"","headers":[{"key":"h","value":""}],"timestamp_ms":5}]})",
       201);

  EXPECT_EQ(get("/v1/topics/t/records").at("records"), parsed(R"([
      {"partition":0,"offset":0,"timestamp_ms":5,"key":"","value":"",
       "headers":[{"key":"h","value":""}]}])"));
}

TEST_F(Routes, RecordsAreDeletedAndLeadersMoved) {
  control.append("t", 0, {{.value = Buffer::copy_of("x")}, {.value = Buffer::copy_of("y")}});
  EXPECT_EQ(post("/v1/topics/t/partitions/0/delete-records", R"({"offset":1})"),
            parsed(R"({"log_start_offset":1})"));
  expect_refused(400, "offset 9", "POST", "/v1/topics/t/partitions/0/delete-records",
                 R"({"offset":9})");
  const auto moved = post("/v1/topics/t/partitions/0/leader");
  EXPECT_EQ(moved.at("partitions").at(0).at("leader_epoch"), 1);
  expect_refused(400, "broker 7", "POST", "/v1/topics/t/partitions/0/leader", R"({"broker":7})");
  expect_refused(400, "compact", "POST", "/v1/topics/t/compact");
}

TEST_F(Routes, GroupsAreShownWithTheirOffsets) {
  const auto group = post("/v1/groups/g/offsets",
                          R"({"offsets":[{"topic":"t","partition":1,"offset":4,"metadata":"m"}]})");
  EXPECT_EQ(group.at("state").as_string(), "Empty");
  EXPECT_EQ(group.at("waiting_for"), nullptr);
  EXPECT_EQ(group.at("offsets").at(0).at("committed"), 4);
  EXPECT_EQ(group.at("offsets").at(0).at("metadata").as_string(), "m");
  EXPECT_EQ(get("/v1/groups/g"), group);
  EXPECT_EQ(get("/v1/groups").at("groups").at(0), group);
  EXPECT_EQ(get("/v1/groups/g/timeline").at("facts").as_array().size(), 1);
  expect_refused(404, "u", "POST", "/v1/groups/g/offsets",
                 R"({"offsets":[{"topic":"u","partition":0,"offset":4}]})");
}

TEST_F(Routes, OwnersAreAskedOfAGroupThatIsKnown) {
  control.set_offsets("g", {{"t", 0, 1}});
  EXPECT_EQ(get("/v1/groups/g/owners/t/0"), parsed(R"({"owners":[]})"));
  for (const char* partition : {"-1", "x", "2147483648"}) {
    refused(404, "GET", std::string("/v1/groups/g/owners/t/") + partition);
  }
}

TEST_F(Routes, AGroupWithoutMembersCantBeRebalanced) {
  expect_refused(400, "\"offsets\"", "POST", "/v1/groups/g/offsets", R"({"offsets":[]})");
  expect_refused(400, "no coordinator", "POST", "/v1/groups/g/coordinator");
  control.set_offsets("g", {{"t", 0, 1}});
  expect_refused(400, "no members", "POST", "/v1/groups/g/rebalance");
  expect_refused(404, "'m'", "POST", "/v1/groups/g/members/m/expire");
  EXPECT_EQ(post("/v1/groups/g/coordinator"), parsed("{}"));
}

TEST_F(Routes, FaultRulesAreMadeShownAndRemoved) {
  const std::string match =
      R"({"api":"Produce","version":9,"client_id":"c","group":"g","transactional_id":"x",)"
      R"("topic":"t","partition":1,"broker":1})";
  const auto made = post(
      "/v1/faults",
      R"({"match":)" + match + R"(,"nth":2,"times":3,"probability":0.5,"action":{"delay_ms":7}})",
      201);
  EXPECT_EQ(made, parsed(R"({"id":1})"));
  const auto rule = get("/v1/faults/1");
  EXPECT_EQ(rule.at("match"), parsed(match));
  EXPECT_EQ(rule.at("action"), parsed(R"({"delay_ms":7})"));
  EXPECT_EQ(rule.at("hits"), 0);
  EXPECT_EQ(get("/v1/faults").at("faults").at(0), rule);
  EXPECT_EQ(json(200, ask("DELETE", "/v1/faults/1")), parsed("{}"));
  expect_refused(404, "rule 1", "GET", "/v1/faults/1");
}

TEST_F(Routes, EveryActionIsReadAndShown) {
  for (const char* action :
       {R"({"error":"NOT_COORDINATOR"})", R"({"delay_ms":1})", R"({"hold":"before"})",
        R"({"hold":"after"})", R"({"drop_answer":true})", R"({"disconnect":"before"})",
        R"({"disconnect":"after"})", R"({"fence":true})", R"({"throttle_ms":1})",
        R"({"observe":true})"}) {
    const auto id = post("/v1/faults", std::string(R"({"action":)") + action + '}', 201).at("id");
    const std::string path = "/v1/faults/" + boost::json::serialize(id);
    EXPECT_EQ(get(path).at("action"), parsed(action));
  }
}

TEST_F(Routes, RulesThatMakeNoSenseAreRefused) {
  const auto refuse = [this](const std::string& what, const std::string& body) {
    expect_refused(400, what, "POST", "/v1/faults", body);
  };
  refuse("\"action\"", "{}");
  refuse("\"action\"", R"({"action":{}})");
  refuse("one action", R"({"action":{"fence":true,"observe":true}})");
  refuse("\"action.error\"", R"({"action":{"error":"NO_SUCH"}})");
  refuse("\"action.hold\"", R"({"action":{"hold":"later"}})");
  refuse("\"action.fence\"", R"({"action":{"fence":false}})");
  refuse("\"nth\"", R"({"nth":0,"action":{"fence":true}})");
  refuse("\"times\"", R"({"times":0,"action":{"fence":true}})");
  refuse("\"probability\"", R"({"probability":2,"action":{"fence":true}})");
  refuse("\"match.api\"", R"({"match":{"api":"NoApi"},"action":{"fence":true}})");
  EXPECT_TRUE(control.rules().empty());
}

TEST_F(Routes, HoldsAreListedAndReleasedByNumberOrAll) {
  post("/v1/faults", R"({"action":{"hold":"before"}})", 201);
  EXPECT_EQ(get("/v1/holds"), parsed(R"({"holds":[]})"));
  EXPECT_EQ(post("/v1/holds/1/release", R"({"all":true})"), parsed(R"({"released":0})"));
  expect_refused(404, "request 5", "POST", "/v1/holds/1/release", R"({"request":5})");
  expect_refused(400, "either", "POST", "/v1/holds/1/release");
  expect_refused(400, "either", "POST", "/v1/holds/1/release", R"({"request":5,"all":true})");
}

TEST_F(Routes, TheClockIsShownAndMoved) {
  const std::int64_t before = now_ms();
  EXPECT_EQ(get("/v1/clock").at("clock").as_string(), "manual");
  EXPECT_EQ(post("/v1/clock/advance", R"({"ms":1500})").at("now_ms"), before + 1500);
  expect_refused(400, "\"ms\"", "POST", "/v1/clock/advance", "{}");
  expect_refused(400, "\"ms\"", "POST", "/v1/clock/advance", R"({"ms":-1})");
  expect_refused(400, "\"pause_ms\"", "POST", "/v1/clock/advance", R"({"ms":1,"pause_ms":1})");
  EXPECT_EQ(now_ms(), before + 1500);
  EXPECT_EQ(post("/v1/clock/run-until-idle", R"({"limit_ms":10})").at("now_ms"), before + 1500);
}

TEST_F(Routes, TheClockIsMovedTenYearsAtOnceAndNotMore) {
  constexpr const char* eleven_years = R"({"ms":347155200000})";
  expect_refused(400, "\"ms\"", "POST", "/v1/clock/advance", eleven_years);
  expect_refused(400, "\"step_ms\"", "POST", "/v1/clock/advance",
                 R"({"ms":1,"step_ms":347155200000})");
}

TEST_F(Routes, AResetEndsAClockThatMovesInSteps) {
  auto pending =
      std::get<PendingAnswer>(reply("POST", "/v1/clock/advance", R"({"ms":250,"step_ms":100})"));
  EXPECT_EQ(pending.tick(), std::nullopt);
  EXPECT_EQ(pending.look(), std::nullopt);
  post("/v1/reset");
  EXPECT_THROW(pending.look(), HttpError);
}

TEST_F(Routes, TheClockMovesInStepsWithATickEach) {
  const std::int64_t before = now_ms();
  auto pending = std::get<PendingAnswer>(
      reply("POST", "/v1/clock/advance", R"({"ms":250,"step_ms":100,"pause_ms":3})"));
  EXPECT_EQ(pending.tick_every, std::chrono::milliseconds(3));
  EXPECT_EQ(pending.look(), std::nullopt);
  EXPECT_EQ(pending.tick(), std::nullopt);
  EXPECT_EQ(now_ms(), before + 100);
  EXPECT_EQ(pending.tick(), std::nullopt);
  EXPECT_EQ(json(200, pending.tick().value()).at("now_ms"), before + 250);
}

TEST_F(Routes, AGroupIsWaitedForThoughItIsNotThereYet) {
  auto pending = std::get<PendingAnswer>(
      reply("POST", "/v1/groups/g/wait", R"({"state":"Empty","members":0,"timeout_ms":50})"));
  EXPECT_EQ(pending.tick_every, std::chrono::milliseconds(50));
  EXPECT_EQ(pending.look(), std::nullopt);
  control.set_offsets("g", {{"t", 0, 1}});
  EXPECT_EQ(json(200, pending.look().value()).at("group").as_string(), "g");
  expect_refused(400, "\"state\"", "POST", "/v1/groups/g/wait", R"({"state":"stable"})");
}

TEST_F(Routes, AWaitInVainTellsWhatWasSeen) {
  control.set_offsets("g", {{"t", 0, 1}});
  auto of_group = std::get<PendingAnswer>(reply("POST", "/v1/groups/g/wait", R"({"members":1})"));
  EXPECT_EQ(of_group.look(), std::nullopt);
  // No turn: behind one the same client's look could answer while this one is still running.
  int turns = 0;
  host.after_turn([&] { ++turns; });
  const auto seen = json(408, of_group.tick().value());
  EXPECT_EQ(seen.at("seen").at("state").as_string(), "Empty");
  EXPECT_NE(seen.at("error").as_string(), "");
  EXPECT_EQ(turns, 0);

  post("/v1/faults", R"({"action":{"observe":true}})", 201);
  auto of_rule = std::get<PendingAnswer>(reply("POST", "/v1/faults/1/wait", R"({"hits":2})"));
  EXPECT_EQ(of_rule.look(), std::nullopt);
  EXPECT_EQ(json(408, of_rule.tick().value()).at("seen").at("hits"), 0);
  control.remove_rule(RuleId{1});
  EXPECT_THROW(of_rule.look(), HttpError);
}

TEST_F(Routes, BrokersClientsAndTheWholeAreActedUpon) {
  host.listen("127.0.0.1", 0);
  EXPECT_EQ(post("/v1/brokers/1/stop"), parsed("{}"));
  EXPECT_EQ(post("/v1/brokers/1/start"), parsed("{}"));
  EXPECT_EQ(post("/v1/clients/nobody/disconnect"), parsed(R"({"disconnected":0})"));
  EXPECT_EQ(post("/v1/reset"), parsed("{}"));
  EXPECT_EQ(get("/v1/topics"), parsed(R"({"topics":[]})"));
}

TEST_F(Routes, MetricsAreText) {
  // Which fit into one slice, and so go out as a whole.
  const HttpAnswer answer = std::get<HttpAnswer>(reply("GET", "/metrics"));
  EXPECT_TRUE(answer.content_type.starts_with("text/plain"));
  const std::string& text = answer.body;
  EXPECT_NE(text.find("kafka_topic_partitions{topic=\"t\"} 2\n"), std::string::npos) << text;
  EXPECT_NE(text.find("kafka_brokers 1\n"), std::string::npos) << text;
}

TEST_F(Routes, MetricsOfManyTopicsComeInSlicesThatEndWithALine) {
  for (int i = 0; i < 1000; ++i) control.create_topic("many-" + std::to_string(i), 3);
  const SlicedAnswer answer = std::get<SlicedAnswer>(reply("GET", "/metrics"));
  std::set<std::string> lines;
  std::size_t count = 0;
  for (std::string slice = answer.next(); !slice.empty(); slice = answer.next()) {
    EXPECT_LT(slice.size(), 70'000);
    EXPECT_EQ(slice.back(), '\n');
    std::istringstream each(slice);
    for (std::string line; std::getline(each, line); ++count) lines.insert(line);
  }
  EXPECT_EQ(lines.size(), count);
  EXPECT_TRUE(lines.contains(R"(kafka_topic_partition_leader{topic="many-999",partition="2"} 1)"));
  EXPECT_TRUE(lines.contains(R"(kafka_topic_partitions{topic="many-0"} 3)"));
}

TEST_F(Routes, WhatIsDeletedBetweenTwoSlicesOfTheMetricsIsLeftOut) {
  for (int i = 0; i < 1000; ++i) control.create_topic("many-" + std::to_string(i), 3);
  const SlicedAnswer answer = std::get<SlicedAnswer>(reply("GET", "/metrics"));
  std::string text = answer.next();
  control.delete_topic("many-999");
  for (std::string slice = answer.next(); !slice.empty(); slice = answer.next()) text += slice;
  EXPECT_EQ(text.find("kafka_topic_partition_in_sync_replica{topic=\"many-999\""),
            std::string::npos);
  EXPECT_NE(text.find("cohort_requests_total"), std::string::npos);
}

class RoutesOfARealClock : public Routes {
 protected:
  RoutesOfARealClock() : Routes(net::ClockMode::real) {}
};

TEST_F(RoutesOfARealClock, ARealClockIsNotMoved) {
  EXPECT_EQ(get("/v1/clock").at("clock").as_string(), "real");
  expect_refused(409, "real", "POST", "/v1/clock/advance", R"({"ms":1})");
  expect_refused(409, "real", "POST", "/v1/clock/advance", R"({"ms":1,"step_ms":1})");
  expect_refused(409, "real", "POST", "/v1/clock/run-until-idle", R"({"limit_ms":1})");
}

TEST_F(RoutesOfARealClock, ATimeThatTheHostRefusesIsTheClientsMistake) {
  backend.clock = net::ClockMode::manual;  // The host's is real, and it says so.
  EXPECT_NE(refused(400, "POST", "/v1/clock/advance", R"({"ms":1})"), "");
  auto pending =
      std::get<PendingAnswer>(reply("POST", "/v1/clock/advance", R"({"ms":1,"step_ms":1})"));
  EXPECT_THROW(pending.tick(), HttpError);
}

class RoutesOfAShortJournal : public HttpWorld {
 protected:
  RoutesOfAShortJournal() : HttpWorld(net::ClockMode::manual, /*journal_capacity=*/2) {}
};

TEST_F(RoutesOfAShortJournal, TheJournalIsReadFromANumberOnUntilItIsGone) {
  EXPECT_EQ(get("/v1/journal?since=0").at("facts").as_array().size(), 1);
  for (const char* topic : {"a", "b"}) control.create_topic(topic);
  const auto all = get("/v1/journal");
  EXPECT_EQ(all.at("first"), 2);
  EXPECT_EQ(all.at("next"), 4);
  EXPECT_EQ(all.at("facts").as_array().size(), 2);
  EXPECT_EQ(get("/v1/journal?since=3").at("facts").as_array().size(), 1);
  EXPECT_EQ(get("/v1/journal?since=9").at("facts").as_array().size(), 0);
  expect_refused(410, "oldest is 2", "GET", "/v1/journal?since=1");
  expect_refused(410, "oldest is 2", "GET", "/v1/journal?since=0");
  expect_refused(410, "fact 1 is gone, the oldest is 2", "GET", "/v1/journal/stream?since=1");
  EXPECT_EQ(std::get<JournalStream>(reply("GET", "/v1/journal/stream?since=3")).since, 3);
  EXPECT_EQ(std::get<JournalStream>(reply("GET", "/v1/journal/stream")).since, 4);
  expect_refused(400, "\"since\"", "GET", "/v1/journal/stream?since=x");
  expect_refused(400, "\"since\"", "GET", "/v1/journal/stream?since=");
  expect_refused(400, "\"from\"", "GET", "/v1/journal/stream?from=3");
  expect_refused(400, "\"since\"", "GET", "/v1/journal?since=-1");
  expect_refused(400, "\"since\"", "GET", "/v1/journal?since=x");
}

TEST_F(Routes, AQuerysFieldThatIsNotKnownIsRefused) {
  for (const char* target : {"/health?a=1", "/v1/journal?x=1", "/v1/topics/t/records?from=0",
                             "/v1/groups?internal=true"}) {
    EXPECT_NE(refused(400, "GET", target).find("not known"), std::string::npos) << target;
  }
}

}  // namespace
}  // namespace cohort::broker
