#include "assigned_consumer.hpp"

#include <algorithm>
#include <stdexcept>

namespace bench {

namespace {

/// The name is asked for, and nothing is done with it: no offset is committed.
Configuration without_group(const std::string& bootstrap, ConsumerQueue queue) {
  Settings settings{
      {"bootstrap.servers", bootstrap}, {"group.id", "none"}, {"enable.auto.commit", "false"}};
  if (queue == ConsumerQueue::largest) {
    settings.insert(
        {{"queued.min.messages", "10000000"}, {"queued.max.messages.kbytes", "2097151"}});
  }
  return configured(settings);
}

}  // namespace

AssignedConsumer::AssignedConsumer(const std::string& bootstrap, const std::string& topic,
                                   int partitions, ConsumerQueue queue)
    : client_(made(RD_KAFKA_CONSUMER, without_group(bootstrap, queue))) {
  rd_kafka_poll_set_consumer(client_.get());
  rd_kafka_topic_partition_list_t* all = rd_kafka_topic_partition_list_new(partitions);
  for (int i = 0; i < partitions; ++i) {
    rd_kafka_topic_partition_list_add(all, topic.c_str(), i)->offset = 0;
  }
  const rd_kafka_resp_err_t error = rd_kafka_assign(client_.get(), all);
  rd_kafka_topic_partition_list_destroy(all);
  if (error != RD_KAFKA_RESP_ERR_NO_ERROR) throw std::runtime_error(rd_kafka_err2str(error));
}

AssignedConsumer::~AssignedConsumer() { rd_kafka_consumer_close(client_.get()); }

Message AssignedConsumer::poll(Clock::time_point until) {
  while (true) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
    if (left.count() < 0) return nullptr;
    Message message(rd_kafka_consumer_poll(client_.get(), static_cast<int>(left.count())));
    // Errors are told here too, and the client gets over them by itself.
    if (message != nullptr && message->err == RD_KAFKA_RESP_ERR_NO_ERROR) return message;
  }
}

}  // namespace bench
