#include "assigned_consumer.hpp"
#include "load.hpp"
#include "scenes.hpp"

#include <optional>

namespace bench {

namespace {

constexpr int passes = 10;
/// Less than the 5 MB that librdkafka's mock cluster keeps of a partition.
constexpr double small_log_bytes = 4e6;

/// A producer of default settings, which waits for all replicas.
class Producing {
 public:
  Producing(const ThroughputOptions& options, std::string topic)
      : client_(made(RD_KAFKA_PRODUCER,
                     configured({{"bootstrap.servers", options.bootstrap}, {"acks", "all"}}))),
        topic_(std::move(topic)),
        value_(static_cast<std::size_t>(options.record_bytes), 'x') {}

  /// False when not all were acknowledged in time.
  bool produce(std::int64_t records) {
    for (std::int64_t i = 0; i < records; ++i) {
      while (rd_kafka_producev(client_.get(), RD_KAFKA_V_TOPIC(topic_.c_str()),
                               RD_KAFKA_V_PARTITION(0), RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY),
                               RD_KAFKA_V_VALUE(value_.data(), value_.size()),
                               RD_KAFKA_V_END) == RD_KAFKA_RESP_ERR__QUEUE_FULL) {
        rd_kafka_poll(client_.get(), 5);
      }
      if (i % 1000 == 0) rd_kafka_poll(client_.get(), 0);
    }
    return rd_kafka_flush(client_.get(), 60'000) == RD_KAFKA_RESP_ERR_NO_ERROR;
  }

 private:
  Client client_;
  std::string topic_;
  std::string value_;
};

}  // namespace

bool measure_throughput(const ThroughputOptions& options) {
  const auto records = static_cast<std::int64_t>(options.megabytes * 1e6 / options.record_bytes);
  const std::int64_t warm_up = records / 20;
  const std::string topic = fresh("throughput-topic");
  {
    Producing producing(options, topic);
    producing.produce(warm_up);
    LoadMeter meter(options.process, options.record_bytes);
    const bool is_done = producing.produce(records);
    meter.print("produce", is_done ? std::optional(records) : std::nullopt);
    if (!is_done) return false;
  }
  if (options.keeps_all) {
    consume_log({options.bootstrap, topic, options.process, options.record_bytes},
                {.name = "consume", .records = warm_up + records, .passes = 1});
  }
  const std::string small_topic = fresh("throughput-small-topic");
  const auto small_records = static_cast<std::int64_t>(small_log_bytes / options.record_bytes);
  Producing(options, small_topic).produce(small_records);
  consume_log({options.bootstrap, small_topic, options.process, options.record_bytes},
              {.name = "consume-small", .records = small_records, .passes = passes});
  return true;
}

}  // namespace bench
