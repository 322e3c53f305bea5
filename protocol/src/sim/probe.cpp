#include <cohort/sim/probe.hpp>

#include <array>
#include <utility>

namespace cohort::sim {

void RawEnd::send(Buffers bytes) {
  if (is_closed_) return;
  if (!is_open_) return waiting_.append(bytes);
  actions_.emplace_back(Send{link_, std::move(bytes)});
}

void RawEnd::close() {
  if (is_open_) actions_.emplace_back(Close{link_, "the test closed it"});
}
void RawEnd::pause() {
  if (is_open_) actions_.emplace_back(PauseRead{link_});
}
void RawEnd::resume() {
  if (is_open_) actions_.emplace_back(ResumeRead{link_});
}

void RawEnd::opened(LinkId link, const Peer&, Instant) {
  link_ = link;
  is_open_ = true;
  if (!waiting_.empty()) send(std::exchange(waiting_, {}));
}

void RawEnd::dial_failed(DialTag, const std::string& reason, Instant) {
  refusal_ = reason;
  is_closed_ = true;
}

void RawEnd::received(LinkId, Buffer bytes, Instant) {
  inbox_ += bytes.text();
  ++pieces_;
}

void RawEnd::closed(LinkId, Instant) {
  is_open_ = false;
  is_closed_ = true;
}

void RawEnd::take_actions(std::vector<Action>& into) {
  into.clear();
  into.swap(actions_);
}

void RawEnd::digest(StateDigest& into) const {
  into.add_all(actions_, waiting_, link_, is_open_, is_closed_, refusal_, inbox_, pieces_);
}

Probe::Probe(Simulation& simulation, std::string name, const std::string& host, std::uint16_t port)
    : simulation_(&simulation), name_(std::move(name)) {
  auto raw = std::make_unique<RawEnd>();
  raw->dial(host, port);
  simulation.add(name_, std::move(raw));
}

void Probe::send(Buffers bytes) {
  simulation_->turn(name_, [&] { end().send(std::move(bytes)); });
}

void Probe::send_frame(const Buffers& payload) {
  const std::size_t size = payload.size();
  std::array<std::uint8_t, 4> length{};
  for (std::size_t i = 0; i < 4; ++i) length[i] = static_cast<std::uint8_t>(size >> (24 - 8 * i));
  Buffers frame(Buffer::copy_of(length));
  frame.append(payload);
  send(std::move(frame));
}

void Probe::close() {
  simulation_->turn(name_, [&] { end().close(); });
}
void Probe::pause() {
  simulation_->turn(name_, [&] { end().pause(); });
}
void Probe::resume() {
  simulation_->turn(name_, [&] { end().resume(); });
}

Buffer Probe::take() { return Buffer::copy_of(std::exchange(end().inbox(), {})); }

std::optional<Buffer> Probe::take_frame() {
  std::string& inbox = end().inbox();
  if (inbox.size() < 4) return std::nullopt;
  std::size_t size = 0;
  for (std::size_t i = 0; i < 4; ++i) size = size << 8 | static_cast<std::uint8_t>(inbox[i]);
  if (inbox.size() - 4 < size) return std::nullopt;
  Buffer payload = Buffer::copy_of(std::string_view(inbox).substr(4, size));
  inbox.erase(0, 4 + size);
  return payload;
}

}  // namespace cohort::sim
