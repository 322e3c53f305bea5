#include "raw_producer.hpp"

#include <cohort/protocol/batch_builder.hpp>
#include <cohort/protocol/header.hpp>
#include <cohort/protocol/messages/produce.hpp>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>

namespace bench {

namespace {

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

std::string produce_request(const std::string& topic, int record_bytes) {
  cohort::BatchBuilder builder({});
  builder.add(cohort::Record{
      .timestamp = 1'700'000'000'000,
      .value = cohort::Buffer::copy_of(std::string(static_cast<std::size_t>(record_bytes), 'x'))});
  cohort::ProduceRequest request{.acks = -1, .timeout_ms = 30'000};
  auto& wanted = request.topic_data.emplace_back();
  wanted.name = topic;
  wanted.partition_data.push_back({.index = 0, .records = builder.build().bytes()});
  const cohort::RequestHeader header{
      .api_key = cohort::ApiKey::produce, .api_version = 9, .client_id = "raw"};
  return std::string(cohort::encode_request(header, request).joined().text());
}

}  // namespace

RawProducer::RawProducer(const std::string& bootstrap, const std::string& topic, int record_bytes)
    : request_(produce_request(topic, record_bytes)) {
  const std::size_t colon = bootstrap.rfind(':');
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(std::stoi(bootstrap.substr(colon + 1))));
  if (inet_pton(AF_INET, bootstrap.substr(0, colon).c_str(), &address.sin_addr) != 1) {
    throw std::invalid_argument(bootstrap + ": the raw client wants IPv4 numbers");
  }
  socket_ = socket(AF_INET, SOCK_STREAM, 0);
  if (socket_ < 0) fail("socket");
  const int on = 1;
  setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    fail("connect");
  }
}

RawProducer::~RawProducer() { close(socket_); }

void RawProducer::produce(int requests, int in_flight) {
  std::string burst;
  for (int i = 0; i < in_flight; ++i) burst += request_;
  for (int sent = 0; sent < requests;) {
    const int count = std::min(in_flight, requests - sent);
    send_all(burst.substr(0, static_cast<std::size_t>(count) * request_.size()));
    skip_answers(count);
    sent += count;
  }
}

void RawProducer::send_all(const std::string& bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    const ssize_t count = send(socket_, bytes.data() + at, bytes.size() - at, MSG_NOSIGNAL);
    if (count < 0) fail("send");
    at += static_cast<std::size_t>(count);
  }
}

/// Every answer to the same request is as long as the first.
void RawProducer::skip_answers(int count) {
  std::string got;
  std::array<char, 65'536> piece{};
  std::size_t wanted = 4;
  while (got.size() < wanted) {
    const ssize_t size = recv(socket_, piece.data(), piece.size(), 0);
    if (size < 0) fail("recv");
    if (size == 0) throw std::runtime_error("the broker closed the raw client's connection");
    got.append(piece.data(), static_cast<std::size_t>(size));
    if (got.size() < 4) continue;
    std::uint32_t length = 0;
    std::memcpy(&length, got.data(), sizeof length);
    wanted = static_cast<std::size_t>(count) * (4 + ntohl(length));
  }
}

}  // namespace bench
