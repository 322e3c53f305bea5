#include "protocol/random_draw.hpp"
#include <cohort/protocol/frame.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::testing {
namespace {

constexpr std::int32_t largest_frame = 600'000;

/// Sizes at the edges of what a reader does in another way, and any.
std::size_t random_size(Draw& draw) {
  constexpr std::array<std::size_t, 5> edges{0, 16'384, 65'536, 131'072, largest_frame};
  const std::uint64_t kind = draw.below(8);
  if (kind == 0) return draw.below(largest_frame);
  if (kind < 4) return draw.below(200);
  const std::size_t edge = edges.at(draw.below(edges.size()));
  return std::min<std::size_t>(edge + draw.below(17) - std::min<std::size_t>(edge, 8),
                               largest_frame);
}

void append_frame(std::string& stream, Draw& draw, std::size_t size) {
  for (int shift = 24; shift >= 0; shift -= 8) stream.push_back(static_cast<char>(size >> shift));
  const std::uint64_t start = draw.below(251);
  for (std::size_t i = 0; i < size; ++i) stream.push_back(static_cast<char>((start + i) % 251));
}

/// A reader that gets its stream through its room as well as fed.
struct Reading {
  FrameReader reader = FrameReader(largest_frame);
  std::vector<std::string> frames;
  std::size_t put_into_room = 0;

  void take_frames() {
    while (const auto frame = reader.next()) frames.emplace_back(frame->text());
  }

  /// Takes no more than `piece` bytes of the rest, and gives how many.
  std::size_t take(std::string_view rest, std::size_t piece, bool by_room) {
    const auto room = by_room ? reader.room() : std::span<std::uint8_t>();
    if (room.empty()) {
      reader.feed(Buffer::copy_of(rest.substr(0, piece)));
      return std::min(piece, rest.size());
    }
    const std::size_t count = std::min({room.size(), rest.size(), piece});
    std::copy_n(rest.begin(), count, room.begin());
    reader.added(count);
    put_into_room += count;
    return count;
  }
};

std::size_t random_piece(Draw& draw) {
  constexpr std::array<std::size_t, 5> most{3, 300, 16'384, 70'000, 2'000'000};
  return 1 + draw.below(most.at(draw.below(most.size())));
}

TEST(FrameRoom, AnyStreamGivesItsFramesInAnyMixOfFeedingAndRoom) {
  SCOPED_TRACE(seed_line());
  RandomDraw draw("frame room");
  for (int round = 0; round < 40; ++round) {
    std::string stream;
    const std::size_t count = 1 + draw.below(8);
    for (std::size_t i = 0; i < count; ++i) append_frame(stream, draw, random_size(draw));
    if (draw.below(4) == 0) stream.append("\x7f\xff\xff\xff more");  // Above the limit.
    Reading plain;
    plain.reader.feed(Buffer::copy_of(stream));
    plain.take_frames();

    Reading mixed;
    for (std::string_view rest(stream); !rest.empty();) {
      rest.remove_prefix(mixed.take(rest, random_piece(draw), draw.below(3) > 0));
      // Frames may wait: one that is parked leaves them where they are.
      if (draw.below(4) > 0) mixed.take_frames();
      if (draw.below(8) == 0) mixed.reader = FrameReader(mixed.reader);
    }
    mixed.take_frames();

    ASSERT_EQ(mixed.frames.size(), plain.frames.size()) << round;
    ASSERT_TRUE(mixed.frames == plain.frames) << round;
    ASSERT_EQ(mixed.reader.error(), plain.reader.error()) << round;
  }
}

TEST(FrameRoom, IsNeverMoreThanAPromisedShareOfWhatHasArrivedNorOfTheFrame) {
  SCOPED_TRACE(seed_line());
  RandomDraw draw("share of room");
  for (int round = 0; round < 40; ++round) {
    std::string stream;
    append_frame(stream, draw, 20'000 + draw.below(largest_frame - 20'000));
    Reading reading;
    std::size_t arrived = reading.take(stream, 4 + draw.below(70'000), false);
    reading.take_frames();
    while (arrived < stream.size()) {
      const std::size_t room = reading.reader.room().size();
      ASSERT_LE(arrived + room, std::max<std::size_t>(65'536, 64 * (arrived + 1))) << round;
      ASSERT_LE(room, stream.size() - arrived) << round;
      arrived += reading.take(std::string_view(stream).substr(arrived), random_piece(draw), true);
      reading.take_frames();
    }
    ASSERT_EQ(reading.frames, std::vector<std::string>{stream.substr(4)}) << round;
  }
}

}  // namespace
}  // namespace cohort::testing
