#include "record_samples.hpp"
#include <cohort/protocol/record_marker.hpp>

#include <gtest/gtest.h>

namespace cohort {
namespace {

// Source: the layout of KIP-98 and ControlRecordType: key version 0 and type, value version 0 and
// coordinator epoch.
TEST(Marker, IsAControlBatchAsKafkaWritesIt) {
  const BatchView commit = marker_batch({.type = MarkerType::commit,
                                         .producer_id = 9,
                                         .producer_epoch = 2,
                                         .coordinator_epoch = 5,
                                         .timestamp = 1234});

  EXPECT_EQ(commit.header().attributes, 0x30);
  EXPECT_EQ(commit.header().base_sequence, -1);
  EXPECT_EQ(commit.header().max_timestamp, 1234);
  EXPECT_EQ(records_of(commit), (std::vector<Record>{{.timestamp = 1234,
                                                      .key = from_hex("00000001"),
                                                      .value = from_hex("000000000005")}}));
}

TEST(Marker, IsReadBack) {
  const Marker abort{.type = MarkerType::abort,
                     .producer_id = 1LL << 40,
                     .producer_epoch = 32767,
                     .coordinator_epoch = -1,
                     .timestamp = 7};

  EXPECT_EQ(marker_of(marker_batch(abort)), abort);
}

TEST(Marker, TypeIsReadByTheKeyAlone) {
  const auto type_of_key = [](const char* key) {
    return marker_type_of(batch_of({{.timestamp = 1, .key = from_hex(key)}}, {.is_control = true}));
  };
  EXPECT_EQ(type_of_key("00000000"), MarkerType::abort);
  EXPECT_EQ(type_of_key("00000001"), MarkerType::commit);
  EXPECT_EQ(type_of_key("00000002"), std::nullopt);
  EXPECT_EQ(type_of_key("0000"), std::nullopt);
  EXPECT_EQ(
      marker_of(batch_of({{.timestamp = 1, .key = from_hex("00000000")}}, {.is_control = true})),
      std::nullopt)
      << "a whole marker has a value";
}

TEST(Marker, IsNotInAnOrdinaryBatch) {
  EXPECT_EQ(marker_of(batch_of(sample_records())), std::nullopt);
  EXPECT_EQ(marker_of(batch_of(
                {{.timestamp = 1, .key = from_hex("00000002"), .value = from_hex("000000000005")}},
                {.is_control = true})),
            std::nullopt);
}

}  // namespace
}  // namespace cohort
