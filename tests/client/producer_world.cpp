#include "client/producer_world.hpp"

#include "state.hpp"

#include <gtest/gtest.h>

namespace cohort::client {

namespace {

broker::VirtualOptions virtual_options(const ProducerWorldOptions& options) {
  broker::VirtualOptions made;
  made.config.brokers = options.brokers;
  made.config.seed = options.seed;
  made.config.release = options.release;
  if (options.brokers > 2) made.config.set("default.replication.factor", "3");
  for (const auto& [key, value] : options.properties) made.config.set(key, value);
  made.topics.push_back({.name = ProducerWorld::topic, .partitions = options.partitions});
  made.world.seed = options.seed;
  made.world.faults = options.faults;
  return made;
}

std::string text_of(const Buffer& bytes) { return std::string(bytes.text()); }

}  // namespace

ProducerWorld::ProducerWorld(const ProducerWorldOptions& options)
    : broker(virtual_options(options)), runtime(broker.world()) {}

ProducerConfig ProducerWorld::config() const {
  return {.client = {.bootstrap_servers = parse_bootstrap(broker.bootstrap_servers()),
                     .client_id = "anna"}};
}

std::vector<BatchView> ProducerWorld::batches(std::int32_t partition) const {
  const broker::Partition* found = broker.broker().state().catalog.find(topic, partition);
  if (found == nullptr) return {};
  std::vector<BatchView> batches;
  std::int64_t offset = 0;
  while (true) {
    const broker::ReadResult read = found->log.read({.offset = offset,
                                                     .max_bytes = std::int64_t{1} << 30,
                                                     .isolation = broker::Isolation::log_end});
    if (read.batches.empty()) return batches;
    for (const broker::StoredBatch& stored : read.batches) batches.push_back(stored.batch);
    offset = read.batches.back().last_offset() + 1;
  }
}

std::vector<Record> ProducerWorld::records(std::int32_t partition) const {
  std::vector<Record> records;
  for (const BatchView& batch : batches(partition)) {
    RecordCursor cursor(batch.records().value());
    for (RecordView record; cursor.next(record);) records.push_back(record.owned());
  }
  return records;
}

std::vector<std::string> ProducerWorld::values(std::int32_t partition) const {
  std::vector<std::string> values;
  for (const Record& record : records(partition)) {
    values.push_back(record.value ? text_of(*record.value) : "null");
  }
  return values;
}

broker::RuleId ProducerWorld::at_produce(std::uint64_t nth, const broker::FaultAction& action) {
  return broker.control().add_rule(
      {.match = {.api = ApiKey::produce}, .nth = nth, .action = action});
}

broker::RuleId ProducerWorld::at_every_produce(const broker::FaultAction& action) {
  return broker.control().add_rule({.match = {.api = ApiKey::produce}, .action = action});
}

std::uint64_t ProducerWorld::seen(broker::RuleId rule) {
  return broker.control().rule(rule).value().matched;
}

ProducerRecord order(const std::string& value, std::optional<std::int32_t> partition) {
  return {.topic = ProducerWorld::topic, .partition = partition, .value = Buffer::copy_of(value)};
}

std::vector<std::string> numbers(int count) {
  std::vector<std::string> numbers;
  numbers.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) numbers.push_back(std::to_string(i));
  return numbers;
}

void send_numbers(Producer& producer, int count) {
  for (const std::string& number : numbers(count)) producer.send(order(number, 0));
}

void twice(const ProducerWorldOptions& options,
           const std::function<void(ProducerWorld&)>& scenario) {
  const auto run = [&] {
    ProducerWorld world(options);
    scenario(world);
    return world.broker.world().digest().hex();
  };
  const std::string first = run();
  EXPECT_EQ(first, run()) << "the same world went another way";
}

}  // namespace cohort::client
