// EchoNode: a server that sends back what it gets, notes what happened to it, and has timers to
// fire.
#pragma once

#include <cohort/node/node.hpp>
#include <cohort/node/timer_queue.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace cohort {

class EchoNode final : public Node {
 public:
  void opened(LinkId link, const Peer& peer, Instant now) override {
    note(now, "opened listener " + std::to_string(peer.listener) + " of " + peer.address);
    last_opened = link;
  }
  void dial_failed(DialTag, const std::string& reason, Instant now) override {
    note(now, "dial failed: " + reason);
  }
  void received(LinkId link, Buffer bytes, Instant now) override {
    note(now, "received " + std::to_string(bytes.size()));
    const bool is_quit = bytes.text() == "quit";
    actions.emplace_back(Send{link, Buffers(std::move(bytes))});
    if (is_quit) actions.emplace_back(Close{link, "asked to"});
  }
  void sent(LinkId, std::size_t unsent_bytes, Instant now) override {
    note(now, "unsent " + std::to_string(unsent_bytes));
  }
  void closed(LinkId, Instant now) override { note(now, "closed"); }
  void advance(Instant now) override {
    while (auto timer = timers.pop_due(now)) note(now, "timer " + *timer);
  }
  Instant next_deadline() const override { return timers.next_deadline(); }
  std::vector<ArmedTimer> armed_timers() const override {
    if (timers.empty()) return {};
    const std::string next = *timers.next();
    return {{.name = next, .deadline = timers.next_deadline(), .is_periodic = next == "tick"}};
  }
  void take_actions(std::vector<Action>& into) override {
    into.clear();
    into.swap(actions);
  }
  std::unique_ptr<Node> clone() const override { return std::make_unique<EchoNode>(*this); }

  std::vector<std::string>
      notes;  ///< "5: received 3": milliseconds since the first note, and what.
  std::vector<Action> actions;
  TimerQueue<std::string> timers;
  LinkId last_opened{};

 private:
  void note(Instant now, const std::string& what) {
    if (notes.empty()) first_ = now;
    notes.push_back(std::to_string((now - first_) / milliseconds(1)) + ": " + what);
  }
  Instant first_;
};

}  // namespace cohort
