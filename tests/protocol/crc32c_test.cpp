#include <cohort/protocol/crc32c.hpp>

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace cohort {
namespace {

std::span<const std::uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

std::vector<std::uint8_t> counting(int first, int step) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(32);
  for (int i = 0; i < 32; ++i) bytes.push_back(static_cast<std::uint8_t>(first + step * i));
  return bytes;
}

// Source: RFC 3720, appendix B.4, and the check value of the CRC catalogue for "123456789".
TEST(Crc32c, GivesTheChecksumsOfRfc3720) {
  EXPECT_EQ(crc32c(std::vector<std::uint8_t>(32, 0x00)), 0x8a9136aaU);
  EXPECT_EQ(crc32c(std::vector<std::uint8_t>(32, 0xff)), 0x62a8ab43U);
  EXPECT_EQ(crc32c(counting(0, 1)), 0x46dd794eU);
  EXPECT_EQ(crc32c(counting(31, -1)), 0x113fdb5cU);
  EXPECT_EQ(crc32c(bytes_of("123456789")), 0xe3069283U);
  EXPECT_EQ(crc32c({}), 0U);
}

// Source: the check value of the CRC catalogue for "123456789"; zlib's crc32 of "".
TEST(Crc32, IsTheOneOfGzip) {
  EXPECT_EQ(crc32(bytes_of("123456789")), 0xcbf43926U);
  EXPECT_EQ(crc32({}), 0U);
}

TEST(Crc32c, GoesOnFromTheBytesBefore) {
  const auto all = counting(7, 5);
  for (std::size_t cut = 0; cut <= all.size(); ++cut) {
    const auto head = std::span(all).first(cut);
    const auto tail = std::span(all).subspan(cut);
    EXPECT_EQ(crc32c(tail, crc32c(head)), crc32c(all));
    EXPECT_EQ(crc32(tail, crc32(head)), crc32(all));
  }
}

}  // namespace
}  // namespace cohort
