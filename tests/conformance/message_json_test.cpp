// The suite's codec against vectors that neither it nor the broker's codec has made.
#include "conformance/codec/message_json.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

namespace cohort::conform {
namespace {

Bytes recoded(const MessageSchema& message, int version, const Bytes& bytes) {
  ByteReader reader(bytes);
  return encode_json(message, version, decode_json(message, version, reader));
}

TEST(MessageJson, EveryVectorSurvivesBeingJson) {
  std::ifstream file(COHORT_VECTORS "/messages.txt");
  int count = 0;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string name, hex;
    int version = 0;
    if (line.starts_with('#') || !(words >> name >> version >> hex)) continue;
    // Their records are any bytes, which no case could write.
    if (name == "ProduceRequest" || name == "FetchResponse") continue;
    if (hex == "-") hex.clear();  // An empty body.
    EXPECT_EQ(to_hex(recoded(message_schema(name), version, from_hex(hex))), hex) << line;
    ++count;
  }
  EXPECT_GT(count, 200);
}

TEST(MessageJson, UnknownTagsAreKept) {
  const MessageSchema& heartbeat = message_schema("HeartbeatResponse");
  const Json answer{{"throttle_time_ms", 0}, {"error_code", 0}, {"_tags", {{"9", "00ff"}}}};
  const Bytes bytes = encode_json(heartbeat, 4, answer);
  EXPECT_EQ(to_hex(bytes),
            "000000000000010902"
            "00ff");
  ByteReader reader(bytes);
  EXPECT_EQ(decode_json(heartbeat, 4, reader), answer);
}

TEST(MessageJson, ATruncatedAnswerFails) {
  ByteReader reader("\0\0\0");
  EXPECT_THROW(decode_json(message_schema("HeartbeatResponse"), 4, reader), Failure);
}

}  // namespace
}  // namespace cohort::conform
