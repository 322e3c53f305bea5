// Records worked on in batches, each committed when it is done.
#include "recipes/recipe.hpp"

namespace cohort::recipes {

class Batches : public Recipe {};

TEST_P(Batches, AreCommittedOneByOne) {
  const std::string topic = stage.make_topic("payments", 2);
  Producer payments = producer();
  produce_orders(payments, topic, 0, 250);
  Consumer consumer = this->consumer("batch", {{"max.poll.records", "100"}});
  consumer.subscribe({topic});

  std::vector<std::size_t> sizes;
  std::vector<std::int64_t> committed;
  std::vector<ConsumerRecord> seen;
  std::vector<ConsumerRecord> batch;
  while (seen.size() < 250) {
    const auto records = consumer.poll(seconds(1));
    for (const ConsumerRecord& record : records) {
      batch.push_back(record);
      // A batch may end in the middle of what poll() gave: commit what is in it, and no more.
      if (batch.size() < 100 && !(seen.size() + batch.size() == 250)) continue;
      OffsetsToCommit done;
      for (const ConsumerRecord& each : batch) {
        done[{each.topic, each.partition}] = {.offset = each.offset + 1,
                                              .metadata = "batch " + std::to_string(sizes.size())};
      }
      consumer.commit(done);
      sizes.push_back(batch.size());
      seen.insert(seen.end(), batch.begin(), batch.end());
      batch.clear();
      std::int64_t sum = 0;
      for (const auto& [partition, offset] : consumer.committed(partitions_of(topic, 2))) {
        sum += offset ? offset->offset : 0;
      }
      committed.push_back(sum);
    }
  }
  EXPECT_THAT(sizes, ElementsAre(100, 100, 50));
  EXPECT_THAT(committed, ElementsAre(100, 200, 250));
  EXPECT_EQ(sorted_orders(seen), numbers(0, 250));
}

INSTANTIATE_TEST_SUITE_P(Everywhere, Batches, ::testing::ValuesIn(testing::all_places()),
                         [](const auto& info) { return testing::name(info.param); });

}  // namespace cohort::recipes
