#include "client.hpp"

#include <array>
#include <chrono>
#include <stdexcept>
#include <utility>

namespace bench {

Configuration configured(const Settings& settings) {
  Configuration configuration(rd_kafka_conf_new());
  std::array<char, 512> error{};
  for (const auto& [name, value] : settings) {
    if (rd_kafka_conf_set(configuration.get(), name.c_str(), value.c_str(), error.data(),
                          error.size()) != RD_KAFKA_CONF_OK) {
      throw std::runtime_error(error.data());
    }
  }
  return configuration;
}

Client made(rd_kafka_type_t type, Configuration configuration) {
  std::array<char, 512> error{};
  Client client(rd_kafka_new(type, configuration.get(), error.data(), error.size()));
  if (client == nullptr) throw std::runtime_error(error.data());
  static_cast<void>(configuration.release());  // It is the client's now.
  return client;
}

void make_topic(const std::string& bootstrap, const std::string& topic, int partitions) {
  const Client client = made(RD_KAFKA_PRODUCER, configured({{"bootstrap.servers", bootstrap}}));
  std::array<char, 512> error{};
  rd_kafka_NewTopic_t* wanted =
      rd_kafka_NewTopic_new(topic.c_str(), partitions, 1, error.data(), error.size());
  if (wanted == nullptr) throw std::runtime_error(error.data());
  rd_kafka_queue_t* queue = rd_kafka_queue_new(client.get());
  rd_kafka_CreateTopics(client.get(), &wanted, 1, nullptr, queue);
  rd_kafka_event_t* event = rd_kafka_queue_poll(queue, 10'000);
  const rd_kafka_resp_err_t failure =
      event == nullptr ? RD_KAFKA_RESP_ERR__TIMED_OUT : rd_kafka_event_error(event);
  if (event != nullptr) rd_kafka_event_destroy(event);
  rd_kafka_queue_destroy(queue);
  rd_kafka_NewTopic_destroy(wanted);
  if (failure != RD_KAFKA_RESP_ERR_NO_ERROR) {
    throw std::runtime_error("topic " + topic + ": " + rd_kafka_err2str(failure));
  }
}

std::string fresh(const std::string& prefix) {
  static int count = 0;
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  return prefix + "-" + std::to_string(now) + "-" + std::to_string(++count);
}

}  // namespace bench
