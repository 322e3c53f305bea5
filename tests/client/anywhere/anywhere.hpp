// Anywhere: tests of clients that need nothing but a broker of Kafka 3.0 or later. They run in
// virtual time, over TCP, and against any broker (COHORT_TEST_BOOTSTRAP), and look at what they did
// through clients alone.
#pragma once

#include <cohort/client/admin.hpp>
#include <cohort/client/consumer.hpp>
#include <cohort/client/producer.hpp>
#include <cohort/client/raw_client.hpp>
#include <cohort/testing/client_stage.hpp>

#include <gmock/gmock.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cohort::client {

using std::chrono::seconds;
using ::testing::HasSubstr;

class Anywhere : public ::testing::TestWithParam<testing::Place> {
 protected:
  Anywhere() : stage(GetParam()) {}

  Runtime& runtime() { return stage.runtime(); }

  /// Of the group unique(group), from the earliest offset on, and without auto-commit.
  Consumer consumer(const std::string& group, Properties more = {}) {
    more.emplace("group.id", stage.unique(group));
    more.emplace("auto.offset.reset", "earliest");
    more.emplace("enable.auto.commit", "false");
    return {consumer_config(stage.settings(std::move(more))), runtime()};
  }
  Producer producer(Properties more = {}, ProducerOptions options = {}) {
    return {producer_config(stage.settings(std::move(more))), runtime(), std::move(options)};
  }
  /// Of no group.
  Consumer reader() { return {consumer_config(stage.settings()), runtime()}; }
  Admin admin() { return {admin_config(stage.settings()), runtime()}; }

  /// A record of each number, in order, in partition 0.
  void produce_numbers(const std::string& topic, int count);
  /// All that is in the partition now.
  std::vector<ConsumerRecord> records(const std::string& topic, std::int32_t partition = 0);
  /// Their values; "null" for those that have none.
  std::vector<std::string> values(const std::string& topic, std::int32_t partition = 0);

  /// Polls until it owns so many partitions; false if it does not.
  bool join(Consumer& consumer, std::size_t partitions);
  /// Polls until so many records have come, or for too long.
  std::vector<ConsumerRecord> take(Consumer& consumer, std::size_t count);

  /// What the admin sees of the group unique(group).
  GroupDescription group(const std::string& group);
  /// -1: the group unique(group) has committed nothing.
  std::int64_t committed(const std::string& group, const TopicPartition& partition);

  // NOLINTNEXTLINE(cppcoreguidelines-non-private-member-variables-in-classes): as GoogleTest has it
  testing::ClientStage stage;
};

/// "0", "1", …
std::vector<std::string> numbers(int count);

/// What the call throws; fails the test if it throws nothing.
Failure failure_of(const std::function<void()>& call);

/// For INSTANTIATE_TEST_SUITE_P.
std::string place_name(const ::testing::TestParamInfo<testing::Place>& place);

}  // namespace cohort::client
