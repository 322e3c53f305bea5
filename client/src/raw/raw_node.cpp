#include "raw/raw_node.hpp"

#include <cohort/protocol/assert.hpp>

#include <algorithm>
#include <utility>

namespace cohort::client {

RawNode::RawNode(Endpoint to, std::int32_t max_frame_size)
    : to_(std::move(to)), reader_(max_frame_size) {
  actions_.emplace_back(Dial{.host = to_.host, .port = to_.port, .tag = {}});
}

void RawNode::send(const Buffers& bytes) {
  COHORT_ASSERT(is_open());
  if (!bytes.empty()) actions_.emplace_back(Send{.link = link_, .bytes = bytes});
}

void RawNode::close(const std::string& reason) {
  if (is_open()) actions_.emplace_back(Close{.link = link_, .reason = reason});
  end(reason);
}

void RawNode::end(const std::string& reason) {
  state_ = State::ended;
  if (reason_.empty()) reason_ = reason;
}

std::string RawNode::describe() const {
  switch (state_) {
    case State::dialling:
      return "connecting to " + to_string(to_);
    case State::open:
      return "connected to " + to_string(to_);
    case State::ended:
      break;
  }
  return to_string(to_) + ": " + reason_;
}

Buffer RawNode::take_frame() {
  Buffer frame = std::move(frames_.front());
  frames_.pop_front();
  return frame;
}

void RawNode::opened(LinkId link, const Peer& /*peer*/, Instant /*now*/) {
  if (has_ended()) {
    actions_.emplace_back(Close{.link = link, .reason = reason_});
    return;
  }
  link_ = link;
  state_ = State::open;
}

void RawNode::dial_failed(DialTag /*tag*/, const std::string& reason, Instant /*now*/) {
  end(reason);
}

void RawNode::received(LinkId /*link*/, Buffer bytes, Instant /*now*/) {
  if (!is_open()) return;
  reader_.feed(std::move(bytes));
  take_frames();
}

std::span<std::uint8_t> RawNode::room(LinkId /*link*/) {
  return is_open() ? reader_.room() : std::span<std::uint8_t>();
}

void RawNode::filled(LinkId /*link*/, std::size_t count, Instant /*now*/) {
  reader_.added(count);
  take_frames();
}

void RawNode::take_frames() {
  while (std::optional<Buffer> frame = reader_.next()) frames_.push_back(std::move(*frame));
  if (reader_.error()) close("sent what is no frame: " + to_string(*reader_.error()));
}

void RawNode::closed(LinkId /*link*/, Instant /*now*/) {
  end("the connection was closed by the other end");
}

void RawNode::take_actions(std::vector<Action>& into) {
  into.clear();
  std::swap(into, actions_);
}

}  // namespace cohort::client
