// Several topics, topics by pattern, and partitions that are paused; keys that keep their order.
#include "recipes/recipe.hpp"

namespace cohort::recipes {

class Subscriptions : public Recipe {
 protected:
  static bool poll_until(Consumer& consumer, const std::function<bool()>& holds) {
    for (int turn = 0; turn < 100 && !holds(); ++turn) consumer.poll(milliseconds(100));
    return holds();
  }
};

TEST_P(Subscriptions, SeveralTopicsAreSharedAsOne) {
  const std::string orders = stage.make_topic("orders", 6);
  const std::string payments = stage.make_topic("payments", 2);
  Consumer consumer = this->consumer("multi");
  consumer.subscribe({orders, payments});
  EXPECT_TRUE(poll_until(consumer, [&] { return consumer.assignment().size() == 8; }));
  consumer.unsubscribe();
  EXPECT_EQ(consumer.assignment(), PartitionSet{});
}

TEST_P(Subscriptions, PatternTakesTopicsInThatComeLater) {
  stage.make_topic("orders", 2);
  stage.make_topic("payments", 2);
  Consumer consumer = this->consumer("regex", {{"metadata.max.age.ms", "500"}});
  consumer.subscribe_pattern(stage.unique("orders.*"));
  EXPECT_TRUE(poll_until(consumer, [&] { return consumer.assignment().size() == 2; }));
  const std::string later = stage.make_topic("orders-new", 1);
  EXPECT_TRUE(poll_until(consumer, [&] { return consumer.assignment().contains({later, 0}); }));
  EXPECT_EQ(consumer.assignment().size(), 3U);
}

TEST_P(Subscriptions, PausedPartitionsWait) {
  const std::string topic = stage.make_topic("payments", 2);
  Consumer consumer = this->consumer("pause");
  consumer.subscribe({topic});
  ASSERT_TRUE(poll_until(consumer, [&] { return consumer.assignment().size() == 2; }));
  consumer.pause({{topic, 0}});
  Producer producer = this->producer();
  for (int i = 0; i < 10; ++i) {
    producer.send({.topic = topic, .partition = i % 2, .value = json_bytes({{"order", i}})});
  }
  producer.flush(seconds(10));
  const auto odd = read(consumer, 10);
  EXPECT_EQ(sorted_orders(odd), (std::vector<std::int64_t>{1, 3, 5, 7, 9}));
  consumer.resume({{topic, 0}});
  EXPECT_EQ(sorted_orders(read(consumer, 5)), (std::vector<std::int64_t>{0, 2, 4, 6, 8}));
}

TEST_P(Subscriptions, RecordsOfAKeyKeepTheirOrder) {
  const std::string topic = stage.make_topic("orders", 6);
  Producer producer = this->producer({{"enable.idempotence", "true"}, {"linger.ms", "5"}});
  for (int i = 0; i < 50; ++i) {
    producer.send({.topic = topic,
                   .key = Buffer::copy_of("user-" + std::to_string(i % 5)),
                   .value = json_bytes({{"order", i}})});
  }
  producer.flush(seconds(10));
  Consumer consumer = this->consumer("keys");
  consumer.subscribe({topic});
  std::map<std::string, std::vector<std::int64_t>> by_key;
  for (const ConsumerRecord& record : read(consumer, 50)) {
    by_key[std::string(record.key.value().text())].push_back(order_of(record));
  }
  ASSERT_EQ(by_key.size(), 5U);
  for (const auto& [key, orders] : by_key) {
    EXPECT_EQ(orders.size(), 10U);
    EXPECT_TRUE(std::ranges::is_sorted(orders)) << key;
  }
}

INSTANTIATE_TEST_SUITE_P(Everywhere, Subscriptions, ::testing::ValuesIn(testing::all_places()),
                         [](const auto& info) { return testing::name(info.param); });

}  // namespace cohort::recipes
