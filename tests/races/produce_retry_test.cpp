// The answer to a Produce gets lost, and the producer sends the batch again on a new connection.
// Source: KIP-98; ProducerStateManager, UnifiedLog.analyzeAndValidateProducerState.
#include "races/race_records.hpp"

#include <gtest/gtest.h>

namespace cohort::testing {
namespace {

TEST(ProduceRetry, AnIdempotentProducerIsAnsweredWithTheFirstOffsetAgain) {
  race([](RaceWorld& world) {
    RaceClient anna(world, "anna");
    const std::int64_t producer_id = ask_for_producer_id(anna);
    const Sequence first{.producer_id = producer_id, .next = 0};
    EXPECT_EQ(produce(anna, "before", first).answer(), (Produced{.first_offset = 0}));
    const Sequence second{.producer_id = producer_id, .next = 1};
    world.lose_answer(ApiKey::produce, "anna");
    const Pending<Produced> lost = produce(anna, "once", second);
    anna.reconnect();

    EXPECT_EQ(produce(anna, "once", second).answer(), (Produced{.first_offset = 1}));

    EXPECT_EQ(lost.answer(), std::nullopt);
    EXPECT_EQ(fetch(anna, 0).answer(), (Fetched{.values = {"before", "once"}}));
  });
}

TEST(ProduceRetry, AnyOtherProducerWritesItTwice) {
  race([](RaceWorld& world) {
    RaceClient anna(world, "anna");
    world.lose_answer(ApiKey::produce, "anna");
    produce(anna, "twice");
    anna.reconnect();

    EXPECT_EQ(produce(anna, "twice").answer(), (Produced{.first_offset = 1}));

    EXPECT_EQ(fetch(anna, 0).answer(), (Fetched{.values = {"twice", "twice"}}));
  });
}

// A duplicate can't be told from a later batch once five others have followed it.
TEST(ProduceRetry, AnIdempotentProducersBatchIsRememberedAsLongAsItMayBeInFlight) {
  race([](RaceWorld& world) {
    RaceClient anna(world, "anna");
    const std::int64_t producer_id = ask_for_producer_id(anna);
    for (std::int32_t at = 0; at < 6; ++at) {
      produce(anna, std::to_string(at), Sequence{.producer_id = producer_id, .next = at});
    }

    const Pending<Produced> remembered = produce(anna, "1", Sequence{producer_id, 1});
    const Pending<Produced> forgotten = produce(anna, "0", Sequence{producer_id, 0});

    EXPECT_EQ(remembered.answer(), (Produced{.first_offset = 1}));
    EXPECT_EQ(forgotten.answer(), (Produced{.error = ErrorCode::out_of_order_sequence_number}));
  });
}

}  // namespace
}  // namespace cohort::testing
