// What a consumer does when its group takes partitions away: it commits what it has done with them.
#include "recipes/recipe.hpp"

namespace cohort::recipes {

class RebalanceCallbacks : public Recipe {
 protected:
  RebalanceCallbacks() : topic(stage.make_topic("orders", 6)) {
    Producer orders = producer();
    produce_orders(orders, topic, 0, 60);
  }

  struct Calls {
    std::vector<PartitionSet> assigned{};
    std::vector<PartitionSet> revoked{};
    std::vector<PartitionSet> lost{};
  };
  static RebalanceListener committing(Calls& calls) {
    return {
        .on_assigned =
            [&calls](Consumer&, const PartitionSet& partitions) {
              calls.assigned.push_back(partitions);
            },
        .on_revoked =
            [&calls](Consumer& consumer, const PartitionSet& partitions) {
              calls.revoked.push_back(partitions);
              consumer.commit();
            },
        .on_lost = [&calls](Consumer&,
                            const PartitionSet& partitions) { calls.lost.push_back(partitions); }};
  }
  /// Polls both in turn until each has so many partitions. Gives what was read meanwhile.
  static std::vector<ConsumerRecord> share(Consumer& first, Consumer& second,
                                           std::size_t partitions) {
    std::vector<ConsumerRecord> records;
    for (int turn = 0; turn < 100; ++turn) {
      for (Consumer* consumer : {&first, &second}) {
        const auto some = consumer->poll(milliseconds(200));
        records.insert(records.end(), some.begin(), some.end());
      }
      if (first.assignment().size() == partitions && second.assignment().size() == partitions) {
        break;
      }
    }
    return records;
  }

  // NOLINTNEXTLINE(cppcoreguidelines-non-private-member-variables-in-classes): as GoogleTest has it
  std::string topic;
};

TEST_P(RebalanceCallbacks, EagerMembersGiveAllUpAndNothingIsReadTwice) {
  const Properties eager{{"partition.assignment.strategy", "range"},
                         {"heartbeat.interval.ms", "500"}};
  Calls calls;
  Consumer first = consumer("eager", eager);
  first.subscribe({topic}, committing(calls));
  EXPECT_EQ(read(first, 60).size(), 60U);
  EXPECT_THAT(calls.assigned, ElementsAre(partitions_of(topic, 6)));

  Consumer second = consumer("eager", eager);
  second.subscribe({topic});
  EXPECT_EQ(share(first, second, 3).size(), 0U);
  EXPECT_THAT(calls.revoked, ElementsAre(partitions_of(topic, 6)));
  EXPECT_EQ(calls.assigned.back().size(), 3U);
}

TEST_P(RebalanceCallbacks, CooperativeMembersGiveUpOnlyWhatMoves) {
  const Properties cooperative{{"partition.assignment.strategy", "cooperative-sticky"},
                               {"heartbeat.interval.ms", "500"}};
  Calls calls;
  Consumer first = consumer("cooperative", cooperative);
  first.subscribe({topic}, committing(calls));
  EXPECT_EQ(read(first, 60).size(), 60U);

  Consumer second = consumer("cooperative", cooperative);
  second.subscribe({topic});
  EXPECT_EQ(share(first, second, 3).size(), 0U);
  ASSERT_EQ(calls.revoked.size(), 1U);
  EXPECT_EQ(calls.revoked[0].size(), 3U);
  EXPECT_EQ(first.assignment().size(), 3U);

  second.close();
  for (int turn = 0; turn < 50 && first.assignment().size() < 6; ++turn) {
    first.poll(milliseconds(200));
  }
  EXPECT_EQ(first.assignment(), partitions_of(topic, 6));
  EXPECT_EQ(calls.lost.size(), 0U);
}

TEST_P(RebalanceCallbacks, MemberThatTheBrokerHasForgottenLosesWhatItHad) {
  if (!stage.has_own_broker()) GTEST_SKIP() << "only a broker of our own forgets on command";
  Calls calls;
  Consumer first = consumer("lost", {{"heartbeat.interval.ms", "500"}});
  first.subscribe({topic}, committing(calls));
  read(first, 60);
  stage.control().expire_member("lost", first.membership().member_id);
  for (int turn = 0; turn < 50 && calls.assigned.size() < 2; ++turn) first.poll(milliseconds(200));
  EXPECT_THAT(calls.lost, ElementsAre(partitions_of(topic, 6)));
  EXPECT_EQ(calls.assigned.size(), 2U);
  EXPECT_EQ(first.assignment(), partitions_of(topic, 6));
}

INSTANTIATE_TEST_SUITE_P(Everywhere, RebalanceCallbacks, ::testing::ValuesIn(testing::all_places()),
                         [](const auto& info) { return testing::name(info.param); });

}  // namespace cohort::recipes
