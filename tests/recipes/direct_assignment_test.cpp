// Partitions read without a group: chosen by hand, from any place in the log.
#include "recipes/recipe.hpp"

namespace cohort::recipes {

class DirectAssignment : public Recipe {
 protected:
  DirectAssignment() : topic(stage.make_topic("orders", 2)) {
    Producer orders = producer();
    start = runtime().now();
    for (int i = 0; i < 10; ++i) {
      orders.send({.topic = topic,
                   .partition = 0,
                   .value = json_bytes({{"order", i}}),
                   .timestamp = start + seconds(i)});
    }
    orders.flush(seconds(10));
  }

  // NOLINTBEGIN(cppcoreguidelines-non-private-member-variables-in-classes): as GoogleTest has it
  std::string topic;
  Instant start;
  // NOLINTEND(cppcoreguidelines-non-private-member-variables-in-classes)
};

TEST_P(DirectAssignment, ReadsFromTheBeginning) {
  Consumer reader = consumer("replay");
  reader.assign({{topic, 0}});
  reader.seek_to_beginning({{topic, 0}});
  EXPECT_EQ(sorted_orders(read(reader, 10)), numbers(0, 10));
  EXPECT_EQ(reader.position({topic, 0}), 10);
}

TEST_P(DirectAssignment, SeeksToAnOffsetAnEndAndATime) {
  Consumer reader = consumer("replay");
  const TopicPartition partition{topic, 0};
  reader.assign({partition});
  reader.seek(partition, 7);
  const auto last = read(reader, 3);
  ASSERT_FALSE(last.empty());
  EXPECT_EQ(last.front().offset, 7);
  reader.seek_to_end({partition});
  EXPECT_TRUE(reader.poll(milliseconds(700)).empty());
  EXPECT_EQ(reader.position(partition), 10);
  reader.seek_to_time({partition}, start + milliseconds(3500));
  const auto later = read(reader, 6);
  ASSERT_FALSE(later.empty());
  EXPECT_EQ(later.front().offset, 4);
}

TEST_P(DirectAssignment, FindsOffsetsByTime) {
  Consumer reader = consumer("replay");
  const auto found = reader.offsets_for_times({{{topic, 0}, start + milliseconds(1)}});
  EXPECT_EQ(found.at({topic, 0}),
            (OffsetAndTimestamp{.offset = 1,
                                .timestamp = (start + seconds(1)).unix_ms(),
                                .leader_epoch = found.at({topic, 0}).leader_epoch}));
  EXPECT_TRUE(reader.offsets_for_times({{{topic, 1}, start}}).empty());
}

TEST_P(DirectAssignment, KnowsBothEndsOfTheLog) {
  Consumer reader = consumer("replay");
  const PartitionSet all = partitions_of(topic, 2);
  EXPECT_EQ(reader.beginning_offsets(all),
            (std::map<TopicPartition, std::int64_t>{{{topic, 0}, 0}, {{topic, 1}, 0}}));
  EXPECT_EQ(reader.end_offsets(all),
            (std::map<TopicPartition, std::int64_t>{{{topic, 0}, 10}, {{topic, 1}, 0}}));
}

TEST_P(DirectAssignment, NeedsNoGroupButMayCommitToOne) {
  const std::string group = stage.unique("replay");
  Consumer reader = consumer("replay");
  reader.assign({{topic, 0}});
  EXPECT_EQ(read(reader, 10).size(), 10U);
  const auto has_group = [&] {
    Admin admin = this->admin();
    const auto listed = admin.list_groups().groups;
    return std::ranges::any_of(listed, [&](const auto& each) { return each.group_id == group; });
  };
  EXPECT_FALSE(has_group());
  reader.commit(OffsetsToCommit{{{topic, 0}, {.offset = 3}}});
  EXPECT_TRUE(has_group());
}

INSTANTIATE_TEST_SUITE_P(Everywhere, DirectAssignment, ::testing::ValuesIn(testing::all_places()),
                         [](const auto& info) { return testing::name(info.param); });

}  // namespace cohort::recipes
