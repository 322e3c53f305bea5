// ProducerWorld: brokers in virtual time with a topic `orders`, and producers for it.
#pragma once

#include <cohort/broker/virtual_broker.hpp>
#include <cohort/client/producer.hpp>
#include <cohort/client/runtime.hpp>
#include <cohort/protocol/record.hpp>
#include <cohort/protocol/record_batch.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cohort::client {

struct ProducerWorldOptions {
  std::int32_t brokers = 1;
  std::int32_t partitions = 1;
  sim::Faults faults{.latency_min = milliseconds(1), .latency_max = milliseconds(1)};
  std::uint64_t seed = 1;
  broker::Properties properties{};  ///< Of the brokers.
  broker::Release release = broker::Release::kafka_3_9;
};

/// Stays where it is, and outlives its producers.
class ProducerWorld {
 public:
  static constexpr const char* topic = "orders";

  explicit ProducerWorld(const ProducerWorldOptions& options = {});
  ProducerWorld(const ProducerWorld&) = delete;
  ProducerWorld& operator=(const ProducerWorld&) = delete;

  /// Of a producer for this world; what the test wants otherwise it sets.
  ProducerConfig config() const;

  /// The batches of the partition's log, in order.
  std::vector<BatchView> batches(std::int32_t partition = 0) const;
  std::vector<Record> records(std::int32_t partition = 0) const;
  std::vector<std::string> values(std::int32_t partition = 0) const;

  /// The nth Produce from now on has this end.
  broker::RuleId at_produce(std::uint64_t nth, const broker::FaultAction& action);
  broker::RuleId at_every_produce(const broker::FaultAction& action);
  /// Produce requests that came since the rule was made.
  std::uint64_t seen(broker::RuleId rule);

  broker::VirtualBroker broker;
  VirtualRuntime runtime;
};

/// A record of `orders`.
ProducerRecord order(const std::string& value, std::optional<std::int32_t> partition = {});
/// "0", "1", …
std::vector<std::string> numbers(int count);
/// A record of each number.
void send_numbers(Producer& producer, int count);

/// Runs the scenario in two worlds that know nothing of each other. Both must see the same bytes at
/// the same instants.
void twice(const ProducerWorldOptions& options,
           const std::function<void(ProducerWorld&)>& scenario);
inline void twice(const std::function<void(ProducerWorld&)>& scenario) { twice({}, scenario); }

}  // namespace cohort::client
