#include <cohort/testing/trace.hpp>

#include <gtest/gtest.h>

namespace cohort::testing {

namespace {

TraceMoment when(int ms, std::uint64_t order) { return {.at = milliseconds(ms), .order = order}; }

/// One member whose JoinGroup comes late, and then is refused.
Trace small_trace() {
  Trace trace{.scenario = "group", .seed = 7};
  trace.processes = {{.name = "m1", .member = "m1", .from = when(0, 0)}};
  trace.entries = {
      {.moment = when(0, 0), .kind = TraceEntry::Kind::member, .lane = "m1", .text = "starts"},
      {.moment = when(12, 3),
       .kind = TraceEntry::Kind::broker,
       .lane = "broker",
       .text = "member_id_given m1",
       .reason = "first JoinGroup [request JoinGroup]"},
      {.moment = when(1500, 6),
       .kind = TraceEntry::Kind::storm,
       .lane = "storm",
       .text = "step 4: crash m1"}};
  trace.messages = {{.from = "m1",
                     .to = "broker",
                     .api = ApiKey::join_group,
                     .version = 9,
                     .sent = when(1, 1),
                     .arrived = when(12, 2),
                     .text = "v9 JoinGroupRequest{}"},
                    {.from = "broker",
                     .to = "m1",
                     .api = ApiKey::join_group,
                     .version = 9,
                     .sent = when(12, 4),
                     .request = 0,
                     .text = "v9 JoinGroupResponse{error_code=MEMBER_ID_REQUIRED}",
                     .error = "MEMBER_ID_REQUIRED"}};
  trace.generations = {{.number = 1, .why = "a new member", .started = when(12, 3)}};
  trace.end = when(2000, 7);
  trace.digest = 0xABC;
  trace.events = 9;
  return trace;
}

}  // namespace

TEST(TraceText, IsALineForEachThingWithItsReason) {
  EXPECT_EQ(to_text(small_trace()),
            "    0.000 s  m1       starts\n"
            "    0.012 s  broker   member_id_given m1: first JoinGroup [request JoinGroup]\n"
            "    1.500 s  storm    -- step 4: crash m1\n"
            "2.000 s, 9 events, 1 generation, digest 0000000000000abc\n");
}

TEST(TraceText, HasMessagesInFullWhereTheyAreWanted) {
  EXPECT_EQ(to_text(small_trace(), TraceDetail::messages),
            "    0.000 s  m1       starts\n"
            "    0.001 s  m1       -> broker v9 JoinGroupRequest{}\n"
            "    0.012 s  broker   <- m1 JoinGroup\n"
            "    0.012 s  broker   member_id_given m1: first JoinGroup [request JoinGroup]\n"
            "    0.012 s  broker   -> m1 v9 JoinGroupResponse{error_code=MEMBER_ID_REQUIRED} "
            "(never arrives)\n"
            "    1.500 s  storm    -- step 4: crash m1\n"
            "2.000 s, 9 events, 1 generation, digest 0000000000000abc\n");
}

TEST(TraceText, EndsWithTheViolation) {
  Trace trace = small_trace();
  trace.violation = Violation{.checker = "one owner", .what = "t1-0 has two", .path = {}};

  EXPECT_NE(to_text(trace).find("\nviolation of \"one owner\": t1-0 has two\n2.000 s, "),
            std::string::npos);
}

TEST(TraceJson, HasMomentsAsMillisecondsAndOrder) {
  const std::string json = to_json(small_trace());

  EXPECT_NE(json.find(R"({"from":"m1","to":"broker","api":"JoinGroup","version":9,"sent":[1,1],)"
                      R"("arrived":[12,2],"request":null,"error":"",)"
                      R"("text":"v9 JoinGroupRequest{}"})"),
            std::string::npos)
      << json;
  EXPECT_NE(json.find(R"("digest":"0000000000000abc")"), std::string::npos);
}

TEST(TraceJson, EscapesWhatCouldEndAText) {
  Trace trace = small_trace();
  trace.entries.front().reason = "a \"b\" \\ c\nd\x01";

  EXPECT_NE(to_json(trace).find(R"("reason":"a \"b\" \\ c\nd\u0001")"), std::string::npos);
}

TEST(TraceHtml, NeedsNothingElse) {
  const std::string page = to_html(small_trace());

  for (const char* word : {"http:", "https:", "src=", "href=", "@import", "url(//", "fetch("}) {
    EXPECT_EQ(page.find(word), std::string::npos) << word;
  }
}

TEST(TraceHtml, NoTextEndsItsScript) {
  Trace trace = small_trace();
  trace.scenario = "<b>&";
  trace.entries.front().text = "</script><script>alert(1)";

  const std::string page = to_html(trace);

  EXPECT_EQ(page.find("alert(1)"), page.rfind("alert(1)"));
  EXPECT_NE(page.find(R"(\u003c/script>\u003cscript>alert(1))"), std::string::npos);
  EXPECT_NE(page.find("<title>&lt;b&gt;&amp;, seed 7"), std::string::npos);
}

TEST(TraceHtml, CarriesTheWholeTrace) {
  const Trace trace = small_trace();

  EXPECT_NE(to_html(trace).find(to_json(trace)), std::string::npos);
}

}  // namespace cohort::testing
