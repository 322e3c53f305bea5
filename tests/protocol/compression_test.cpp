#include "record_samples.hpp"
#include <cohort/protocol/compression.hpp>

#include <gtest/gtest.h>
#include <snappy.h>

#include <array>
#include <random>

namespace cohort {
namespace {

constexpr std::array packing = {Compression::gzip, Compression::snappy, Compression::lz4,
                                Compression::zstd};

/// Half noise, half repetition, the same every time.
std::vector<std::uint8_t> mixed(std::size_t size) {
  std::vector<std::uint8_t> bytes(size);
  std::minstd_rand noise(7);
  for (std::size_t i = 0; i < size; ++i)
    bytes[i] = static_cast<std::uint8_t>((i / 1000) % 2 == 0 ? noise() : i / 1000);
  return bytes;
}

TEST(Compression, GivesBackWhatWentIn) {
  for (const Compression codec : packing)
    for (const std::size_t size :
         std::array<std::size_t, 8>{0, 1, 100, 32'768, 32'769, 65'536, 65'537, 300'000}) {
      const std::vector<std::uint8_t> bytes = mixed(size);
      for (const auto magic : std::array<std::int8_t, 3>{0, 1, 2}) {
        const RecordResult<Buffer> back =
            decompress(codec, compress(codec, bytes, magic), {.magic = magic});
        ASSERT_TRUE(back.has_value()) << name(codec) << " " << size;
        EXPECT_EQ(bytes_of(*back), bytes) << name(codec) << " " << size;
      }
    }
}

TEST(Compression, HasKafkasNamesAndNumbers) {
  EXPECT_EQ(compression_from_id(4), Compression::zstd);
  EXPECT_EQ(compression_from_id(5), std::nullopt);
  EXPECT_EQ(compression_from_id(-1), std::nullopt);
  EXPECT_EQ(compression_from_name("lz4"), Compression::lz4);
  EXPECT_EQ(compression_from_name("LZ4"), std::nullopt);
}

TEST(Compression, SnappyIsWrittenInXerialsFraming) {
  const Buffer packed = compress(Compression::snappy, mixed(40'000));

  EXPECT_EQ(packed.slice(0, 16), from_hex("82534e41505059000000000100000001"));
}

TEST(Compression, SnappyWithoutFramingIsReadToo) {
  std::string packed;
  snappy::Compress("aaaaaaaaaaaaaaaaaaaaaaaaaaaa", 28, &packed);

  EXPECT_EQ(decompress(Compression::snappy, Buffer::copy_of(packed)).value(),
            Buffer::copy_of(std::string(28, 'a')));
}

// Source: kafka-python 2.0.2's lz4_encode_old_kafka gives the same first seven bytes.
TEST(Compression, Lz4OfMagic0HasTheOldHeaderChecksum) {
  const Buffer old_frame = compress(Compression::lz4, mixed(100), 0);
  const Buffer frame = compress(Compression::lz4, mixed(100), 1);

  EXPECT_EQ(frame.slice(0, 7), from_hex("04224d18604082"));
  EXPECT_EQ(old_frame.slice(0, 7), from_hex("04224d1860401a"));
  EXPECT_EQ(fault_of(decompress(Compression::lz4, old_frame, {.magic = 1})),
            RecordFault::corrupt_compression);
  EXPECT_EQ(fault_of(decompress(Compression::lz4, frame, {.magic = 0})), std::nullopt);
}

TEST(Compression, GzipReadsMembersThatFollowEachOther) {
  std::vector<std::uint8_t> both =
      bytes_of(compress(Compression::gzip, Buffer::copy_of("ab").bytes()));
  const Buffer second = compress(Compression::gzip, Buffer::copy_of("cd").bytes());
  both.insert(both.end(), second.bytes().begin(), second.bytes().end());

  EXPECT_EQ(decompress(Compression::gzip, Buffer::adopt(std::move(both))).value(),
            Buffer::copy_of("abcd"));
}

TEST(Compression, WhatIsCutAnywhereIsAFault) {
  const std::vector<std::uint8_t> bytes = mixed(500);
  for (const Compression codec : packing) {
    const Buffer packed = compress(codec, bytes);
    for (std::size_t size = 0; size < packed.size(); ++size) {
      // Zero frames are something to zstd, and so are zero blocks behind xerial's header.
      if (codec == Compression::zstd && size == 0) continue;
      if (codec == Compression::snappy && size == 16) continue;
      EXPECT_EQ(fault_of(decompress(codec, packed.slice(0, size))),
                RecordFault::corrupt_compression)
          << name(codec) << " " << size;
    }
  }
}

TEST(Compression, FlippedBitsNeverCrashNorPassTheLimit) {
  const std::vector<std::uint8_t> bytes = mixed(500);
  for (const Compression codec : packing) {
    const std::vector<std::uint8_t> packed = bytes_of(compress(codec, bytes));
    for (std::size_t bit = 0; bit < packed.size() * 8; ++bit) {
      std::vector<std::uint8_t> flipped = packed;
      flipped[bit / 8] = static_cast<std::uint8_t>(flipped[bit / 8] ^ (1U << (bit % 8)));
      const RecordResult<Buffer> got =
          decompress(codec, Buffer::adopt(std::move(flipped)), {.limit = 4096});
      EXPECT_LE(got ? got->size() : 0, 4096U);
    }
  }
}

TEST(Compression, ABombEndsAtTheLimit) {
  const std::vector<std::uint8_t> zeros(20'000'000);
  for (const Compression codec : packing) {
    const Buffer packed = compress(codec, zeros);
    EXPECT_EQ(fault_of(decompress(codec, packed, {.limit = 1'000'000})),
              RecordFault::decompressed_too_large)
        << name(codec);
    EXPECT_EQ(fault_of(decompress(codec, packed, {.limit = zeros.size() - 1})),
              RecordFault::decompressed_too_large)
        << name(codec);
    EXPECT_EQ(fault_of(decompress(codec, packed, {.limit = zeros.size()})), std::nullopt)
        << name(codec);
  }
}

TEST(Compression, ASizeThatTheBytesCannotHoldIsNotBelieved) {
  // A raw snappy block that claims 4 GB, and a zstd frame of one 256 TB segment.
  EXPECT_EQ(fault_of(decompress(Compression::snappy, from_hex("ffffffff0f00"))),
            RecordFault::corrupt_compression);
  EXPECT_EQ(fault_of(decompress(Compression::zstd, from_hex("28b52ffde00000000000000100010000"))),
            RecordFault::corrupt_compression);
}

}  // namespace
}  // namespace cohort
