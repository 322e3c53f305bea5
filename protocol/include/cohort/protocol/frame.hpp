// FrameReader: cuts a stream of bytes, in whatever pieces it comes, into length-prefixed frames.
#pragma once

#include <cohort/protocol/arriving_bytes.hpp>
#include <cohort/protocol/buffer.hpp>
#include <cohort/protocol/digest_of.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>

namespace cohort {

enum class FrameFault : std::uint8_t { negative_length, too_long };

/// Why a stream is no sequence of frames.
struct [[nodiscard]] FrameError {
  FrameFault fault = FrameFault::too_long;
  std::int32_t length = 0;  ///< What the four bytes of the length say.
  std::int32_t max_frame_size = 0;

  bool operator==(const FrameError&) const = default;
};

/// One line for logs; names what the bytes are if they look like HTTP or TLS.
std::string to_string(const FrameError& error);

/// Fed with pieces, gives complete frames without their length. A frame within one piece is a slice
/// of it; any other is put together in memory that grows as its bytes arrive, which who has them
/// may put there at once: the word of a length alone reserves 64 kB at the most, and never more
/// than 64 times what has arrived. The first error latches: nothing comes out after it. A value;
/// copying one copies at most the frame in progress.
class FrameReader {
 public:
  /// Kafka's default of socket.request.max.bytes.
  static constexpr std::int32_t default_max_frame_size = 104'857'600;

  explicit FrameReader(std::int32_t max_frame_size = default_max_frame_size)
      : max_frame_size_(max_frame_size) {}

  /// Takes the next piece of the stream.
  void feed(Buffer piece);

  /// Where the next bytes of the stream may be put instead of being fed, no more than the frame in
  /// progress lacks. Empty when there is none, when it lacks little, or when next() has not given
  /// null. Good until the next call that is not const.
  std::span<std::uint8_t> room();
  /// The first `count` bytes of the room have come. REQUIRES: it had as many.
  void added(std::size_t count) { partial_.added(count); }

  /// The next complete frame, or null when more bytes are needed or the stream is in error.
  std::optional<Buffer> next();

  /// Bytes missing from the frame in progress (from its length, while that is incomplete); 0
  /// between frames. Counts what next() would see: call it when next() has given null.
  std::size_t missing() const;

  const std::optional<FrameError>& error() const { return error_; }

  bool operator==(const FrameReader&) const = default;

 private:
  friend struct DigestOf<FrameReader>;
  std::optional<Buffer> slice_whole_frame();
  bool collect();
  std::size_t wanted() const;
  bool accept(std::int32_t length);
  void reserve(std::size_t needed, std::size_t whole);

  std::int32_t max_frame_size_;
  std::deque<Buffer> pieces_;  ///< Fed and not yet cut.
  ArrivingBytes partial_;  ///< The frame in progress with its length, when it is cut over pieces.
  std::optional<FrameError> error_;
};

}  // namespace cohort
