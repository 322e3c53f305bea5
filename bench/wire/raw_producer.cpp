#include "raw_producer.hpp"

#include <cohort/protocol/batch_builder.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/messages/metadata.hpp>
#include <cohort/protocol/messages/produce.hpp>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <thread>

namespace bench {

namespace {

constexpr int version = 7;

}  // namespace

std::string produce_frame(const std::string& topic, int partition, const BatchShape& shape) {
  cohort::BatchBuilder builder({});
  const std::string value(static_cast<std::size_t>(shape.record_bytes), 'x');
  for (int i = 0; i < shape.records; ++i) {
    builder.add(
        cohort::Record{.timestamp = 1'700'000'000'000, .value = cohort::Buffer::copy_of(value)});
  }
  cohort::ProduceRequest request{.acks = -1, .timeout_ms = 30'000};
  auto& wanted = request.topic_data.emplace_back();
  wanted.name = topic;
  wanted.partition_data.push_back({.index = partition, .records = builder.build().bytes()});
  return RawConnection::frame_of(request, version);
}

void create_by_asking(RawConnection& connection, const std::string& topic) {
  cohort::MetadataRequest request;
  request.topics.emplace().emplace_back().name = topic;
  for (int attempt = 0; attempt < 100; ++attempt) {
    const auto response = connection.call<cohort::MetadataResponse>(request, 1);
    const auto& found = response.topics.at(0);
    if (found.error_code == cohort::ErrorCode::none && !found.partitions.empty()) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  throw std::runtime_error("topic " + topic + " is not made by asking for it");
}

RawProducer::RawProducer(const std::string& bootstrap, const std::string& topic,
                         const BatchShape& shape)
    : connection_(bootstrap), request_(produce_frame(topic, 0, shape)) {
  create_by_asking(connection_, topic);
  send_one();
  check_answer();
}

void RawProducer::produce(int requests, int in_flight) {
  std::string burst;
  for (int i = 0; i < in_flight; ++i) burst += request_;
  for (int sent = 0; sent < requests;) {
    const int count = std::min(in_flight, requests - sent);
    connection_.send(
        std::string_view(burst).substr(0, static_cast<std::size_t>(count) * request_.size()));
    for (int i = 0; i < count; ++i) connection_.receive();
    sent += count;
  }
}

Figures RawProducer::time(int requests) {
  Figures figures;
  for (int i = 0; i < requests; ++i) {
    const Clock::time_point began = Clock::now();
    send_one();
    connection_.receive();
    figures.add(Clock::now() - began);
  }
  return figures;
}

void RawProducer::send_one() { connection_.send(request_); }

void RawProducer::check_answer() {
  const auto response = connection_.answer<cohort::ProduceResponse>(version);
  for (const auto& topic : response.responses) {
    for (const auto& partition : topic.partition_responses) {
      if (partition.error_code == cohort::ErrorCode::none) continue;
      throw std::runtime_error("the raw client's Produce was refused: " +
                               std::string(name(partition.error_code)));
    }
  }
}

}  // namespace bench
