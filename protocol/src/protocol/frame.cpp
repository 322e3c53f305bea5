#include <cohort/protocol/frame.hpp>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <utility>

namespace cohort {

namespace {

constexpr std::size_t prefix_size = 4;
constexpr std::size_t first_reservation = std::size_t{64} * 1024;
constexpr std::size_t most_growth = 64;
/// What is below this comes with the frames behind it, in one piece.
constexpr std::size_t least_room = std::size_t{16} * 1024;

std::int32_t length_in(std::span<const std::uint8_t> prefix) {
  std::uint32_t length = 0;
  for (std::size_t i = 0; i < prefix_size; ++i) length = length << 8 | prefix[i];
  return static_cast<std::int32_t>(length);
}

/// What four bytes are that were meant to be something else than a length; empty if nothing known.
std::string_view look_of(std::int32_t length) {
  std::array<char, prefix_size> prefix{};
  for (std::size_t i = 0; i < prefix_size; ++i) {
    prefix[i] = static_cast<char>(static_cast<std::uint32_t>(length) >> (24 - 8 * i));
  }
  const std::string_view text(prefix.data(), prefix.size());
  // A handshake record of any TLS version (RFC 8446, 5.1).
  if (text.starts_with("\x16\x03")) return "a TLS handshake";
  constexpr std::array<std::string_view, 10> http{"GET ", "POST", "PUT ", "HEAD", "DELE",
                                                  "OPTI", "PATC", "CONN", "TRAC", "PRI "};
  if (std::ranges::find(http, text) != http.end()) return "an HTTP request";
  return text == "HTTP" ? "an HTTP response" : "";
}

}  // namespace

std::string to_string(const FrameError& error) {
  std::string text = error.fault == FrameFault::negative_length ? "a frame of negative length "
                                                                : "a frame of length ";
  text += std::to_string(error.length);
  if (error.fault == FrameFault::too_long) {
    text += ", more than the limit of " + std::to_string(error.max_frame_size) + " bytes";
  }
  const std::string_view look = look_of(error.length);
  if (!look.empty()) text.append(" (looks like ").append(look).append(")");
  return text;
}

void FrameReader::feed(Buffer piece) {
  if (!piece.empty() && !error_.has_value()) pieces_.push_back(std::move(piece));
}

std::optional<Buffer> FrameReader::next() {
  if (error_.has_value()) return std::nullopt;
  if (partial_.empty()) {
    std::optional<Buffer> frame = slice_whole_frame();
    if (frame.has_value() || error_.has_value()) return frame;
  }
  if (!collect()) return std::nullopt;
  return partial_.take().slice(prefix_size);
}

/// Latches an error if a frame of this length is not acceptable.
bool FrameReader::accept(std::int32_t length) {
  if (length < 0) error_ = FrameError{FrameFault::negative_length, length, max_frame_size_};
  if (length > max_frame_size_) error_ = FrameError{FrameFault::too_long, length, max_frame_size_};
  if (!error_.has_value()) return true;
  pieces_.clear();
  partial_ = {};
  return false;
}

std::optional<Buffer> FrameReader::slice_whole_frame() {
  if (pieces_.empty() || pieces_.front().size() < prefix_size) return std::nullopt;
  Buffer& front = pieces_.front();
  const std::int32_t length = length_in(front.bytes());
  if (!accept(length)) return std::nullopt;
  const auto size = static_cast<std::size_t>(length);
  if (front.size() - prefix_size < size) return std::nullopt;
  Buffer frame = front.slice(prefix_size, size);
  front = front.slice(prefix_size + size);
  if (front.empty()) pieces_.pop_front();
  return frame;
}

std::span<std::uint8_t> FrameReader::room() {
  const bool has_length = partial_.size() >= prefix_size && !error_.has_value();
  if (!has_length || !pieces_.empty() || wanted() < least_room) return {};
  reserve(partial_.size() + 1, partial_.size() + wanted());
  return partial_.room().first(std::min(partial_.room().size(), wanted()));
}

/// Moves bytes into the frame in progress. True when it is complete.
bool FrameReader::collect() {
  while (wanted() > 0) {
    if (pieces_.empty()) return false;
    Buffer& front = pieces_.front();
    const std::size_t taken = std::min(wanted(), front.size());
    reserve(partial_.size() + taken, partial_.size() + wanted());
    partial_.append(front.bytes().first(taken));
    front = front.slice(taken);
    if (front.empty()) pieces_.pop_front();
    if (partial_.size() == prefix_size && !accept(length_in(partial_.bytes()))) return false;
  }
  return true;
}

/// Room for `needed` bytes now, and for many times as many up to the frame's own size, so that what
/// is moved when it grows is a small part of the frame.
void FrameReader::reserve(std::size_t needed, std::size_t whole) {
  if (needed <= partial_.capacity()) return;
  const std::size_t roomy = std::max(needed * most_growth, first_reservation);
  partial_.reserve(std::min(roomy, std::max(whole, needed)));
}

/// Bytes that the frame in progress lacks, or its length does.
std::size_t FrameReader::wanted() const {
  if (partial_.size() < prefix_size) return prefix_size - partial_.size();
  return prefix_size + static_cast<std::size_t>(length_in(partial_.bytes())) - partial_.size();
}

std::size_t FrameReader::missing() const { return partial_.empty() ? 0 : wanted(); }

}  // namespace cohort
