// PingNode: a client that sends texts to an echo server and collects what comes back.
#pragma once

#include <cohort/client/call.hpp>
#include <cohort/node/node.hpp>
#include <cohort/node/timer_queue.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace cohort::client {

class PingNode final : public Node {
 public:
  explicit PingNode(std::uint16_t port) { actions.emplace_back(Dial{"127.0.0.1", port, {}}); }

  void opened(LinkId opened_link, const Peer&, Instant) override { link = opened_link; }
  void dial_failed(DialTag, const std::string&, Instant) override { is_closed = true; }
  void received(LinkId, Buffer bytes, Instant) override {
    inbox += bytes.text();
    if (inbox.ends_with("poison")) throw std::runtime_error("poisoned");
  }
  void sent(LinkId, std::size_t, Instant) override {}
  void closed(LinkId, Instant) override { is_closed = true; }
  void advance(Instant now) override {
    while (timers.pop_due(now)) ++fired;
  }
  Instant next_deadline() const override { return timers.next_deadline(); }
  void take_actions(std::vector<Action>& into) override {
    into.clear();
    into.swap(actions);
  }
  std::unique_ptr<Node> clone() const override { return std::make_unique<PingNode>(*this); }

  void send(const std::string& text) {
    if (link) actions.emplace_back(Send{*link, Buffers(Buffer::copy_of(text))});
  }

  std::optional<LinkId> link;
  std::string inbox;
  bool is_closed = false;
  TimerQueue<std::string> timers;
  int fired = 0;
  int abandoned = 0;
  std::vector<Action> actions;
};

inline PingNode& ping_of(Node& node) { return dynamic_cast<PingNode&>(node); }
inline bool is_connected(Node& node, Instant) { return ping_of(node).link.has_value(); }

/// Sends the text, waits until as many bytes came back, and takes all that came.
inline Operation<PingNode, std::size_t, std::string> ping(const std::string& text) {
  return {
      .start =
          [text](PingNode& node, Instant) {
            if (text.empty()) throw std::invalid_argument("no text");
            node.send(text);
            return text.size();
          },
      .is_done = [](const PingNode& node,
                    const std::size_t& size) { return node.inbox.size() >= size; },
      .take = [](PingNode& node, const std::size_t&, Instant) -> Outcome<std::string> {
        if (node.inbox == "refused") {
          return Failure{.kind = FailureKind::refused, .message = node.inbox};
        }
        return std::exchange(node.inbox, {});
      },
      .abandon = [](PingNode& node, const std::size_t&, Instant) { ++node.abandoned; },
      .describe = [text](const PingNode&, const std::size_t&) { return "the echo of " + text; }};
}

}  // namespace cohort::client
