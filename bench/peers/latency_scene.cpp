#include "scenes.hpp"
#include "timed_consumer.hpp"

#include <fmt/format.h>

#include <atomic>
#include <cstring>
#include <stdexcept>
#include <thread>

namespace bench {

namespace {

constexpr auto patience = std::chrono::seconds(30);

void produce(rd_kafka_t* producer, const std::string& topic, Clock::time_point stamp) {
  const Clock::rep ticks = stamp.time_since_epoch().count();
  const rd_kafka_resp_err_t error = rd_kafka_producev(
      producer, RD_KAFKA_V_TOPIC(topic.c_str()), RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY),
      RD_KAFKA_V_VALUE(const_cast<Clock::rep*>(&ticks), sizeof ticks), RD_KAFKA_V_END);
  if (error != RD_KAFKA_RESP_ERR_NO_ERROR) throw std::runtime_error(rd_kafka_err2str(error));
}

}  // namespace

bool measure_latency(const LatencyOptions& options) {
  const std::string topic = fresh("latency-topic");
  make_topic(options.bootstrap, topic, 1);
  Figures figures;  // The consumer's thread's, until `received` has counted them all.
  std::atomic<int> received = 0;
  ShareWatch watch(1);
  const TimedConsumer consumer(0, {options.bootstrap, fresh("latency"), topic}, watch,
                               [&](const rd_kafka_message_t& message) {
                                 const Clock::time_point now = Clock::now();
                                 Clock::rep ticks = 0;
                                 std::memcpy(&ticks, message.payload, sizeof ticks);
                                 // The first one waits for connections to be made.
                                 const Clock::time_point sent{Clock::duration(ticks)};
                                 if (received > 0) figures.add(now - sent);
                                 ++received;
                               });
  if (!watch.shared_since(patience)) throw std::runtime_error("the consumer gets no partition");
  const Client producer =
      made(RD_KAFKA_PRODUCER,
           configured({{"bootstrap.servers", options.bootstrap}, {"linger.ms", "0"}}));
  const auto wait_for = [&](int count) {
    const auto until = Clock::now() + patience;
    while (received < count && Clock::now() < until) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    if (received < count) throw std::runtime_error("records are missing");
  };
  produce(producer.get(), topic, Clock::now());
  wait_for(1);
  for (int i = 0; i < options.records; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(options.gap_ms));
    produce(producer.get(), topic, Clock::now());
    rd_kafka_poll(producer.get(), 0);
  }
  wait_for(options.records + 1);
  print_line("latency", fmt::format("\"records\":{},\"gap_ms\":{},\"end_to_end_ms\":{{{}}}",
                                    options.records, options.gap_ms, figures.json()));
  return figures.percentile_ms(50) < 2;
}

}  // namespace bench
