#include "log/leader_epochs.hpp"

#include <gtest/gtest.h>

namespace cohort::broker {
namespace {

/// Epochs 2, 4 and 5 from the offsets 10, 20 and 30 on.
LeaderEpochs three_epochs() {
  LeaderEpochs epochs;
  epochs.assign(2, 10);
  epochs.assign(4, 20);
  epochs.assign(5, 30);
  return epochs;
}

TEST(LeaderEpochs, TheEndOfAnEpochIsWhereTheNextOneBegins) {
  struct Case {
    std::int32_t epoch;
    EpochEnd end;
  };
  const std::vector<Case> cases = {
      {-1, {-1, -1}},                // None was asked for.
      {1, {1, 10}},                  // Older than all that is known.
      {2, {2, 20}},   {3, {2, 20}},  // Nobody wrote in it: the one before.
      {4, {4, 30}},   {5, {5, 42}},  // The current one ends where the log does.
      {6, {-1, -1}},
  };
  for (const Case& c : cases) EXPECT_EQ(three_epochs().end_of(c.epoch, 42), c.end) << c.epoch;
}

TEST(LeaderEpochs, AssigningTheLatestEpochAgainChangesNothing) {
  LeaderEpochs epochs = three_epochs();
  epochs.assign(5, 35);
  EXPECT_EQ(epochs, three_epochs());
}

TEST(LeaderEpochs, AnEpochThatContradictsLaterOnesReplacesThem) {
  LeaderEpochs epochs = three_epochs();
  epochs.assign(6, 15);
  LeaderEpochs expected;
  expected.assign(2, 10);
  expected.assign(6, 15);
  EXPECT_EQ(epochs, expected);
}

TEST(LeaderEpochs, DeletedRecordsMoveTheStartOfTheEpochTheyBelongedTo) {
  LeaderEpochs epochs = three_epochs();
  epochs.truncate_from_start(25);
  LeaderEpochs expected;
  expected.assign(4, 25);
  expected.assign(5, 30);
  EXPECT_EQ(epochs, expected);
  EXPECT_EQ(epochs.earliest(25), 4);
  EXPECT_EQ(epochs.earliest(24), std::nullopt);
}

}  // namespace
}  // namespace cohort::broker
