#include "assigned_consumer.hpp"
#include "scenes.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <thread>

namespace bench {

namespace {

constexpr auto patience = std::chrono::seconds(30);

void produce(rd_kafka_t* producer, const std::string& topic) {
  const char value = 'x';
  const rd_kafka_resp_err_t error =
      rd_kafka_producev(producer, RD_KAFKA_V_TOPIC(topic.c_str()), RD_KAFKA_V_PARTITION(0),
                        RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY),
                        RD_KAFKA_V_VALUE(const_cast<char*>(&value), 1), RD_KAFKA_V_END);
  if (error != RD_KAFKA_RESP_ERR_NO_ERROR) throw std::runtime_error(rd_kafka_err2str(error));
}

}  // namespace

bool measure_latency(const LatencyOptions& options) {
  const std::string topic = fresh("latency-topic");
  const Client producer =
      made(RD_KAFKA_PRODUCER,
           configured({{"bootstrap.servers", options.bootstrap}, {"linger.ms", "0"}}));
  // The first one makes the topic and waits for connections to be made.
  produce(producer.get(), topic);
  rd_kafka_flush(producer.get(), 10'000);
  AssignedConsumer consumer(options.bootstrap, topic);
  Figures figures;
  const Clock::time_point until = Clock::now() + std::chrono::seconds(options.most_seconds);
  Clock::time_point began = Clock::now();
  for (int i = 0; i <= options.records && Clock::now() < until; ++i) {
    if (consumer.poll(began + patience) == nullptr) break;
    if (i > 0) figures.add(Clock::now() - began);
    rd_kafka_poll(producer.get(), 0);
    // Time enough for the consumer's next Fetch to wait at the broker.
    std::this_thread::sleep_for(std::chrono::milliseconds(options.gap_ms));
    began = Clock::now();
    produce(producer.get(), topic);
  }
  if (figures.size() == 0) {
    print_line("latency", unfinished(patience));
    return false;
  }
  print_line("latency", fmt::format("\"records\":{},\"gap_ms\":{},\"end_to_end_ms\":{{{}}}",
                                    figures.size(), options.gap_ms, figures.json()));
  return figures.percentile_ms(50) < 2;
}

}  // namespace bench
