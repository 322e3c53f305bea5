#include "log/producer_state.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace cohort::broker {
namespace {

constexpr std::int32_t last_sequence = std::numeric_limits<std::int32_t>::max();

SequencedBatch batch(std::int32_t first, std::int32_t last, std::int16_t epoch = 0) {
  return {
      .producer_id = 7, .producer_epoch = epoch, .first_sequence = first, .last_sequence = last};
}

WrittenBatch written(const SequencedBatch& batch, std::int64_t base_offset) {
  return {.first_sequence = batch.first_sequence,
          .last_sequence = batch.last_sequence,
          .base_offset = base_offset,
          .last_offset = base_offset + batch.last_sequence - batch.first_sequence,
          .timestamp = 1000};
}

/// A producer that wrote single records of the sequences up to `last`, at the same offsets.
ProducerState state_after(std::int32_t last) {
  ProducerState state;
  for (std::int32_t i = 0; i <= last; ++i) state.append(batch(i, i), written(batch(i, i), i));
  return state;
}

TEST(ProducerState, ABatchIsCheckedAgainstTheLastOfItsProducer) {
  struct Case {
    SequencedBatch batch;
    ErrorCode error;
  };
  const std::vector<Case> cases = {
      {batch(3, 9), ErrorCode::none},
      {batch(4, 4), ErrorCode::out_of_order_sequence_number},     // A gap.
      {batch(2, 3), ErrorCode::out_of_order_sequence_number},     // Partly repeated.
      {batch(0, 0, 1), ErrorCode::none},                          // A new epoch starts at 0,
      {batch(3, 3, 1), ErrorCode::out_of_order_sequence_number},  // and nowhere else.
      {batch(3, 3, -1), ErrorCode::invalid_producer_epoch},
      {{.producer_id = 8, .producer_epoch = 5, .first_sequence = 77, .last_sequence = 77},
       ErrorCode::none},  // Never seen: its records may have expired.
      {{.producer_id = 7,
        .producer_epoch = 0,
        .first_sequence = 3,
        .last_sequence = 3,
        .is_transactional = true},
       ErrorCode::invalid_txn_state},
  };
  for (const Case& c : cases) EXPECT_EQ(state_after(2).check(c.batch), c.error);
}

TEST(ProducerState, AfterTheLastSequenceComesZero) {
  ProducerState state;
  const SequencedBatch first = batch(last_sequence - 1, last_sequence);
  state.append(first, written(first, 0));
  EXPECT_EQ(state.check(batch(0, 0)), ErrorCode::none);
  EXPECT_EQ(state.check(batch(1, 1)), ErrorCode::out_of_order_sequence_number);
}

TEST(ProducerState, TheLastFiveBatchesAreRemembered) {
  const ProducerState state = state_after(6);
  EXPECT_EQ(state.find_duplicate(batch(1, 1)), nullptr);
  for (std::int32_t i = 2; i <= 6; ++i) {
    ASSERT_NE(state.find_duplicate(batch(i, i)), nullptr) << i;
    EXPECT_EQ(*state.find_duplicate(batch(i, i)), written(batch(i, i), i));
  }
}

TEST(ProducerState, OnlyTheWholeSequenceRangeOfTheSameEpochIsADuplicate) {
  ProducerState state;
  state.append(batch(0, 4), written(batch(0, 4), 0));
  EXPECT_EQ(state.find_duplicate(batch(0, 3)), nullptr);
  EXPECT_EQ(state.find_duplicate(batch(0, 4, 1)), nullptr);
  EXPECT_NE(state.find_duplicate(batch(0, 4)), nullptr);
}

TEST(ProducerState, ANewEpochForgetsTheWindow) {
  ProducerState state = state_after(2);
  state.append(batch(0, 0, 1), written(batch(0, 0, 1), 3));
  EXPECT_EQ(state.producers().at(7),
            (Producer{.epoch = 1, .window = {written(batch(0, 0), 3)}, .last_timestamp = 1000}));
}

TEST(ProducerState, AProducerExpiresByTheTimestampOfItsLastBatch) {
  ProducerState state = state_after(0);
  state.expire(Instant::from_unix_ms(1000 + 59'999), std::chrono::minutes(1));
  EXPECT_EQ(state, state_after(0));
  state.expire(Instant::from_unix_ms(1000 + 60'000), std::chrono::minutes(1));
  EXPECT_EQ(state, ProducerState{});
}

TEST(ProducerIds, CountUpFromOneAtEpochZero) {
  ProducerIds ids;
  EXPECT_EQ(ids.init_idempotent({}), (GivenProducer{ErrorCode::none, 1, 0}));
  EXPECT_EQ(ids.init_idempotent({}), (GivenProducer{ErrorCode::none, 2, 0}));
  // Who has an id already gets another one.
  EXPECT_EQ(ids.init_idempotent({.producer_id = 2, .producer_epoch = 0}),
            (GivenProducer{ErrorCode::none, 3, 0}));
}

TEST(ProducerIds, HalfAnIdentityAndAnEmptyTransactionalIdAreInvalid) {
  ProducerIds ids;
  const GivenProducer refused{ErrorCode::invalid_request, -1, -1};
  EXPECT_EQ(ids.init_idempotent({.producer_id = 5}), refused);
  EXPECT_EQ(ids.init_idempotent({.producer_epoch = 0}), refused);
  EXPECT_EQ(ProducerIds::check({.transactional_id = ""}), ErrorCode::invalid_request);
  EXPECT_EQ(ids.init_idempotent({}).producer_id, 1);
}

}  // namespace
}  // namespace cohort::broker
