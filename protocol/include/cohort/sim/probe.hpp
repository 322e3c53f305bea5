// Probe: one raw end of a connection that a test drives by hand, to talk to a node of a simulation.
#pragma once

#include <cohort/sim/simulation.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cohort::sim {

/// The node behind a Probe: dials once, collects what arrives, and sends what it is told.
class RawEnd final : public Node {
 public:
  void dial(const std::string& host, std::uint16_t port) {
    actions_.emplace_back(Dial{host, port, {}});
  }
  void send(Buffers bytes);
  void close();
  void pause();
  void resume();

  bool is_open() const { return is_open_; }
  /// The other end closed it, or it could not be opened.
  bool is_closed() const { return is_closed_; }
  const std::string& refusal() const { return refusal_; }
  std::string& inbox() { return inbox_; }
  const std::string& inbox() const { return inbox_; }
  std::size_t pieces() const { return pieces_; }

  void opened(LinkId link, const Peer& peer, Instant now) override;
  void dial_failed(DialTag tag, const std::string& reason, Instant now) override;
  void received(LinkId link, Buffer bytes, Instant now) override;
  void sent(LinkId, std::size_t, Instant) override {}
  void closed(LinkId link, Instant now) override;
  void advance(Instant) override {}
  Instant next_deadline() const override { return Instant::never(); }
  void take_actions(std::vector<Action>& into) override;
  std::unique_ptr<Node> clone() const override { return std::make_unique<RawEnd>(*this); }
  void digest(StateDigest& into) const override;

 private:
  std::vector<Action> actions_;
  Buffers waiting_;  ///< Sent before the link was open.
  LinkId link_{};
  bool is_open_ = false;
  bool is_closed_ = false;
  std::string refusal_;
  std::string inbox_;
  std::size_t pieces_ = 0;
};

/// A handle on a RawEnd. Commands take effect at the network at once, but nothing is delivered
/// before the simulation runs (settle(), advance(), …). REQUIRES: the simulation outlives it and
/// stays where it is.
class Probe {
 public:
  /// Adds the node `name` and dials; bytes sent before the link is open follow when it is.
  Probe(Simulation& simulation, std::string name, const std::string& host, std::uint16_t port);

  void send(Buffers bytes);
  void send(std::string_view text) { send(Buffers(Buffer::copy_of(text))); }
  /// Bytes behind their length as 4 bytes, big-endian: a Kafka frame.
  void send_frame(const Buffers& payload);
  void close();
  void pause();
  void resume();

  bool is_open() const { return end().is_open(); }
  bool is_closed() const { return end().is_closed(); }
  /// Why it could not connect; empty if it could.
  const std::string& refusal() const { return end().refusal(); }
  /// What arrived and was not taken yet.
  const std::string& inbox() const { return end().inbox(); }
  /// In how many pieces the bytes arrived, over all.
  std::size_t pieces() const { return end().pieces(); }
  /// Takes all that arrived.
  Buffer take();
  /// Takes the payload of the first frame, when it is complete.
  std::optional<Buffer> take_frame();

 private:
  RawEnd& end() const { return simulation_->node_as<RawEnd>(name_); }

  Simulation* simulation_;
  std::string name_;
};

}  // namespace cohort::sim
