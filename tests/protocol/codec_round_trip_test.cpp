// Random messages of every kind at every version: what is encoded decodes to the same.
#include "protocol/any_message.hpp"
#include "protocol/random_draw.hpp"

#include <gtest/gtest.h>

namespace cohort::testing {
namespace {

constexpr int rounds = 40;

TEST(Codec, ARandomMessageDecodesToItselfAtEveryVersion) {
  SCOPED_TRACE(seed_line());
  for (const AnyMessage& message : every_message()) {
    RandomDraw draw(message.name);
    for (int version = message.versions.first; version <= message.versions.last; ++version) {
      SCOPED_TRACE(message.name + " v" + std::to_string(version));
      for (int round = 0; round < rounds; ++round) {
        const Buffer bytes = message.random(draw, version).joined();

        const Recoded recoded = message.recode(bytes, version);

        ASSERT_EQ(recoded.error, std::nullopt) << to_string(*recoded.error);
        ASSERT_EQ(recoded.size, bytes.size()) << recoded.printed;
        ASSERT_EQ(recoded.bytes, bytes) << recoded.printed;
        ASSERT_EQ(recoded.encoded_size, bytes.size()) << recoded.printed;
        ASSERT_TRUE(recoded.decodes_to_same) << recoded.printed;
        ASSERT_EQ(recoded.unrepresentable, std::nullopt) << recoded.printed;
        ASSERT_EQ(recoded.unknown_tags, 0u);
      }
    }
  }
}

template <class... Messages>
void expect_equal_after_decoding(TypeList<Messages...>) {
  const auto check = []<class Message>(const Message*) {
    RandomDraw draw("values");
    for (int version = Message::api.versions.first; version <= Message::api.versions.last;
         ++version) {
      const Message message = random_message<Message>(draw, version);
      const Result<Message> decoded = decode<Message>(encode(message, version).joined(), version);
      ASSERT_TRUE(decoded.has_value()) << print(message);
      ASSERT_EQ(*decoded, message) << print(message) << "\n" << print(*decoded);
    }
  };
  (check(static_cast<const Messages*>(nullptr)), ...);
}

TEST(Codec, TheDecodedStructEqualsTheEncodedOne) {
  SCOPED_TRACE(seed_line());
  expect_equal_after_decoding(RequestList{});
  expect_equal_after_decoding(ResponseList{});
}

TEST(Codec, OneSeedGivesTheSameMessagesTwice) {
  for (const AnyMessage& message : every_message()) {
    RandomDraw once("twice");
    RandomDraw again("twice");
    ASSERT_EQ(message.random(once, message.versions.last),
              message.random(again, message.versions.last));
  }
}

}  // namespace
}  // namespace cohort::testing
