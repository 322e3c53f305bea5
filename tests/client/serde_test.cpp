// Values to bytes and back, and what is said of bytes that are no value.
#include "protocol/hex.hpp"
#include <cohort/client/serde.hpp>

#include <gtest/gtest.h>

#include <limits>

namespace cohort::client {
namespace {

template <class T>
void expect_serde_bytes(const Serde<T>& serde, const T& value, const Buffer& bytes) {
  EXPECT_EQ(serde.serializer(value), bytes);
  EXPECT_EQ(serde.deserializer(bytes), value);
}

template <class T>
std::string serde_complaint(const Serde<T>& serde, std::optional<Buffer> bytes) {
  try {
    serde.deserializer(std::move(bytes));
  } catch (const MalformedBytes& malformed) {
    return malformed.what();
  }
  return "";
}

// Java's ByteBuffer.putLong, putInt and putDouble: highest byte first, IEEE 754.
TEST(NumberSerdes, WriteTheHighestByteFirst) {
  expect_serde_bytes<std::int64_t>(int64_serde(), 0x0102030405060708,
                                   testing::from_hex("0102030405060708"));
  expect_serde_bytes<std::int64_t>(int64_serde(), -2, testing::from_hex("fffffffffffffffe"));
  expect_serde_bytes<std::int64_t>(int64_serde(), std::numeric_limits<std::int64_t>::min(),
                                   testing::from_hex("8000000000000000"));
  expect_serde_bytes<std::int32_t>(int32_serde(), -1, testing::from_hex("ffffffff"));
  expect_serde_bytes<std::int32_t>(int32_serde(), 258, testing::from_hex("00000102"));
  expect_serde_bytes<double>(double_serde(), 1.5, testing::from_hex("3ff8000000000000"));
  expect_serde_bytes<double>(double_serde(), -0.0, testing::from_hex("8000000000000000"));
}

TEST(NumberSerdes, RefuseOtherSizes) {
  EXPECT_EQ(serde_complaint(int64_serde(), Buffer::copy_of("1")), "1 byte; a 64-bit integer has 8");
  EXPECT_EQ(serde_complaint(int32_serde(), Buffer::copy_of("12345")),
            "5 bytes; a 32-bit integer has 4");
  EXPECT_EQ(serde_complaint(double_serde(), Buffer{}), "0 bytes; a double has 8");
}

TEST(TextSerdes, LeaveBytesAsTheyAre) {
  expect_serde_bytes<std::string>(string_serde(), "h\xc3\xa9 \xff",
                                  Buffer::copy_of("h\xc3\xa9 \xff"));
  expect_serde_bytes<std::string>(string_serde(), "", Buffer{});
  const Buffer bytes = Buffer::copy_of("as they are");
  EXPECT_EQ(bytes_serde().deserializer(bytes).data(), bytes.data());
}

// Java's UUID.toString of this UUID.
TEST(UuidSerde, WritesJavasText) {
  const Uuid uuid = uuid_from_bits(0x123e4567e89b42d3, 0xa456426614174000);
  expect_serde_bytes<Uuid>(uuid_serde(), uuid,
                           Buffer::copy_of("123e4567-e89b-42d3-a456-426614174000"));
  EXPECT_EQ(uuid_serde().deserializer(Buffer::copy_of("123E4567-E89B-42D3-A456-426614174000")),
            uuid);
}

TEST(UuidSerde, RefusesOtherTexts) {
  for (const std::string_view text :
       {"", "123e4567-e89b-42d3-a456-42661417400", "123e4567-e89b-42d3-a456-4266141740001",
        "123e4567xe89b-42d3-a456-426614174000", "123e4567-e89b-42d3-a456-42661417400g",
        "123e4567e-89b-42d3-a456-426614174000"}) {
    EXPECT_NE(serde_complaint(uuid_serde(), Buffer::copy_of(text)).find("is no UUID"),
              std::string::npos)
        << text;
  }
}

TEST(Serdes, RefuseNullAndNullableOnesTakeIt) {
  EXPECT_EQ(serde_complaint(string_serde(), std::nullopt), "null where a text is expected");
  EXPECT_EQ(serde_complaint(int64_serde(), std::nullopt),
            "null where a 64-bit integer is expected");
  EXPECT_EQ(serde_complaint(uuid_serde(), std::nullopt), "null where a UUID is expected");

  const Serde<std::optional<std::string>> text = nullable(string_serde());
  EXPECT_EQ(text.serializer(std::nullopt), std::nullopt);
  EXPECT_EQ(text.deserializer(std::nullopt), std::nullopt);
  EXPECT_EQ(text.serializer("x"), Buffer::copy_of("x"));
  EXPECT_EQ(text.deserializer(Buffer{}), "");
}

TEST(Serdes, AreAnyCallablesWithOrWithoutThePart) {
  const Serializer<int> short_one = [](const int& value) {
    return Buffer::copy_of(std::to_string(value));
  };
  const Serializer<int> long_one = [](const int& value, const RecordPart& part) {
    return Buffer::copy_of(std::string(part.topic) + (part.is_key ? " key " : " value ") +
                           std::to_string(value));
  };
  const Deserializer<int> reads = [](const std::optional<Buffer>& bytes) {
    return std::stoi(std::string(bytes->text()));
  };
  const Deserializer<std::size_t> counts_headers =
      [](const std::optional<Buffer>&, const RecordPart& part) { return part.headers.size(); };
  const std::vector<RecordHeader> headers{{"a"}, {"b"}};

  EXPECT_EQ(short_one(5), Buffer::copy_of("5"));
  EXPECT_EQ(long_one(5, {.topic = "t", .is_key = true}), Buffer::copy_of("t key 5"));
  EXPECT_EQ(reads(Buffer::copy_of("17")), 17);
  EXPECT_EQ(counts_headers(std::nullopt, {.headers = headers}), 2U);
  EXPECT_FALSE(Serializer<int>());
  EXPECT_TRUE(reads);
}

TEST(Deserialize, TellsWhereTheRecordIs) {
  const RecordPosition at{{"orders", 3}, 17};
  const Failure expected{.kind = FailureKind::bad_record,
                         .message =
                             "the value of orders-3 at offset 17 can't be read: "
                             "2 bytes; a 32-bit integer has 4",
                         .partition = TopicPartition{"orders", 3},
                         .offset = 17};
  try {
    deserialize(int32_serde().deserializer, Buffer::copy_of("no"), {.topic = "orders"}, at);
    FAIL() << "nothing was thrown";
  } catch (const BadRecord& bad) {
    EXPECT_EQ(bad.failure(), expected);
  }
}

TEST(Deserialize, TurnsWhateverIsThrownIntoBadRecord) {
  const Deserializer<int> throws_a_number = [](const std::optional<Buffer>&) -> int { throw 5; };
  EXPECT_THROW(deserialize(throws_a_number, std::nullopt, {}, {{"orders", 0}, 1}), BadRecord);
  EXPECT_EQ(deserialize(string_serde().deserializer, Buffer::copy_of("x"), {}, {{"orders", 0}, 1}),
            "x");
}

}  // namespace
}  // namespace cohort::client
