// How much a consumer is sent at once, and how long it waits for more.
#include "recipes/recipe.hpp"

namespace cohort::recipes {

class FetchSizes : public Recipe {
 protected:
  FetchSizes() : topic(stage.make_topic("big", 1)) {
    Producer big = producer({{"batch.size", "1000"}});
    for (int i = 0; i < 200; ++i) {
      big.send({.topic = topic, .value = Buffer::copy_of(std::string(996, 'x'))});
    }
    big.flush(seconds(10));
  }

  std::vector<std::int64_t> all_offsets(const Properties& more, std::size_t count) {
    Consumer reader = consumer("sizes", more);
    reader.assign({{topic, 0}});
    std::vector<std::int64_t> offsets;
    for (const ConsumerRecord& record : read(reader, count)) offsets.push_back(record.offset);
    return offsets;
  }

  // NOLINTNEXTLINE(cppcoreguidelines-non-private-member-variables-in-classes): as GoogleTest has it
  std::string topic;
};

TEST_P(FetchSizes, SmallLimitsCutButLoseNothing) {
  EXPECT_EQ(all_offsets({{"fetch.max.bytes", "8192"}}, 200), numbers(0, 200));
  EXPECT_EQ(all_offsets({{"max.partition.fetch.bytes", "4096"}}, 200), numbers(0, 200));
}

TEST_P(FetchSizes, BatchAboveTheLimitIsStillSent) {
  Producer big = producer();
  big.deliver({.topic = topic, .value = Buffer::copy_of(std::string(60'000, 'B'))});
  EXPECT_EQ(all_offsets({{"fetch.max.bytes", "500"}, {"max.partition.fetch.bytes", "500"}}, 201),
            numbers(0, 201));
}

TEST_P(FetchSizes, LessThanTheMinimumComesByTheWaitTime) {
  Consumer reader =
      consumer("sizes", {{"fetch.min.bytes", "100000"}, {"fetch.max.wait.ms", "1200"}});
  reader.assign({{topic, 0}});
  reader.seek_to_end({{topic, 0}});
  EXPECT_TRUE(reader.poll(milliseconds(300)).empty());
  Producer small = producer();
  small.deliver({.topic = topic, .value = Buffer::copy_of("small")});
  const Instant sent = runtime().now();
  EXPECT_EQ(read(reader, 1).size(), 1U);
  EXPECT_LE(runtime().now() - sent, milliseconds(1300));
}

TEST_P(FetchSizes, NothingNewIsAnEmptyAnswer) {
  Consumer reader = consumer("sizes", {{"fetch.max.wait.ms", "600"}});
  reader.assign({{topic, 0}});
  reader.seek_to_end({{topic, 0}});
  EXPECT_TRUE(reader.poll(milliseconds(800)).empty());
}

INSTANTIATE_TEST_SUITE_P(Everywhere, FetchSizes, ::testing::ValuesIn(testing::all_places()),
                         [](const auto& info) { return testing::name(info.param); });

}  // namespace cohort::recipes
