#include "raw_connection.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace bench {

namespace {

constexpr std::size_t first_size = 16'384;

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

}  // namespace

RawConnection::RawConnection(const std::string& bootstrap) : received_(first_size) {
  const std::size_t colon = bootstrap.rfind(':');
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(std::stoi(bootstrap.substr(colon + 1))));
  if (inet_pton(AF_INET, bootstrap.substr(0, colon).c_str(), &address.sin_addr) != 1) {
    throw std::invalid_argument(bootstrap + ": the raw client wants IPv4 numbers");
  }
  socket_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (socket_ < 0) fail("socket");
  const int on = 1;
  setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  const timeval patience{.tv_sec = 60, .tv_usec = 0};
  setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  if (connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    fail("connect");
  }
}

RawConnection::~RawConnection() {
  if (socket_ >= 0) close(socket_);
}

RawConnection::RawConnection(RawConnection&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)),
      received_(std::move(other.received_)),
      begin_(other.begin_),
      end_(other.end_) {}

void RawConnection::send(std::string_view frames) {
  while (!frames.empty()) {
    const ssize_t count = ::send(socket_, frames.data(), frames.size(), MSG_NOSIGNAL);
    if (count < 0) fail("send");
    frames.remove_prefix(static_cast<std::size_t>(count));
  }
}

std::string_view RawConnection::receive() {
  std::size_t wanted = 4;
  while (true) {
    if (end_ - begin_ >= 4) {
      std::uint32_t length = 0;
      std::memcpy(&length, received_.data() + begin_, sizeof length);
      wanted = 4 + ntohl(length);
    }
    if (end_ - begin_ >= wanted) break;
    std::memmove(received_.data(), received_.data() + begin_, end_ - begin_);
    end_ -= std::exchange(begin_, 0);
    if (received_.size() < wanted) received_.resize(wanted);
    // A broker whose answers wait for our acknowledgements (without TCP_NODELAY, as librdkafka's
    // mock) is not to wait for the 40 ms that the kernel takes with them. It forgets it each time.
    const int on = 1;
    setsockopt(socket_, IPPROTO_TCP, TCP_QUICKACK, &on, sizeof on);
    const ssize_t size = recv(socket_, received_.data() + end_, received_.size() - end_, 0);
    if (size < 0) fail("recv");
    if (size == 0) throw std::runtime_error("the broker closed the raw client's connection");
    end_ += static_cast<std::size_t>(size);
  }
  begin_ += wanted;
  return {received_.data() + begin_ - wanted + 4, wanted - 4};
}

}  // namespace bench
