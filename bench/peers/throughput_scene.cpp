#include "assigned_consumer.hpp"
#include "load.hpp"
#include "scenes.hpp"

#include <algorithm>
#include <optional>

namespace bench {

namespace {

/// Less than the 5 MB that librdkafka's mock cluster keeps of a partition.
constexpr double spread_bytes = 4e6;

/// A producer of default settings, which waits for all replicas.
class Producing {
 public:
  Producing(const ThroughputOptions& options, std::string topic)
      : client_(made(RD_KAFKA_PRODUCER,
                     configured({{"bootstrap.servers", options.bootstrap}, {"acks", "all"}}))),
        topic_(std::move(topic)),
        value_(static_cast<std::size_t>(options.record_bytes), 'x') {}

  /// False when not all were acknowledged in time.
  bool produce(std::int64_t records, int partition = 0) {
    for (std::int64_t i = 0; i < records; ++i) {
      while (rd_kafka_producev(client_.get(), RD_KAFKA_V_TOPIC(topic_.c_str()),
                               RD_KAFKA_V_PARTITION(partition),
                               RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY),
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
    const LoadMeter meter(options.process, options.record_bytes);
    const bool is_done = producing.produce(records);
    meter.print("produce", is_done ? std::optional(records) : std::nullopt);
    if (!is_done) return false;
  }
  if (!options.keeps_all) return true;
  consume_log({options.bootstrap, topic, options.process, options.record_bytes},
              {.name = "consume", .records = warm_up + records});
  return true;
}

bool measure_spread(const ThroughputOptions& options) {
  const auto each = static_cast<std::int64_t>(spread_bytes / options.record_bytes);
  const int partitions = std::max(1, static_cast<int>(options.megabytes * 1e6 / spread_bytes));
  {
    Producing producing(options, options.topic);
    for (int i = 0; i < partitions; ++i) producing.produce(each, i);
  }
  consume_log({options.bootstrap, options.topic, options.process, options.record_bytes, partitions},
              {.name = "consume-spread", .records = each * partitions});
  return true;
}

}  // namespace bench
