// A service reads a topic as a group: every order once, progress committed, resumed where it was.
#include "recipes/recipe.hpp"

namespace cohort::recipes {

class GroupConsumption : public Recipe {
 protected:
  GroupConsumption() : topic(stage.make_topic("orders", 3)) {
    // By the CRC32 of the key, as librdkafka does it by default.
    Producer orders = producer({{"partitioner", "consistent_random"}});
    produce_orders(orders, topic, 0, 30);
  }

  // NOLINTNEXTLINE(cppcoreguidelines-non-private-member-variables-in-classes): as GoogleTest has it
  std::string topic;
};

TEST_P(GroupConsumption, EveryOrderIsReadOnceAndInOrderWithinItsPartition) {
  Consumer billing = consumer("billing");
  billing.subscribe({topic});
  const std::vector<ConsumerRecord> records = read(billing, 30);
  EXPECT_EQ(sorted_orders(records), numbers(0, 30));
  std::map<std::int32_t, std::int64_t> next;
  for (const ConsumerRecord& record : records) EXPECT_EQ(record.offset, next[record.partition]++);
  EXPECT_EQ(next, (std::map<std::int32_t, std::int64_t>{{0, 13}, {1, 6}, {2, 11}}));
}

TEST_P(GroupConsumption, CommittedOffsetsAndLagTellHowFarItIs) {
  Consumer billing = consumer("billing");
  billing.subscribe({topic});
  read(billing, 30);
  billing.commit();
  const PartitionSet all = partitions_of(topic, 3);
  const CommittedOffsets committed = billing.committed(all);
  const auto ends = billing.end_offsets(all);
  for (const TopicPartition& partition : all) {
    ASSERT_TRUE(committed.at(partition).has_value());
    EXPECT_EQ(ends.at(partition) - committed.at(partition)->offset, 0);
  }
  Producer orders = producer({{"partitioner", "consistent_random"}});
  produce_orders(orders, topic, 30, 5);
  std::int64_t lag = 0;
  const auto lags = admin().lag(stage.unique("billing"));
  for (const auto& [partition, of] : lags) lag += of.value().lag;
  EXPECT_EQ(lag, 5);
}

TEST_P(GroupConsumption, WhoComesLaterResumesBehindWhatWasCommitted) {
  {
    Consumer billing = consumer("billing");
    billing.subscribe({topic});
    read(billing, 30);
    billing.commit();
    billing.close();
  }
  Producer orders = producer({{"partitioner", "consistent_random"}});
  produce_orders(orders, topic, 30, 5);
  Consumer billing = consumer("billing");
  billing.subscribe({topic});
  EXPECT_EQ(sorted_orders(read(billing, 5)), numbers(30, 5));
}

TEST_P(GroupConsumption, CommitOfOneRecordCountsAllBeforeIt) {
  Consumer billing = consumer("billing");
  billing.subscribe({topic});
  for (const ConsumerRecord& record : read(billing, 30)) {
    if (record.partition == 0 && record.offset < 5) billing.commit(record);
  }
  EXPECT_EQ(billing.committed({{topic, 0}}).at({topic, 0})->offset, 5);
  EXPECT_EQ(billing.committed({{topic, 1}}).at({topic, 1}), std::nullopt);
}

TEST_P(GroupConsumption, GroupIsDeletedWhenItsMembersHaveLeft) {
  const std::string group = stage.unique("billing");
  Consumer billing = consumer("billing");
  billing.subscribe({topic});
  read(billing, 30);
  billing.commit();
  Admin admin = this->admin();
  const auto refused = admin.delete_groups({group});
  ASSERT_FALSE(refused.at(group).has_value());
  EXPECT_EQ(refused.at(group).error().code, ErrorCode::non_empty_group);
  billing.close();
  EXPECT_TRUE(admin.delete_groups({group}).at(group).has_value());
  const auto gone = admin.delete_groups({group});
  EXPECT_EQ(gone.at(group).error().code, ErrorCode::group_id_not_found);
}

INSTANTIATE_TEST_SUITE_P(Everywhere, GroupConsumption, ::testing::ValuesIn(testing::all_places()),
                         [](const auto& info) { return testing::name(info.param); });

}  // namespace cohort::recipes
