// RawNode: one connection to one address that sends what it is told and keeps the frames that come.
#pragma once

#include <cohort/client/endpoint.hpp>
#include <cohort/node/node.hpp>
#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/buffers.hpp>
#include <cohort/protocol/frame.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cohort::client {

/// A request whose answer was not read yet.
struct RawRequest {
  ApiKey api{};
  std::int16_t version = 0;
  std::int32_t correlation_id = 0;
  bool operator==(const RawRequest&) const = default;
};

/// Dials as soon as it runs.
class RawNode final : public Node {
 public:
  RawNode(Endpoint to, std::int32_t max_frame_size);

  /// REQUIRES: is_open().
  void send(const Buffers& bytes);
  void expect(const RawRequest& request) { requests_.push_back(request); }
  void close(const std::string& reason);

  bool is_open() const { return state_ == State::open; }
  /// For good.
  bool has_ended() const { return state_ == State::ended; }
  /// "connecting to broker:9092"; once it has ended, why.
  std::string describe() const;
  const std::deque<Buffer>& frames() const { return frames_; }
  /// REQUIRES: there is one.
  Buffer take_frame();
  const std::deque<RawRequest>& requests() const { return requests_; }
  /// The oldest, or the newest. REQUIRES: there is one.
  void forget_oldest_request() { requests_.pop_front(); }
  void forget_newest_request() { requests_.pop_back(); }

  void opened(LinkId link, const Peer& peer, Instant now) override;
  void dial_failed(DialTag tag, const std::string& reason, Instant now) override;
  void received(LinkId link, Buffer bytes, Instant now) override;
  std::span<std::uint8_t> room(LinkId link) override;
  void filled(LinkId link, std::size_t count, Instant now) override;
  void sent(LinkId, std::size_t, Instant) override {}
  void closed(LinkId link, Instant now) override;
  void advance(Instant) override {}
  Instant next_deadline() const override { return Instant::never(); }
  void take_actions(std::vector<Action>& into) override;
  std::unique_ptr<Node> clone() const override { return std::make_unique<RawNode>(*this); }

 private:
  enum class State : std::uint8_t { dialling, open, ended };

  void take_frames();
  void end(const std::string& reason);

  Endpoint to_;
  State state_ = State::dialling;
  LinkId link_{};
  std::string reason_;  ///< Why it has ended, or will.
  FrameReader reader_;
  std::deque<Buffer> frames_;
  std::deque<RawRequest> requests_;
  std::vector<Action> actions_;
};

}  // namespace cohort::client
