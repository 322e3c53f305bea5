// What every request of the HTTP interface goes through: who may ask, paths, methods and bodies.
#include "broker/http/http_world.hpp"

namespace cohort::broker {
namespace {

class Router : public HttpWorld {
 protected:
  unsigned status_for(const std::string& asked, const std::string& origin = {}) {
    const HttpRequest request{
        .method = "GET", .target = "/health", .host = asked, .origin = origin, .body = {}};
    return std::get<HttpAnswer>(answer_http(request, backend)).status;
  }
};

TEST_F(Router, HealthIsOk) { EXPECT_EQ(get("/health"), parsed(R"({"status":"ok"})")); }

TEST_F(Router, HeadIsAnsweredAsGet) { EXPECT_EQ(ask("HEAD", "/health"), ask("GET", "/health")); }

TEST_F(Router, AnUnknownPathIsNotFound) {
  for (const char* path :
       {"/", "", "/v2", "/health/", "/v1/groups/", "/v1//groups", "/v1/faults/"}) {
    EXPECT_NE(refused(404, "GET", path), "") << path;
  }
}

TEST_F(Router, AnotherMethodIsToldWhichAreServed) {
  expect_refused(405, "GET", "POST", "/health");
  expect_refused(405, "GET, POST", "DELETE", "/v1/topics");
  expect_refused(405, "GET, DELETE", "POST", "/v1/faults/1");
}

TEST_F(Router, OtherSitesPagesMayNotAsk) {
  EXPECT_EQ(status_for("localhost"), 200);
  EXPECT_EQ(status_for("localhost:8080"), 200);
  EXPECT_EQ(status_for("10.0.0.1:80"), 200);
  EXPECT_EQ(status_for("[::1]:8080"), 200);
  EXPECT_EQ(status_for("[::1]"), 200);
  // Nobody can own a name without a dot: it is this machine's, or a container's.
  EXPECT_EQ(status_for("LocalHost:8080"), 200);
  EXPECT_EQ(status_for("cohort:8080"), 200);
  EXPECT_EQ(status_for("my_broker-1"), 200);
  EXPECT_EQ(status_for("evil.example"), 403);
  EXPECT_EQ(status_for("cohort."), 403);
  EXPECT_EQ(status_for("a/b"), 403);
  EXPECT_EQ(status_for("localhost.evil.example"), 403);
  EXPECT_EQ(status_for("127.0.0.1.evil.example:80"), 403);
  EXPECT_EQ(status_for(""), 403);
  EXPECT_EQ(status_for("localhost:8080", "http://localhost:8080"), 200);
  EXPECT_EQ(status_for("LOCALHOST:8080", "http://localhost:8080"), 200);
  EXPECT_EQ(status_for("localhost:8080", "http://localhost:9999"), 403);
  EXPECT_EQ(status_for("localhost:8080", "http://evil.example"), 403);
  EXPECT_EQ(status_for("localhost:8080", "null"), 403);
}

TEST_F(Router, PathsArePercentDecodedAfterTheyAreSplit) {
  control.set_offsets("a/b c", {{"t", 0, 1}});
  EXPECT_EQ(get("/v1/groups/a%2Fb%20c").at("group").as_string(), "a/b c");
  EXPECT_EQ(get("/v1/groups/a%2fb%20c").at("group").as_string(), "a/b c");
  for (const char* wrong : {"/v1/groups/%", "/v1/groups/%4", "/v1/groups/%zz"}) {
    expect_refused(400, "%", "GET", wrong);
  }
}

TEST_F(Router, BytesThatAreNoTextAreRefused) {
  for (const char* wrong :
       {"/v1/groups/%ff", "/v1/groups/a%00", "/v1/groups/%c3", "/v1/journal?since=%ff",
        "/v1/journal?%ff=1", "/v1/groups/\xff", "/v1/topics/%ed%a0%80"}) {
    expect_refused(400, "UTF-8", "GET", wrong);
  }
  expect_refused(400, "UTF-8", "POST", "/v1/groups/%ff/offsets",
                 R"({"offsets":[{"topic":"t","partition":0,"offset":1}]})");
  EXPECT_EQ(get("/v1/groups").at("groups"), parsed("[]"));
  control.set_offsets("\xc3\xa4", {{"t", 0, 1}});
  EXPECT_EQ(get("/v1/groups/%c3%a4").at("group").as_string(), "\xc3\xa4");
}

TEST_F(Router, ABodyHasToBeAnObjectOfJson) {
  expect_refused(400, "JSON", "POST", "/v1/topics", "{");
  expect_refused(400, "JSON", "POST", "/v1/topics", "{} {}");
  expect_refused(400, "an array", "POST", "/v1/topics", "[]");
  expect_refused(400, "a text", "POST", "/v1/topics", "\"t\"");
}

TEST_F(Router, AFieldOfAnotherTypeIsNamed) {
  expect_refused(400, "\"topic\"", "POST", "/v1/topics", R"({"topic":1})");
  expect_refused(400, "\"partitions\"", "POST", "/v1/topics", R"({"topic":"u","partitions":"2"})");
  expect_refused(400, "\"partitions\"", "POST", "/v1/topics", R"({"topic":"u","partitions":1.5})");
  expect_refused(400, "\"partitions\"", "POST", "/v1/topics", R"({"topic":"u","partitions":0})");
  expect_refused(400, "\"match.version\"", "POST", "/v1/faults",
                 R"({"match":{"version":"x"},"action":{"observe":true}})");
  expect_refused(400, "\"offsets[1].topic\"", "POST", "/v1/groups/g/offsets",
                 R"({"offsets":[{"topic":"t","partition":0,"offset":1},{"topic":7}]})");
}

TEST_F(Router, AnUnknownOrMissingFieldIsNamed) {
  expect_refused(400, "\"topics\"", "POST", "/v1/topics", R"({"topic":"u","topics":1})");
  expect_refused(400, "\"topic\"", "POST", "/v1/topics", "{}");
  expect_refused(400, "\"match.apis\"", "POST", "/v1/faults",
                 R"({"match":{"apis":1},"action":{"observe":true}})");
  expect_refused(400, "\"x\"", "POST", "/v1/reset", R"({"x":1})");
  EXPECT_FALSE(control.topic("u").has_value());
}

TEST_F(Router, WhereNoBodyIsNeededAnEmptyObjectIsOne) {
  EXPECT_EQ(post("/v1/topics/t/retention", "{}").at("topic").as_string(), "t");
  EXPECT_EQ(post("/v1/topics/t/retention", " \r\n").at("topic").as_string(), "t");
}

TEST_F(Router, UnknownNamesAreNotFound) {
  for (const char* path : {"/v1/groups/x", "/v1/groups/x/timeline", "/v1/topics/x", "/v1/faults/1",
                           "/v1/topics/x/records", "/v1/faults/x", "/v1/faults/-1"}) {
    EXPECT_NE(refused(404, "GET", path), "") << path;
  }
  for (const char* path : {"/v1/groups/x/owners/t/0", "/v1/groups/x/owners/t/x"}) {
    EXPECT_NE(refused(404, "GET", path), "") << path;
  }
  for (const char* path :
       {"/v1/groups/x/rebalance", "/v1/groups/x/members/m/expire", "/v1/topics/x/compact",
        "/v1/topics/x/retention", "/v1/topics/t/partitions/2/leader", "/v1/brokers/9/stop",
        "/v1/topics/t/partitions/x/leader", "/v1/brokers/9/start", "/v1/brokers/-1/stop",
        "/v1/faults/1/wait"}) {
    EXPECT_NE(refused(404, "POST", path), "") << path;
  }
  EXPECT_NE(refused(404, "DELETE", "/v1/topics/x"), "");
  EXPECT_NE(refused(404, "DELETE", "/v1/faults/1"), "");
  expect_refused(404, "rule -1: there is none", "DELETE", "/v1/faults/-1");
  expect_refused(404, "rule 3", "POST", "/v1/holds/3/release", R"({"all":true})");
}

}  // namespace
}  // namespace cohort::broker
