#include "protocol/hex.hpp"
#include <cohort/protocol/frame.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::testing {
namespace {

std::vector<std::string> drain(FrameReader& reader) {
  std::vector<std::string> frames;
  while (const std::optional<Buffer> frame = reader.next()) frames.emplace_back(frame->text());
  return frames;
}

const Buffer stream = from_hex("00000003 616263 00000000 00000001 64");
const std::vector<std::string> stream_frames{"abc", "", "d"};

TEST(FrameReader, GivesEveryFrameOfOnePiece) {
  FrameReader reader;
  reader.feed(stream);
  EXPECT_EQ(drain(reader), stream_frames);
  EXPECT_EQ(reader.missing(), 0u);
}

TEST(FrameReader, GivesTheSameFramesHoweverTheStreamIsCutInThree) {
  for (std::size_t first = 0; first <= stream.size(); ++first) {
    for (std::size_t second = first; second <= stream.size(); ++second) {
      FrameReader reader;
      std::vector<std::string> frames;
      for (const Buffer& piece :
           {stream.slice(0, first), stream.slice(first, second - first), stream.slice(second)}) {
        reader.feed(piece);
        for (std::string& frame : drain(reader)) frames.push_back(std::move(frame));
      }
      ASSERT_EQ(frames, stream_frames) << first << " " << second;
    }
  }
}

TEST(FrameReader, GivesTheSameFramesByteByByteAndInPiecesFedAtOnce) {
  FrameReader reader;
  for (std::size_t i = 0; i < stream.size(); ++i) reader.feed(stream.slice(i, 1));
  EXPECT_EQ(drain(reader), stream_frames);
}

TEST(FrameReader, AFrameWithinOnePieceIsASliceOfIt) {
  FrameReader reader;
  reader.feed(stream);
  EXPECT_EQ(reader.next()->data(), stream.data() + 4);
}

TEST(FrameReader, SaysHowManyBytesAreMissing) {
  FrameReader reader;
  EXPECT_EQ(reader.missing(), 0u);
  reader.feed(from_hex("0000"));
  EXPECT_EQ(reader.next(), std::nullopt);
  EXPECT_EQ(reader.missing(), 2u);
  reader.feed(from_hex("0009 61"));
  EXPECT_EQ(reader.next(), std::nullopt);
  EXPECT_EQ(reader.missing(), 8u);
}

TEST(FrameReader, ANegativeLengthLatchesAnError) {
  FrameReader reader;
  reader.feed(from_hex("00000001 61 fffffffe 00000001 62"));
  EXPECT_EQ(drain(reader), std::vector<std::string>{"a"});
  EXPECT_EQ(reader.error(), (FrameError{FrameFault::negative_length, -2, 104'857'600}));
  EXPECT_EQ(to_string(*reader.error()), "a frame of negative length -2");
  reader.feed(stream);
  EXPECT_EQ(reader.next(), std::nullopt);
}

TEST(FrameReader, ALengthAboveTheLimitIsAnErrorAndTheLimitItselfIsNot) {
  FrameReader reader(/*max_frame_size=*/3);
  reader.feed(from_hex("00000003 616263 00"));
  EXPECT_EQ(drain(reader), std::vector<std::string>{"abc"});
  reader.feed(from_hex("000004"));
  EXPECT_EQ(reader.next(), std::nullopt);
  EXPECT_EQ(to_string(*reader.error()), "a frame of length 4, more than the limit of 3 bytes");
}

TEST(FrameReader, NamesHttpAndTls) {
  FrameReader http;
  http.feed(Buffer::copy_of("GET / HTTP/1.1\r\n"));
  EXPECT_EQ(http.next(), std::nullopt);
  EXPECT_EQ(to_string(*http.error()),
            "a frame of length 1195725856, more than the limit of 104857600 bytes (looks like an "
            "HTTP request)");
  FrameReader tls;
  tls.feed(from_hex("160301 0200 01"));
  EXPECT_EQ(tls.next(), std::nullopt);
  EXPECT_EQ(to_string(*tls.error()),
            "a frame of length 369295618, more than the limit of 104857600 bytes (looks like a TLS "
            "handshake)");
}

TEST(FrameReader, ACopyGoesOnFromTheSamePoint) {
  FrameReader reader;
  reader.feed(stream.slice(0, 6));
  EXPECT_EQ(reader.next(), std::nullopt);
  FrameReader copy = reader;
  EXPECT_EQ(copy, reader);
  reader.feed(stream.slice(6));
  copy.feed(stream.slice(6));
  EXPECT_EQ(drain(reader), stream_frames);
  EXPECT_EQ(drain(copy), stream_frames);
}

/// Puts as much of the text as there is room for where the reader has room; gives how much.
std::size_t fill(FrameReader& reader, std::string_view text) {
  const std::span<std::uint8_t> room = reader.room();
  const std::size_t count = std::min(room.size(), text.size());
  std::copy_n(text.begin(), count, room.begin());
  if (count > 0) reader.added(count);
  return count;
}

TEST(FrameReader, GivesTheSameFramesWhetherTheyAreFedOrPutIntoItsRoom) {
  const std::string body(300'000, 'x');
  const std::string text = std::string("\0\x04\x93\xe0", 4) + body;
  for (const std::size_t piece : {1'000U, 16'000U, 17'000U, 100'000U}) {
    FrameReader reader;
    std::vector<std::string> frames;
    std::string_view rest(text);
    std::size_t filled = 0;
    while (!rest.empty()) {
      std::size_t count = fill(reader, rest.substr(0, piece));
      filled += count;
      if (count == 0) {
        count = std::min(piece, rest.size());
        reader.feed(Buffer::copy_of(rest.substr(0, count)));
      }
      rest.remove_prefix(count);
      for (std::string& frame : drain(reader)) frames.push_back(std::move(frame));
    }
    EXPECT_EQ(frames, std::vector<std::string>{body}) << piece;
    EXPECT_GE(filled, 200'000U) << piece;
  }
}

TEST(FrameReader, HasNoRoomWithoutALargeFrameInProgress) {
  FrameReader reader;
  EXPECT_TRUE(reader.room().empty());
  reader.feed(from_hex("000493"));
  EXPECT_EQ(reader.next(), std::nullopt);
  EXPECT_TRUE(reader.room().empty()) << "its length has not come";
  reader.feed(from_hex("e0"));
  EXPECT_TRUE(reader.room().empty()) << "what was fed has not been looked at";
  EXPECT_EQ(reader.next(), std::nullopt);
  EXPECT_FALSE(reader.room().empty());
  reader.feed(Buffer::copy_of(std::string(299'900, 'x')));
  EXPECT_EQ(reader.next(), std::nullopt);
  EXPECT_TRUE(reader.room().empty()) << "100 bytes are missing";

  FrameReader limited(/*max_frame_size=*/100);
  limited.feed(from_hex("000493"));
  EXPECT_EQ(limited.next(), std::nullopt);
  limited.feed(from_hex("e0"));
  EXPECT_EQ(limited.next(), std::nullopt);
  EXPECT_TRUE(limited.room().empty()) << "in error";
}

TEST(FrameReader, ALengthAloneMakesRoomFor64KilobytesAndWhatCameForMore) {
  FrameReader reader;
  reader.feed(from_hex("063fffff"));
  EXPECT_EQ(reader.next(), std::nullopt);
  EXPECT_LE(reader.room().size(), 65'536U);
  reader.feed(Buffer::copy_of(std::string(20'000, 'x')));
  EXPECT_EQ(reader.next(), std::nullopt);
  EXPECT_LE(reader.room().size(), std::size_t{64} * 20'004);
}

TEST(FrameReader, ACopyHasRoomOfItsOwn) {
  FrameReader reader;
  reader.feed(from_hex("000493e0 6161"));
  EXPECT_EQ(reader.next(), std::nullopt);
  FrameReader copy = reader;
  fill(reader, std::string(20'000, 'b'));
  EXPECT_NE(copy, reader);
  fill(copy, std::string(20'000, 'b'));
  EXPECT_EQ(copy, reader);
}

TEST(FrameReader, ALargeFrameArrivesWholeInPieces) {
  const std::string body(300'000, 'x');
  FrameReader reader;
  reader.feed(from_hex("000493e0"));
  for (std::size_t at = 0; at < body.size(); at += 7'777) {
    EXPECT_EQ(reader.next(), std::nullopt);
    reader.feed(Buffer::copy_of(std::string_view(body).substr(at, 7'777)));
  }
  EXPECT_EQ(drain(reader), std::vector<std::string>{body});
}

}  // namespace
}  // namespace cohort::testing
