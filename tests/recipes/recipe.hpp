// Recipe: how common tasks of consumer groups are written with this client. Each recipe runs in
// virtual time and over TCP, and against any broker (COHORT_TEST_BOOTSTRAP).
#pragma once

#include <cohort/client/admin.hpp>
#include <cohort/client/consumer.hpp>
#include <cohort/client/json_serde.hpp>
#include <cohort/client/producer.hpp>
#include <cohort/client/typed_consumer.hpp>
#include <cohort/testing/client_stage.hpp>

#include <boost/json/value.hpp>
#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <map>
#include <numeric>
#include <string>
#include <vector>

namespace cohort::recipes {

using namespace client;  // NOLINT(google-build-using-namespace): recipes are written as users do.
using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::ElementsAre;

class Recipe : public ::testing::TestWithParam<testing::Place> {
 protected:
  Recipe() : stage(GetParam()) {}

  Runtime& runtime() { return stage.runtime(); }

  Consumer consumer(const std::string& group, Properties more = {}, Assignors assignors = {}) {
    more.emplace("group.id", stage.unique(group));
    more.emplace("auto.offset.reset", "earliest");
    more.emplace("enable.auto.commit", "false");
    return {consumer_config(stage.settings(std::move(more))), runtime(), std::move(assignors)};
  }
  Producer producer(Properties more = {}) {
    return {producer_config(stage.settings(std::move(more))), runtime()};
  }
  Admin admin() { return {admin_config(stage.settings()), runtime()}; }

  // NOLINTNEXTLINE(cppcoreguidelines-non-private-member-variables-in-classes): as GoogleTest has it
  testing::ClientStage stage;
};

/// The number in `{"order": 17}`.
inline std::int64_t order_of(const ConsumerRecord& record) {
  return json_from(record.value.value().text()).at("order").to_number<std::int64_t>();
}

inline Buffer json_bytes(const boost::json::value& value) {
  return Buffer::copy_of(json_text(value));
}

/// Orders first, first + 1, …, each by its own key.
inline void produce_orders(Producer& producer, const std::string& topic, int first, int count) {
  for (int order = first; order < first + count; ++order) {
    producer.send({.topic = topic,
                   .key = Buffer::copy_of("order-" + std::to_string(order)),
                   .value = json_bytes({{"order", order}})});
  }
  producer.flush(seconds(10));
}

/// Polls until so many have come, or nothing comes for two seconds.
inline std::vector<ConsumerRecord> read(Consumer& consumer, std::size_t expected) {
  std::vector<ConsumerRecord> records;
  while (records.size() < expected) {
    const std::vector<ConsumerRecord> some = consumer.poll(seconds(2));
    if (some.empty() && !consumer.assignment().empty()) break;
    records.insert(records.end(), some.begin(), some.end());
  }
  return records;
}

inline std::vector<std::int64_t> sorted_orders(const std::vector<ConsumerRecord>& records) {
  std::vector<std::int64_t> orders;
  orders.reserve(records.size());
  for (const ConsumerRecord& record : records) orders.push_back(order_of(record));
  std::ranges::sort(orders);
  return orders;
}

inline std::vector<std::int64_t> numbers(std::int64_t first, std::int64_t count) {
  std::vector<std::int64_t> numbers(static_cast<std::size_t>(count));
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

/// All partitions of a topic.
inline PartitionSet partitions_of(const std::string& topic, std::int32_t count) {
  PartitionSet partitions;
  for (std::int32_t i = 0; i < count; ++i) partitions.insert({topic, i});
  return partitions;
}

}  // namespace cohort::recipes
