// Records are deleted while a fetch of them is under way.
// Source: ReplicaManager.readFromLog; UnifiedLog.maybeIncrementLogStartOffset.
#include "races/race_records.hpp"

#include <gtest/gtest.h>

namespace cohort::testing {
namespace {

using broker::RuleId;

void produce_three(RaceClient& client) {
  for (const char* value : {"a", "b", "c"}) {
    EXPECT_EQ(produce(client, value).answer()->error, ErrorCode::none);
  }
}

TEST(FetchAndDeleteRecords, AFetchThatComesFirstReadsWhatIsDeletedThen) {
  race([](RaceWorld& world) {
    RaceClient anna(world, "anna");
    produce_three(anna);
    const RuleId held = world.hold_answer(ApiKey::fetch, "anna");
    const Pending<Fetched> fetched = fetch(anna, 0);

    EXPECT_EQ(world.broker.control().delete_records(RaceWorld::topic, 0, 2), 2);
    world.release(held);

    EXPECT_EQ(fetched.answer(), (Fetched{.values = {"a", "b", "c"}}));
    EXPECT_EQ(earliest_offset(anna), 2);
  });
}

TEST(FetchAndDeleteRecords, AFetchThatComesSecondIsSentToTheNewStartOfTheLog) {
  race([](RaceWorld& world) {
    RaceClient anna(world, "anna");
    produce_three(anna);
    const RuleId held = world.hold(ApiKey::fetch, "anna");
    const Pending<Fetched> fetched = fetch(anna, 0);

    EXPECT_EQ(world.broker.control().delete_records(RaceWorld::topic, 0, 2), 2);
    world.release(held);

    // As in Kafka the answer does not say where the log begins now: who needs to know asks.
    EXPECT_EQ(fetched.answer(), (Fetched{.error = ErrorCode::offset_out_of_range}));
    EXPECT_EQ(earliest_offset(anna), 2);
    EXPECT_EQ(fetch(anna, 2).answer(), (Fetched{.values = {"c"}}));
  });
}

}  // namespace
}  // namespace cohort::testing
