// The partitioners' hashes and the partitions that keys go to, against published vectors.
#include <cohort/client/partitioner.hpp>

#include <gtest/gtest.h>

#include <array>

namespace cohort::client {
namespace {

ByteView key_view(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

struct HashVector {
  std::string_view key;
  std::uint32_t hash;
};

// Apache Kafka 3.9: UtilsTest.testMurmur2.
const HashVector java_murmur2[] = {
    {"21", static_cast<std::uint32_t>(-973932308)},
    {"foobar", static_cast<std::uint32_t>(-790332482)},
    {"a-little-bit-long-string", static_cast<std::uint32_t>(-985981536)},
    {"a-little-bit-longer-string", static_cast<std::uint32_t>(-1486304829)},
    {"lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8", static_cast<std::uint32_t>(-58897971)},
    {"abc", 479470107},
};

// librdkafka 2.0.2: unittest_murmur2 in src/rdmurmur2.c, calculated with Java's there.
const HashVector librdkafka_murmur2[] = {
    {"kafka", 0xd067cf64},
    {"giberish123456789", 0x8f552b0c},
    {"1234", 0x9fc97b14},
    {"234", 0xe7c009ca},
    {"34", 0x873930da},
    {"4", 0x5a4b5ca1},
    {"PreAmbleWillBeRemoved,ThePrePartThatIs", 0x78424f1c},
    {"reAmbleWillBeRemoved,ThePrePartThatIs", 0x4a62b377},
    {"eAmbleWillBeRemoved,ThePrePartThatIs", 0xe0e4e09e},
    {"AmbleWillBeRemoved,ThePrePartThatIs", 0x62b8b43f},
    {"", 0x106e08d9},
};

TEST(Murmur2, IsJavas) {
  for (const HashVector& vector : java_murmur2) {
    EXPECT_EQ(static_cast<std::uint32_t>(murmur2(key_view(vector.key))), vector.hash) << vector.key;
  }
  for (const HashVector& vector : librdkafka_murmur2) {
    EXPECT_EQ(static_cast<std::uint32_t>(murmur2(key_view(vector.key))), vector.hash) << vector.key;
  }
}

// The check value that every CRC catalogue lists for CRC-32, and librdkafka's (below).
TEST(Crc32, IsZlibs) {
  EXPECT_EQ(crc32(key_view("123456789")), 0xcbf43926U);
  EXPECT_EQ(crc32(key_view("")), 0U);
  EXPECT_EQ(crc32(key_view("23456")), 0xb1b451d7U);
  EXPECT_EQ(crc32(key_view("this is another string with more length to it perhaps")), 0xb0150df7U);
  EXPECT_EQ(crc32(key_view("hejsan")), 0xd077037eU);
}

std::int32_t partition_of(PartitionerKind kind, std::optional<std::string_view> key,
                          std::int32_t partition_count) {
  StickyPartitions sticky{Rng(1)};
  std::optional<ByteView> bytes;
  if (key) bytes = key_view(*key);
  return partition_for({kind}, {.topic = "t", .key = bytes, .partition_count = partition_count},
                       sticky)
      .value();
}

// librdkafka 2.0.2: tests/0048-partitioner.c, 17 partitions. Null, "", "23456", a long key,
// "hejsan".
TEST(PartitionerKeys, PutsKeysWhereLibrdkafkaPutsThem) {
  constexpr std::uint32_t count = 17;
  const std::array<std::string_view, 5> keys{
      std::string_view(), "", "23456", "this is another string with more length to it perhaps",
      "hejsan"};
  const std::array<std::uint32_t, 5> by_crc{0x0, 0x0, 0xb1b451d7, 0xb0150df7, 0xd077037e};
  const std::array<std::uint32_t, 5> by_murmur{0x106e08d9, 0x106e08d9, 0x058d780f, 0x4f7703da,
                                               0x5ec19395};
  for (std::size_t key = 0; key < keys.size(); ++key) {
    std::optional<std::string_view> given;
    if (key > 0) given = keys[key];
    const auto at = [&](PartitionerKind kind) {
      return static_cast<std::uint32_t>(partition_of(kind, given, count));
    };
    EXPECT_EQ(at(PartitionerKind::consistent), by_crc[key] % count);
    EXPECT_EQ(at(PartitionerKind::murmur2), by_murmur[key] % count);
    if (key > 0) {
      EXPECT_EQ(at(PartitionerKind::murmur2_random), by_murmur[key] % count);
    }
    if (key > 1) {
      EXPECT_EQ(at(PartitionerKind::consistent_random), by_crc[key] % count);
    }
  }
}

TEST(PartitionerKeys, SpreadsThirtyOrdersAsZlibsChecksumDoes) {
  std::array<int, 3> counts{};
  for (int order = 0; order < 30; ++order) {
    const std::string key = "order-" + std::to_string(order);
    ++counts.at(static_cast<std::size_t>(partition_of(PartitionerKind::consistent, key, 3)));
  }
  EXPECT_EQ(counts, (std::array{13, 6, 11}));
}

}  // namespace
}  // namespace cohort::client
