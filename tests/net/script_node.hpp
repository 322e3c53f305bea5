// ScriptNode: a node whose reactions a test chooses, and which notes what happens to it.
#pragma once

#include <cohort/node/node.hpp>
#include <cohort/node/timer_queue.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace cohort::net {

class ScriptNode final : public Node {
 public:
  void opened(LinkId link, const Peer& peer, Instant) override {
    notes.emplace_back("opened");
    links.push_back(link);
    peers.push_back(peer);
  }
  void dial_failed(DialTag tag, const std::string& reason, Instant) override {
    notes.push_back("dial " + std::to_string(static_cast<std::uint64_t>(tag)) +
                    " failed: " + reason);
  }
  void received(LinkId link, Buffer bytes, Instant) override {
    pieces.push_back(bytes.size());
    on_received(link, bytes);
  }
  std::span<std::uint8_t> room(LinkId) override { return std::span(memory).subspan(memory_filled); }
  void filled(LinkId link, std::size_t count, Instant) override {
    fillings.push_back(count);
    on_received(link, Buffer::copy_of(room(link).first(count)));
    memory_filled += count;
  }
  void sent(LinkId link, std::size_t unsent_bytes, Instant) override {
    unsent.push_back(unsent_bytes);
    if (on_sent) on_sent(link, unsent_bytes);
  }
  void closed(LinkId, Instant) override { notes.emplace_back("closed"); }
  void advance(Instant now) override {
    while (auto timer = timers.pop_due(now)) {
      fired_at.push_back(now);
      if (!links.empty()) send(links.front(), *timer);
    }
  }
  Instant next_deadline() const override { return timers.next_deadline(); }
  void take_actions(std::vector<Action>& into) override {
    into.clear();
    into.swap(actions);
  }
  std::unique_ptr<Node> clone() const override { return std::make_unique<ScriptNode>(*this); }

  void send(LinkId link, const std::string& text) {
    actions.emplace_back(Send{link, Buffers(Buffer::copy_of(text))});
  }

  /// Echoes, unless a test says otherwise.
  std::function<void(LinkId, const Buffer&)> on_received = [this](LinkId link,
                                                                  const Buffer& bytes) {
    actions.emplace_back(Send{link, Buffers(bytes)});
  };
  std::function<void(LinkId, std::size_t)> on_sent;
  std::vector<std::uint8_t> memory;  ///< Room for what comes, until it is full.
  std::size_t memory_filled = 0;
  std::vector<std::size_t> fillings;
  TimerQueue<std::string> timers;
  std::vector<Action> actions;
  std::vector<std::string> notes;
  std::vector<LinkId> links;
  std::vector<Peer> peers;
  std::vector<std::size_t> pieces;
  std::vector<std::size_t> unsent;
  std::vector<Instant> fired_at;
};

}  // namespace cohort::net
