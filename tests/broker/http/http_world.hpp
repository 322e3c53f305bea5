// HttpWorld: the HTTP interface without sockets, over a broker whose clock is moved by hand.
#pragma once

#include "http/router.hpp"
#include <cohort/broker/control.hpp>
#include <cohort/broker/journal.hpp>
#include <cohort/net/host.hpp>

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <variant>

namespace cohort::broker {

/// Requests are answered as if they had come in by the host's thread, which does not run.
class HttpWorld : public ::testing::Test {
 protected:
  explicit HttpWorld(net::ClockMode clock = net::ClockMode::manual,
                     std::size_t journal_capacity = Journal::default_capacity)
      : host(std::make_unique<Broker>(config(), start), {.clock = clock, .start = start}),
        broker(dynamic_cast<Broker&>(host.node())),
        journal(journal_capacity),
        control([this](const auto& work) { host.turn([&] { work(broker, host.now()); }); }),
        backend{.host = host,
                .broker = broker,
                .journal = journal,
                .control = control,
                .clock = clock,
                .reset = [this] {
                  host.turn([this] {
                    host.restart_clock();
                    broker.reset(host.now());
                  });
                }} {
    broker.advertise({"127.0.0.1", 9092});
    host.after_turn([this] { journal.add(broker.take_facts()); });
    control.create_topic("t", 2);
  }

  HttpReply reply(const std::string& method, const std::string& target,
                  const std::string& body = {}) {
    return answer_http(
        {.method = method, .target = target, .host = "127.0.0.1:8080", .origin = {}, .body = body},
        backend);
  }
  static HttpAnswer joined(const SlicedAnswer& sliced) {
    HttpAnswer whole{.content_type = sliced.content_type};
    for (std::string slice = sliced.next(); !slice.empty(); slice = sliced.next()) {
      whole.body += slice;
    }
    return whole;
  }
  /// An answer in slices as a whole.
  HttpAnswer ask(const std::string& method, const std::string& target,
                 const std::string& body = {}) {
    HttpReply given = reply(method, target, body);
    const auto* sliced = std::get_if<SlicedAnswer>(&given);
    return sliced != nullptr ? joined(*sliced) : std::get<HttpAnswer>(std::move(given));
  }
  /// Of an answer of this status.
  boost::json::value json(unsigned status, const HttpAnswer& answer) {
    EXPECT_EQ(answer.status, status) << answer.body;
    EXPECT_EQ(answer.content_type, "application/json");
    return boost::json::parse(answer.body);
  }
  boost::json::value get(const std::string& target) { return json(200, ask("GET", target)); }
  boost::json::value post(const std::string& target, const std::string& body = {},
                          unsigned status = 200) {
    return json(status, ask("POST", target, body));
  }
  /// The text of the error, which must have this status.
  std::string refused(unsigned status, const std::string& method, const std::string& target,
                      const std::string& body = {}) {
    const boost::json::value answer = json(status, ask(method, target, body));
    return std::string(answer.at("error").as_string());
  }
  void expect_refused(unsigned status, const std::string& what, const std::string& method,
                      const std::string& target, const std::string& body = {}) {
    const std::string error = refused(status, method, target, body);
    EXPECT_NE(error.find(what), std::string::npos) << error;
  }

  static Config config() { return for_manual_clock({}); }

  const Instant start = Instant::from_unix_ms(1'704'067'200'000);
  net::Host host;
  Broker& broker;
  Journal journal;
  Control control;
  HttpBackend backend;
};

inline boost::json::value parsed(const std::string& text) { return boost::json::parse(text); }

}  // namespace cohort::broker
