#include "raw_producer.hpp"
#include "scenes.hpp"
#include "timed_consumer.hpp"

#include <fmt/format.h>

#include <atomic>
#include <stdexcept>
#include <thread>

namespace bench {

namespace {

void print_flow(std::string_view name, int records, Clock::duration took) {
  const double seconds = std::chrono::duration<double>(took).count();
  print_line(name, fmt::format("\"records\":{},\"seconds\":{:.3f},\"records_per_second\":{:.0f}",
                               records, seconds, records / seconds));
}

void produce_all(const FlowOptions& options, const std::string& topic) {
  const Client producer =
      made(RD_KAFKA_PRODUCER, configured({{"bootstrap.servers", options.bootstrap},
                                          {"queue.buffering.max.messages", "1000000"}}));
  std::string value(static_cast<std::size_t>(options.record_bytes), 'x');
  const Clock::time_point began = Clock::now();
  for (int i = 0; i < options.records; ++i) {
    while (rd_kafka_producev(producer.get(), RD_KAFKA_V_TOPIC(topic.c_str()),
                             RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY),
                             RD_KAFKA_V_VALUE(value.data(), value.size()),
                             RD_KAFKA_V_END) == RD_KAFKA_RESP_ERR__QUEUE_FULL) {
      rd_kafka_poll(producer.get(), 5);
    }
  }
  if (rd_kafka_flush(producer.get(), 60'000) != RD_KAFKA_RESP_ERR_NO_ERROR) {
    throw std::runtime_error("not all records were acknowledged within a minute");
  }
  print_flow("produce", options.records, Clock::now() - began);
}

void consume_all(const FlowOptions& options, const std::string& topic) {
  std::atomic<int> received = 0;
  std::atomic<Clock::time_point> first;
  ShareWatch watch(1);
  const TimedConsumer consumer(0, {options.bootstrap, fresh("flow"), topic}, watch,
                               [&](const rd_kafka_message_t&) {
                                 if (received == 0) first = Clock::now();
                                 ++received;
                               });
  const auto until = Clock::now() + std::chrono::minutes(1);
  while (received < options.records && Clock::now() < until) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  if (received < options.records) throw std::runtime_error("records are missing after a minute");
  print_flow("consume", options.records, Clock::now() - first.load());
}

}  // namespace

bool measure_flow(const FlowOptions& options) {
  const std::string topic = fresh("flow-topic");
  make_topic(options.bootstrap, topic, 1);
  produce_all(options, topic);
  consume_all(options, topic);
  constexpr int requests = 100'000;
  for (const int in_flight : {1, 32}) {
    RawProducer raw(options.bootstrap, topic, options.record_bytes);
    const Clock::time_point began = Clock::now();
    raw.produce(requests, in_flight);
    print_flow(fmt::format("raw-{}-in-flight", in_flight), requests, Clock::now() - began);
  }
  return true;
}

}  // namespace bench
