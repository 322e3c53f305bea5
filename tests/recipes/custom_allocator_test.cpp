// An allocator of one's own: members get work by the capacity that they announce; values are JSON.
#include "recipes/recipe.hpp"

namespace cohort::recipes {

class CustomAllocator : public Recipe {
 protected:
  /// Until they have so many partitions.
  static bool share(Consumer& first, std::size_t first_share, Consumer& second,
                    std::size_t second_share) {
    for (int turn = 0; turn < 100; ++turn) {
      first.poll(milliseconds(200));
      second.poll(milliseconds(200));
      if (first.assignment().size() == first_share && second.assignment().size() == second_share) {
        return true;
      }
    }
    return false;
  }
};

TEST_P(CustomAllocator, MoreCapableMembersGetMore) {
  const std::string colors = stage.make_topic("colors", 4);
  const std::string shapes = stage.make_topic("shapes", 2);
  Consumer strong = consumer("work", {{"heartbeat.interval.ms", "500"}}, {capacity_assignor(2)});
  Consumer weak = consumer("work", {{"heartbeat.interval.ms", "500"}}, {capacity_assignor(1)});
  strong.subscribe({colors, shapes});
  weak.subscribe({colors, shapes});
  EXPECT_TRUE(share(strong, 4, weak, 2)) << strong.describe() << "; " << weak.describe();
}

TEST_P(CustomAllocator, MayBeAnyFunction) {
  const std::string topic = stage.make_topic("colors", 4);
  // All to the member that comes last in order.
  const AssignorPointer last_takes_all = custom_assignor(
      {.name = "last-takes-all",
       .allocate = [](const std::vector<GroupMember>& members,
                      const std::vector<TopicPartition>& partitions) {
         return Assignment{{members.back().member_id, {partitions.begin(), partitions.end()}}};
       }});
  Consumer first =
      consumer("work", {{"heartbeat.interval.ms", "500"}, {"client.id", "a"}}, {last_takes_all});
  Consumer second =
      consumer("work", {{"heartbeat.interval.ms", "500"}, {"client.id", "b"}}, {last_takes_all});
  first.subscribe({topic});
  second.subscribe({topic});
  EXPECT_TRUE(share(first, 0, second, 4));
}

TEST_P(CustomAllocator, WrongAssignmentIsAnErrorThatSaysWhatIsWrong) {
  const std::string topic = stage.make_topic("colors", 2);
  const AssignorPointer forgetful =
      custom_assignor({.name = "forgetful",
                       .allocate = [](const std::vector<GroupMember>& members,
                                      const std::vector<TopicPartition>& partitions) {
                         return Assignment{{members.front().member_id, {partitions.front()}}};
                       }});
  Consumer consumer = this->consumer("work", {}, {forgetful});
  consumer.subscribe({topic});
  try {
    consumer.poll(seconds(5));
    FAIL() << "it was taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), FailureKind::wrong_assignment);
    EXPECT_THAT(error.what(), ::testing::HasSubstr(topic + "-1"));
  }
}

TEST_P(CustomAllocator, MembersWithoutACommonAllocatorAreRefused) {
  const std::string topic = stage.make_topic("colors", 2);
  Consumer first = consumer("clash", {}, {capacity_assignor(1, "one")});
  first.subscribe({topic});
  for (int turn = 0; turn < 50 && first.assignment().empty(); ++turn) first.poll(milliseconds(200));
  Consumer second = consumer("clash", {}, {capacity_assignor(1, "two")});
  second.subscribe({topic});
  try {
    second.poll(seconds(5));
    FAIL() << "it was let in";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::inconsistent_group_protocol);
  }
  EXPECT_EQ(first.assignment().size(), 2U);
}

TEST_P(CustomAllocator, JsonGoesInAndComesOut) {
  const std::string topic = stage.make_topic("colors", 1);
  Producer producer = this->producer();
  for (int i = 0; i < 50; ++i) {
    producer.send(
        {.topic = topic, .value = json_bytes({{"color", i % 2 == 0 ? "blue" : "red"}, {"n", i}})});
  }
  producer.send({.topic = topic, .value = Buffer::copy_of("{\"color\": ")});
  producer.send({.topic = topic, .value = json_bytes({{"n", 51}})});
  producer.flush(seconds(10));

  TypedConsumer<Buffer, boost::json::value> consumer(
      this->consumer("colors"), [](const std::optional<Buffer>&) { return Buffer(); },
      json_serde().deserializer);
  consumer->subscribe({topic});
  std::vector<std::int64_t> seen;
  std::vector<std::string> bad;
  while (seen.size() + bad.size() < 52) {
    for (const auto& record : consumer.poll(seconds(2))) {
      try {
        seen.push_back(record.value().at("n").to_number<std::int64_t>());
      } catch (const BadRecord& error) {
        EXPECT_EQ(error.partition(), (TopicPartition{topic, 0}));
        EXPECT_EQ(error.offset(), 50);
        bad.emplace_back(error.what());
      }
    }
  }
  auto expected = numbers(0, 50);
  expected.push_back(51);
  EXPECT_EQ(seen, expected);
  EXPECT_EQ(bad.size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(Everywhere, CustomAllocator, ::testing::ValuesIn(testing::all_places()),
                         [](const auto& info) { return testing::name(info.param); });

}  // namespace cohort::recipes
