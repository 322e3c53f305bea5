// HttpClient: a client of the HTTP interface that sees every byte.
#pragma once

#include "net/client.hpp"
#include <cohort/broker/embedded_broker.hpp>

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>

namespace cohort::broker {

inline EmbeddedOptions with_http() {
  return {.topics = {{.name = "t"}}, .clock = net::ClockMode::manual, .http = 0};
}

/// One connection; requests and answers go their ways separately.
class HttpClient {
 public:
  explicit HttpClient(const EmbeddedBroker& broker)
      : HttpClient(broker.http_address().substr(std::string("http://").size())) {}
  explicit HttpClient(std::string address)
      : address_(std::move(address)),
        socket_(static_cast<std::uint16_t>(std::stoi(address_.substr(address_.rfind(':') + 1)))) {}

  void send(const std::string& method, const std::string& target, const std::string& body = {},
            const std::string& headers = {}) {
    ASSERT_TRUE(socket_.send(method + ' ' + target + " HTTP/1.1\r\nHost: " + address_ +
                             "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n" +
                             headers + "\r\n" + body));
  }
  /// Its body, and that the status is this one.
  boost::json::value take(const std::string& status) {
    const std::string head = take_head();
    EXPECT_TRUE(head.starts_with("HTTP/1.1 " + status)) << head;
    const std::string field = "Content-Length: ";
    const std::size_t at = head.find(field);
    if (at == std::string::npos) return nullptr;
    return boost::json::parse(socket_.receive(std::stoul(head.substr(at + field.size()))));
  }
  boost::json::value ask(const std::string& method, const std::string& target,
                         const std::string& body = {}) {
    send(method, target, body);
    return take("200");
  }
  std::string take_head() {
    std::string head;
    while (!head.ends_with("\r\n\r\n")) {
      const std::string byte = socket_.receive(1);
      if (byte.empty()) break;
      head += byte;
    }
    return head;
  }
  /// A text message of a WebSocket's server, as RFC 6455 frames it.
  boost::json::value take_message() {
    const std::string start = socket_.receive(2);
    if (start.size() < 2 || start[0] != '\x81') return nullptr;
    std::size_t size = static_cast<unsigned char>(start[1]);
    if (size == 126) {
      size = 0;
      for (const char byte : socket_.receive(2)) {
        size = size * 256 + static_cast<unsigned char>(byte);
      }
    }
    return boost::json::parse(socket_.receive(size));
  }
  /// All chunks of a body (RFC 9112, 7.1).
  std::string take_chunks() {
    std::string body;
    while (true) {
      std::string line;
      while (!line.ends_with("\r\n")) {
        const std::string byte = socket_.receive(1);
        if (byte.empty()) return body;
        line += byte;
      }
      const std::size_t size = std::stoul(line, nullptr, 16);
      body += socket_.receive(size);
      if (socket_.receive(2) != "\r\n" || size == 0) return body;
    }
  }
  void send_raw(const std::string& bytes) { ASSERT_TRUE(socket_.send(bytes)); }
  /// Up to the connection's end.
  std::string take_rest() { return socket_.receive(std::size_t{1} << 20); }
  bool is_at_end() const { return socket_.is_at_end(); }
  void go() { socket_.reset(); }
  void half_close() const { socket_.half_close(); }

 private:
  std::string address_;
  net::Client socket_;
};

inline constexpr const char* upgrade =
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

}  // namespace cohort::broker
