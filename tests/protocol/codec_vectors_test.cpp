// Bodies written by another codec (tests/vectors/messages.txt): same values, same bytes, and an
// error at every cut.
#include "protocol/any_message.hpp"
#include "protocol/hex.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace cohort::testing {
namespace {

struct Vector {
  const AnyMessage* message = nullptr;
  int version = 0;
  Buffer body;
  std::string printed;
};

const AnyMessage* find_message(const std::string& name) {
  const auto& all = every_message();
  const auto found = std::ranges::find(all, name, &AnyMessage::name);
  return found == all.end() ? nullptr : &*found;
}

std::vector<Vector> read_vectors() {
  std::ifstream file(COHORT_VECTORS "/messages.txt");
  std::vector<Vector> vectors;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream words(line);
    std::string name;
    std::string hex;
    Vector vector;
    words >> name >> vector.version >> hex >> std::ws;
    std::getline(words, vector.printed);
    vector.message = find_message(name);
    vector.body = from_hex(hex);
    vectors.push_back(vector);
  }
  return vectors;
}

TEST(CodecVectors, CoverEveryMessage) {
  std::set<std::string> covered;
  for (const Vector& vector : read_vectors()) {
    ASSERT_NE(vector.message, nullptr) << vector.printed;
    covered.insert(vector.message->name);
  }
  for (const AnyMessage& message : every_message())
    EXPECT_TRUE(covered.contains(message.name)) << message.name;
}

TEST(CodecVectors, DecodeToTheirValuesAndEncodeToTheirBytes) {
  for (const Vector& vector : read_vectors()) {
    const Recoded recoded = vector.message->recode(vector.body, vector.version);

    ASSERT_EQ(recoded.error, std::nullopt) << vector.printed << ": " << to_string(*recoded.error);
    EXPECT_EQ(recoded.printed, vector.printed) << "version " << vector.version;
    EXPECT_EQ(recoded.bytes, vector.body) << vector.printed << " version " << vector.version;
    EXPECT_EQ(recoded.size, vector.body.size());
  }
}

TEST(CodecVectors, CutAtAnyByteAreAnError) {
  for (const Vector& vector : read_vectors()) {
    for (std::size_t size = 0; size < vector.body.size(); ++size) {
      // Under an owner of its own, so that a sanitizer sees a read beyond the cut.
      const Buffer cut = Buffer::copy_of(vector.body.slice(0, size).bytes());
      const Recoded recoded = vector.message->recode(cut, vector.version);
      ASSERT_NE(recoded.error, std::nullopt) << vector.printed << " cut at byte " << size;
    }
  }
}

TEST(CodecVectors, IgnoreWhatFollowsTheBody) {
  for (const Vector& vector : read_vectors()) {
    std::vector<std::uint8_t> bytes(vector.body.bytes().begin(), vector.body.bytes().end());
    bytes.insert(bytes.end(), {0xde, 0xad, 0xbe, 0xef});
    const Recoded recoded = vector.message->recode(Buffer::adopt(std::move(bytes)), vector.version);
    ASSERT_EQ(recoded.error, std::nullopt);
    ASSERT_EQ(recoded.size, vector.body.size());
  }
}

TEST(CodecVectors, WithAnyByteChangedDecodeToSomethingThatEncodesOrFail) {
  for (const Vector& vector : read_vectors()) {
    for (std::size_t i = 0; i < vector.body.size(); ++i) {
      std::vector<std::uint8_t> bytes(vector.body.bytes().begin(), vector.body.bytes().end());
      bytes[i] = static_cast<std::uint8_t>(bytes[i] ^ (i % 2 == 0 ? 0xff : 0x81));
      const Recoded recoded =
          vector.message->recode(Buffer::adopt(std::move(bytes)), vector.version);
      ASSERT_TRUE(recoded.error.has_value() || recoded.decodes_to_same) << recoded.printed;
    }
  }
}

}  // namespace
}  // namespace cohort::testing
