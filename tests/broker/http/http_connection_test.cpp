// The HTTP interface over real sockets: how requests begin, and how connections end.
#include "broker/http/http_client.hpp"
#include <cohort/broker/http_server.hpp>

#include <memory>
#include <thread>

namespace cohort::broker {
namespace {

namespace json = boost::json;

/// Enough for lists of several slices.
void make_many_topics(EmbeddedBroker& broker) {
  for (int i = 0; i < 500; ++i) broker.control().create_topic("t" + std::to_string(i), 3);
}

TEST(HttpConnection, ABodyIsAskedForWhenItsClientWaitsForThat) {
  EmbeddedBroker broker(with_http());
  HttpClient client(broker);
  client.send_raw(
      "POST /v1/topics HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: 100-Continue\r\n"
      "Content-Length: 13\r\n\r\n");
  EXPECT_EQ(client.take_head(), "HTTP/1.1 100 Continue\r\n\r\n");
  client.send_raw(R"({"topic":"u"})");
  EXPECT_EQ(client.take("201").at("topic").as_string(), "u");
}

TEST(HttpConnection, ABodyThatIsThereOrTooLargeIsNotAskedFor) {
  EmbeddedBroker broker(with_http());
  HttpClient client(broker);
  client.send("POST", "/v1/topics", R"({"topic":"u"})", "Expect: 100-continue\r\n");
  EXPECT_EQ(client.take("201").at("topic").as_string(), "u");
  client.send("POST", "/v1/reset", {}, "Expect: 100-continue\r\n");
  EXPECT_EQ(client.take("200"), json::parse("{}"));
  client.send_raw(
      "POST /v1/topics HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: 100-continue\r\n"
      "Content-Length: 2000000\r\n\r\n");
  EXPECT_NE(client.take("413").at("error").as_string(), "");
}

TEST(HttpConnection, ATooLargeBodyIsAnsweredThoughItIsStillBeingSent) {
  EmbeddedBroker broker(with_http());
  HttpClient client(broker);
  client.send("POST", "/v1/topics", std::string(6'000'000, ' '));
  EXPECT_NE(client.take("413").at("error").as_string(), "");
  EXPECT_TRUE(client.is_at_end());
}

TEST(HttpConnection, WhatIsNotHttpIsAnsweredThoughMoreOfItComes) {
  EmbeddedBroker broker(with_http());
  HttpClient client(broker);
  client.send_raw("\x16\x03\x01" + std::string(6'000'000, '\0'));
  EXPECT_NE(client.take("400").at("error").as_string(), "");
  EXPECT_TRUE(client.is_at_end());
}

TEST(HttpConnection, SeveralHostsAreRefused) {
  EmbeddedBroker broker(with_http());
  HttpClient client(broker);
  client.send("GET", "/health", {}, "Host: evil.example\r\n");
  EXPECT_NE(client.take("400").at("error").as_string().find("Host"), json::string::npos);
}

TEST(HttpConnection, AnAnswerInSlicesHasAHeadWithoutABody) {
  EmbeddedBroker broker(with_http());
  make_many_topics(broker);
  HttpClient client(broker);
  client.send("HEAD", "/v1/topics");
  EXPECT_NE(client.take_head().find("Transfer-Encoding: chunked"), std::string::npos);
  EXPECT_EQ(client.ask("GET", "/health"), json::parse(R"({"status":"ok"})"));
}

TEST(HttpConnection, AnAnswerInSlicesEndsWithTheConnectionWhereNoChunksAreKnown) {
  EmbeddedBroker broker(with_http());
  make_many_topics(broker);
  HttpClient client(broker);
  client.send_raw("GET /v1/topics HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n");
  const std::string head = client.take_head();
  EXPECT_EQ(head.find("Transfer-Encoding"), std::string::npos) << head;
  EXPECT_EQ(json::parse(client.take_rest()).at("topics").as_array().size(), 501);
}

// The answer destroys what asked for it while that runs: the sanitizers look on.
TEST(HttpConnection, AnAnswerMayComeBehindATurnThatTheQuestionTook) {
  const Config config = for_manual_clock({});
  const Instant start = Instant::from_unix_ms(0);
  net::Host host(std::make_unique<Broker>(config, start),
                 {.clock = net::ClockMode::manual, .start = start});
  Broker& broker = dynamic_cast<Broker&>(host.node());
  Journal journal;
  HttpServer server({.host = host,
                     .broker = broker,
                     .journal = journal,
                     .clock = net::ClockMode::manual,
                     .reset = [] {}},
                    "127.0.0.1", 0);
  host.after_turn([&] {
    if (host.now() > start) journal.add({{.at = start, .kind = FactKind::broker_reset}});
    server.have_turned();
  });
  std::thread serving([&] { host.run(); });

  HttpClient client("127.0.0.1:" + std::to_string(server.port()));
  client.send("POST", "/v1/clock/advance", R"({"ms":1,"step_ms":1})");
  EXPECT_EQ(client.take("409").at("error").as_string(), "the broker was reset meanwhile");

  host.stop();
  serving.join();
}

TEST(HttpConnection, AListOfOneSliceHasItsLength) {
  EmbeddedBroker broker(with_http());
  HttpClient client(broker);
  client.send("GET", "/metrics");
  EXPECT_NE(client.take_head().find("Content-Length: "), std::string::npos);
}

}  // namespace
}  // namespace cohort::broker
