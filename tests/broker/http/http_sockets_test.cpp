// The HTTP interface over real sockets: answers that wait, streams, and clients that go.
#include "broker/control/tcp_member.hpp"
#include "broker/http/http_client.hpp"
#include <cohort/broker/embedded_broker.hpp>

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace cohort::broker {
namespace {

namespace json = boost::json;
using std::chrono::milliseconds;

TEST(HttpSockets, SeveralRequestsAreAnsweredOnOneConnection) {
  EmbeddedBroker broker(with_http());
  HttpClient client(broker);
  EXPECT_EQ(client.ask("GET", "/health"), json::parse(R"({"status":"ok"})"));
  EXPECT_EQ(client.ask("GET", "/v1/topics").at("topics").as_array().size(), 1);
  client.send("GET", "/v1/nothing");
  EXPECT_NE(client.take("404").at("error").as_string(), "");
}

TEST(HttpSockets, AGroupThatComesLaterIsWaitedFor) {
  EmbeddedBroker broker(with_http());
  HttpClient client(broker);
  client.send("POST", "/v1/groups/g/wait", R"({"state":"Empty"})");
  broker.control().set_offsets("g", {{"t", 0, 1}});
  EXPECT_EQ(client.take("200").at("group").as_string(), "g");
}

TEST(HttpSockets, AWaitInVainIsAnsweredWithWhatWasSeen) {
  EmbeddedBroker broker(with_http());
  broker.control().set_offsets("g", {{"t", 0, 1}});
  HttpClient client(broker);
  client.send("POST", "/v1/groups/g/wait", R"({"state":"Stable","timeout_ms":1})");
  EXPECT_EQ(client.take("408").at("seen").at("state").as_string(), "Empty");
  EXPECT_EQ(client.ask("GET", "/health"), json::parse(R"({"status":"ok"})"));
}

TEST(HttpSockets, AFaultsHitIsWaitedFor) {
  EmbeddedBroker broker(with_http());
  const RuleId rule = broker.control().add_rule({.action = Observe{}});
  HttpClient client(broker);
  client.send("POST", "/v1/faults/1/wait", R"({"hits":1})");
  const std::string& bootstrap = broker.bootstrap_servers();
  net::Client kafka(
      static_cast<std::uint16_t>(std::stoi(bootstrap.substr(bootstrap.rfind(':') + 1))));
  // ApiVersions v0 without a client id.
  ASSERT_TRUE(kafka.send(std::string("\0\0\0\x0a\0\x12\0\0\0\0\0\1\xff\xff", 14)));
  EXPECT_EQ(client.take("200").at("hits"), 1);
  EXPECT_EQ(broker.control().rule(rule)->hits, 1);
}

TEST(HttpSockets, ARuleThatIsRemovedMeanwhileEndsTheWait) {
  EmbeddedBroker broker(with_http());
  const RuleId rule = broker.control().add_rule({.action = Observe{}});
  HttpClient client(broker);
  client.send("POST", "/v1/faults/1/wait", R"({"hits":1})");
  broker.control().remove_rule(rule);
  EXPECT_NE(client.take("404").at("error").as_string(), "");
}

TEST(HttpSockets, TheClockMovesInSteps) {
  EmbeddedBroker broker(with_http());
  const Instant before = broker.now();
  HttpClient client(broker);
  client.ask("POST", "/v1/clock/advance", R"({"ms":250,"step_ms":100,"pause_ms":0})");
  EXPECT_EQ(broker.now(), before + milliseconds(250));
}

TEST(HttpSockets, AResetMakesTheTopicsOfTheStartAgain) {
  EmbeddedBroker broker(with_http());
  broker.control().create_topic("u");
  HttpClient client(broker);
  EXPECT_EQ(client.ask("POST", "/v1/reset"), json::parse("{}"));
  ASSERT_EQ(broker.control().topics().size(), 1);
  EXPECT_EQ(broker.control().topics().at(0).topic, "t");
}

TEST(HttpSockets, TheJournalIsStreamedFromANumberOn) {
  EmbeddedBroker broker(with_http());
  HttpClient client(broker);
  client.send("GET", "/v1/journal/stream?since=1", {}, upgrade);
  ASSERT_TRUE(client.take_head().starts_with("HTTP/1.1 101"));
  EXPECT_EQ(client.take_message().at("number"), 1);

  broker.control().create_topic("u");
  const json::value second = client.take_message();
  EXPECT_EQ(second.at("number"), 2);
  EXPECT_EQ(second.at("kind").as_string(), "topic_created");
  EXPECT_EQ(second.at("topic").as_string(), "u");
}

TEST(HttpSockets, AStreamOfWhatIsGoneIsRefused) {
  EmbeddedOptions options = with_http();
  options.journal_capacity = 1;
  EmbeddedBroker broker(options);
  broker.control().create_topic("u");
  HttpClient client(broker);
  client.send("GET", "/v1/journal/stream?since=1", {}, upgrade);
  EXPECT_EQ(client.take("410").at("error").as_string(), "fact 1 is gone, the oldest is 2");
  client.send("GET", "/v1/journal/stream?since=2");
  EXPECT_NE(client.take("426").at("error").as_string(), "");
}

TEST(HttpSockets, AStreamsClientThatSaysMuchIsClosed) {
  EmbeddedBroker broker(with_http());
  HttpClient client(broker);
  client.send("GET", "/v1/journal/stream", {}, upgrade);
  ASSERT_TRUE(client.take_head().starts_with("HTTP/1.1 101"));
  // A binary message of 8,192 bytes, as RFC 6455 frames it, under a mask of zeros: its head.
  client.send_raw(std::string("\x82\xfe\x20\x00\0\0\0\0", 8));
  // It is closed with 1009, Message Too Big.
  EXPECT_EQ(client.take_rest(), std::string("\x88\x02\x03\xf1", 4));
}

TEST(HttpSockets, AClientThatGoesWhileItWaitsIsNoMatter) {
  EmbeddedBroker broker(with_http());
  std::optional<HttpClient> gone(broker);
  gone->send("POST", "/v1/groups/g/wait", R"({"state":"Empty"})");
  HttpClient client(broker);
  client.ask("GET", "/health");
  gone->go();
  gone.reset();
  broker.control().set_offsets("g", {{"t", 0, 1}});
  EXPECT_EQ(client.ask("GET", "/v1/groups/g").at("group").as_string(), "g");
}

TEST(HttpSockets, MetricsComeInChunksBehindWhichTheConnectionGoesOn) {
  EmbeddedBroker broker(with_http());
  for (int i = 0; i < 500; ++i) broker.control().create_topic("t" + std::to_string(i), 3);
  HttpClient client(broker);
  client.send("GET", "/metrics");
  EXPECT_NE(client.take_head().find("Transfer-Encoding: chunked"), std::string::npos);
  const std::string text = client.take_chunks();
  EXPECT_NE(text.find("kafka_brokers 1\n"), std::string::npos);
  EXPECT_NE(text.find("cohort_requests_total"), std::string::npos);
  EXPECT_EQ(client.ask("GET", "/health"), json::parse(R"({"status":"ok"})"));
}

TEST(HttpSockets, MetricsForAClientThatKnowsNoChunksEndWithTheConnection) {
  EmbeddedBroker broker(with_http());
  HttpClient client(broker);
  client.send_raw("GET /metrics HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n");
  EXPECT_NE(client.take_head().find("Content-Length: "), std::string::npos);
  EXPECT_NE(client.take_rest().find("kafka_brokers 1\n"), std::string::npos);
}

TEST(HttpSockets, AClientThatClosesWhileItWaitsIsClosedAtOnce) {
  EmbeddedBroker broker(with_http());
  HttpClient client(broker);
  client.send("POST", "/v1/groups/g/wait", R"({"state":"Empty","timeout_ms":3600000})");
  client.half_close();
  EXPECT_EQ(client.take_head(), "");
  EXPECT_TRUE(client.is_at_end());
}

TEST(HttpSockets, ARequestSentAheadIsAnsweredBehindTheOneThatWaits) {
  EmbeddedBroker broker(with_http());
  HttpClient client(broker);
  client.send("POST", "/v1/groups/g/wait", R"({"state":"Empty"})");
  client.send("GET", "/health");
  broker.control().set_offsets("g", {{"t", 0, 1}});
  EXPECT_EQ(client.take("200").at("group").as_string(), "g");
  EXPECT_EQ(client.take("200").at("status").as_string(), "ok");
}

TEST(HttpSockets, AnEndBehindARequestSentAheadIsSeenToo) {
  EmbeddedBroker broker(with_http());
  HttpClient client(broker);
  HttpClient other(broker);
  client.send("POST", "/v1/clock/advance", R"({"ms":2,"step_ms":1,"pause_ms":60000})");
  // When another one was answered, the first one's bytes have been read.
  other.ask("GET", "/health");
  client.send("GET", "/health");
  other.ask("GET", "/health");
  client.half_close();
  EXPECT_EQ(client.take_head(), "");
  EXPECT_TRUE(client.is_at_end());
}

TEST(HttpSockets, ARequestOfWhichAPartWasSentAheadIsAnswered) {
  EmbeddedBroker broker(with_http());
  HttpClient client(broker);
  for (int i = 0; i < 100; ++i) {
    const std::string group = "g" + std::to_string(i);
    client.send("POST", "/v1/groups/" + group + "/wait", R"({"state":"Empty"})");
    client.send_raw("GET /health HTT");
    broker.control().set_offsets(group, {{"t", 0, 1}});
    client.send_raw("P/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    EXPECT_EQ(client.take("200").at("group").as_string(), group);
    ASSERT_EQ(client.take("200").at("status").as_string(), "ok");
  }
}

TEST(HttpSockets, AClientThatSendsFarAheadIsClosed) {
  EmbeddedBroker broker(with_http());
  HttpClient client(broker);
  client.send("POST", "/v1/groups/g/wait", R"({"state":"Empty","timeout_ms":3600000})");
  client.send_raw(std::string(100'000, 'x'));
  const auto before = std::chrono::steady_clock::now();
  EXPECT_EQ(client.take_rest(), "");
  EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(8));
}

TEST(HttpSockets, AMemberIsExpiredAndItsPartitionIsNobodys) {
  EmbeddedBroker broker(with_http());
  TcpMember member(broker.bootstrap_servers());
  member.be_alone({{"t", {0}}});
  HttpClient client(broker);
  json::value owners = client.ask("GET", "/v1/groups/g/owners/t/0").at("owners");
  EXPECT_EQ(owners.at(0).at("member_id").as_string(), member.id);
  EXPECT_TRUE(owners.at(0).at("until_ms").is_null());

  const json::value group = client.ask("POST", "/v1/groups/g/members/" + member.id + "/expire");

  EXPECT_EQ(group.at("state").as_string(), "Empty");
  EXPECT_EQ(group.at("members").as_array().size(), 0);
  owners = client.ask("GET", "/v1/groups/g/owners/t/0").at("owners");
  EXPECT_TRUE(owners.at(0).at("until_ms").is_int64());
}

TEST(HttpSockets, AForcedRebalanceTellsForWhomItWaitsAndWhy) {
  EmbeddedBroker broker(with_http());
  TcpMember member(broker.bootstrap_servers());
  member.be_alone({{"t", {0}}});
  HttpClient client(broker);

  const json::value group =
      client.ask("POST", "/v1/groups/g/rebalance", R"({"reason":"the test says so"})");

  EXPECT_EQ(group.at("state").as_string(), "PreparingRebalance");
  EXPECT_EQ(group.at("waiting_for").at("members").at(0).as_string(), member.id);
  const json::value timeline = client.ask("GET", "/v1/groups/g/timeline");
  const json::value why = timeline.at("rebalances").as_array().back().at("why");
  EXPECT_NE(why.as_string().find("the test says so"), json::string::npos) << why;
}

TEST(HttpSockets, ABrokerGoesWithWaitsAndStreamsInFlight) {
  std::optional<EmbeddedBroker> broker(with_http());
  HttpClient waiting(*broker);
  waiting.send("POST", "/v1/groups/g/wait", "{}");
  HttpClient streaming(*broker);
  streaming.send("GET", "/v1/journal/stream?since=1", {}, upgrade);
  ASSERT_TRUE(streaming.take_head().starts_with("HTTP/1.1 101"));
  EXPECT_EQ(streaming.take_message().at("number"), 1);

  broker.reset();

  EXPECT_EQ(waiting.take_head(), "");
  EXPECT_TRUE(streaming.is_at_end());
}

}  // namespace
}  // namespace cohort::broker
