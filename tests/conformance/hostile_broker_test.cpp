// Brokers whose answers are damaged, strange or none: a case fails, and the suite goes on.
#include "conformance/play/case_run.hpp"
#include "conformance/play/virtual_transport.hpp"
#include "conformance/suite/embedded_cases.hpp"
#include "conformance/suite/properties.hpp"
#include "conformance/suite/verdict_of.hpp"
#include "conformance/suite/virtual_player.hpp"
#include <cohort/node/rng.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <string>
#include <utility>

namespace cohort::conform {
namespace {

/// A broker's answers with a few bytes changed, cut off or added, the correlation id excepted.
class DamagingTransport final : public Transport {
 public:
  DamagingTransport(Transport& inner, Rng rng) : inner_(inner), rng_(rng) {}

  ConnectionId connect() override { return inner_.connect(); }
  void send(ConnectionId connection, const Bytes& bytes) override {
    inner_.send(connection, bytes);
  }
  void close(ConnectionId connection) override { inner_.close(connection); }
  void wait(Duration time) override { inner_.wait(time); }
  Instant now() const override { return inner_.now(); }
  Reading read_frame(ConnectionId connection, Duration within) override {
    Reading reading = inner_.read_frame(connection, within);
    if (reading.outcome == Reading::Outcome::frame) damage(reading.frame);
    return reading;
  }

 private:
  static constexpr std::size_t correlation_id_bytes = 4;

  void damage(Bytes& frame) {
    if (frame.size() <= correlation_id_bytes || rng_.below(2) == 0) return;
    const std::size_t rest = frame.size() - correlation_id_bytes;
    const std::size_t at = correlation_id_bytes + rng_.below(rest);
    const std::uint64_t how = rng_.below(4);
    if (how == 0) frame.resize(at);
    if (how == 1) frame.insert(at, 1 + rng_.below(9), static_cast<char>(rng_.below(256)));
    if (how >= 2) frame[at] = static_cast<char>(rng_.below(256));
  }

  Transport& inner_;
  Rng rng_;
};

TEST(HostileBroker, DamagedAnswersFailCasesAndNothingElse) {
  std::size_t failed = 0;
  for (const Case& each : embedded_cases()) {
    VirtualTransport transport(config_for(each), {});
    const Target target = Target::of(transport);
    DamagingTransport damaging(transport, Rng(1).fork(each.id));
    const Verdict verdict =
        verdict_of([&] { CaseRun(damaging, target, "damaged").play(each.steps); });
    EXPECT_TRUE(verdict.outcome == Outcome::passed || !verdict.why.empty()) << each.id;
    if (verdict.outcome == Outcome::failed) ++failed;
  }
  EXPECT_GT(failed, embedded_cases().size() / 4);
}

/// Answers any request with the frames that it was given, one after the other; then closes.
class ScriptedTransport final : public Transport {
 public:
  explicit ScriptedTransport(std::deque<Bytes> frames) : frames_(std::move(frames)) {}

  ConnectionId connect() override { return ConnectionId{}; }
  void send(ConnectionId /*connection*/, const Bytes& /*bytes*/) override {}
  void close(ConnectionId /*connection*/) override {}
  void wait(Duration time) override { now_ = now_ + time; }
  Instant now() const override { return now_; }
  Reading read_frame(ConnectionId /*connection*/, Duration /*within*/) override {
    if (frames_.empty()) return {.outcome = Reading::Outcome::closed, .frame = {}};
    Bytes frame = std::move(frames_.front());
    frames_.pop_front();
    return {.outcome = Reading::Outcome::frame, .frame = std::move(frame)};
  }

 private:
  std::deque<Bytes> frames_;
  Instant now_;
};

Bytes heartbeat_answer(std::int32_t correlation_id) {
  Bytes frame;
  put_number(frame, static_cast<std::uint64_t>(correlation_id), 4);
  put_number(frame, 0, 2);
  return frame;
}

/// What comes of two requests on one connection that are answered so.
std::string why(std::deque<Bytes> frames) {
  ScriptedTransport transport(std::move(frames));
  return text_of(verdict_of([&] {
    Dialogue dialogue(transport);
    const Json body{{"group_id", "g"}};
    const Ticket first = dialogue.send("Heartbeat", 0, body);
    const Ticket second = dialogue.send("Heartbeat", 0, body);
    dialogue.receive(second);
    dialogue.receive(first);
  }));
}

TEST(HostileBroker, AnswersMustComeInTheOrderOfTheRequestsAndOnce) {
  EXPECT_EQ(why({heartbeat_answer(1), heartbeat_answer(2)}), "");
  EXPECT_EQ(why({heartbeat_answer(2), heartbeat_answer(1)}),
            "Heartbeat v0: an answer with the correlation id 1 behind one of a later request");
  EXPECT_EQ(why({heartbeat_answer(1), heartbeat_answer(1)}),
            "Heartbeat v0: an answer with the correlation id 1 behind one of a later request");
  EXPECT_EQ(
      why({heartbeat_answer(1), heartbeat_answer(7)}),
      "Heartbeat v0: an answer with the correlation id 7, which no request on the connection has");
  EXPECT_EQ(why({heartbeat_answer(1), Bytes("ab")}),
            "Heartbeat v0: the answer ends early: 4 bytes wanted of 2");
  EXPECT_EQ(why({heartbeat_answer(1)}), "Heartbeat v0: connection closed by the broker");
}

TEST(HostileBroker, ABrokerThatTellsNothingOfItselfIsNone) {
  ScriptedTransport silent({});
  EXPECT_EQ(text_of(verdict_of([&] { Target::of(silent); })),
            "ApiVersions v0: connection closed by the broker");
  Bytes no_brokers;
  put_number(no_brokers, 1, 4);
  ScriptedTransport short_answer({no_brokers});
  EXPECT_EQ(text_of(verdict_of([&] { Target::of(short_answer); })),
            "ApiVersions v0: the answer ends early: 2 bytes wanted of 0");
}

}  // namespace
}  // namespace cohort::conform
