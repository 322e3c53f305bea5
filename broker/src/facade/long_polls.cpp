#include "state.hpp"
#include "wake_up.hpp"
#include <cohort/broker/long_polls.hpp>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <utility>

namespace cohort::broker {

class LongPolls::Waits {
 public:
  using Clock = std::chrono::steady_clock;

  Waits(net::Host& host, Broker& broker) : host_(host), broker_(broker) {}

  void have_turned() {
    const auto all = broker_.state().fetch_waits.deadlines().all();
    std::map<ReplyId, Clock::time_point> waiting;
    for (const auto& [deadline, reply] : all) {
      const auto known = ends_.find(reply);
      waiting.emplace(reply, known == ends_.end()
                                 ? Clock::now() + std::max(deadline - host_.now(), Duration::zero())
                                 : known->second);
    }
    ends_ = std::move(waiting);
    arm();
  }

 private:
  /// A timer that is no longer the first one finds nothing to do.
  void arm() {
    if (ends_.empty()) return;
    const auto first = std::ranges::min_element(
        ends_, [](const auto& a, const auto& b) { return a.second < b.second; });
    if (armed_ && *armed_ <= first->second) return;
    armed_ = first->second;
    host_.post_after(first->second - Clock::now(), [this] { end_due(); });
  }

  void end_due() {
    armed_.reset();
    BrokerState& state = broker_.state();
    for (const auto& [reply, end] : ends_) {
      if (end <= Clock::now()) state.fetch_waits.hurry(reply, host_.now());
    }
    finish_wake_up(state, host_.now(), {.kind = Cause::Kind::timer, .name = "fetch.max.wait.ms"});
  }

  net::Host& host_;
  Broker& broker_;
  std::map<ReplyId, Clock::time_point> ends_;
  std::optional<Clock::time_point> armed_;
};

LongPolls::LongPolls(net::Host& host, Broker& broker)
    : waits_(std::make_unique<Waits>(host, broker)) {}
LongPolls::~LongPolls() = default;

void LongPolls::have_turned() { waits_->have_turned(); }

}  // namespace cohort::broker
