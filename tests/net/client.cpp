#include "client.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <vector>

namespace cohort::net {

namespace {

void limit_waits(int descriptor) {
  const timeval limit{.tv_sec = 10, .tv_usec = 0};
  setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
}

}  // namespace

Client::Client(Unconnected) : descriptor_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  limit_waits(descriptor_);
}

Client::Client(std::uint16_t port, const std::string& address) {
  if (address.find(':') == std::string::npos) {
    descriptor_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    limit_waits(descriptor_);
    connect(port, address);
    return;
  }
  descriptor_ = ::socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
  limit_waits(descriptor_);
  sockaddr_in6 to{};
  to.sin6_family = AF_INET6;
  to.sin6_port = htons(port);
  inet_pton(AF_INET6, address.c_str(), &to.sin6_addr);
  is_connected_ = ::connect(descriptor_, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0;
}

Client::~Client() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool Client::connect(std::uint16_t port, const std::string& address) {
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(port);
  inet_pton(AF_INET, address.c_str(), &to.sin_addr);
  is_connected_ = ::connect(descriptor_, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0;
  return is_connected_;
}

bool Client::send(std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t count = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

std::string Client::receive(std::size_t count) const {
  std::string all(count, '\0');
  std::size_t have = 0;
  while (have < count) {
    const ssize_t got = ::recv(descriptor_, all.data() + have, count - have, 0);
    if (got <= 0) break;
    have += static_cast<std::size_t>(got);
  }
  all.resize(have);
  return all;
}

std::string Client::receive_now() const {
  std::string all;
  std::vector<char> part(std::size_t{64} * 1024);
  while (true) {
    const ssize_t got = ::recv(descriptor_, part.data(), part.size(), MSG_DONTWAIT);
    if (got <= 0) return all;
    all.append(part.data(), static_cast<std::size_t>(got));
  }
}

bool Client::is_at_end() const {
  char one = 0;
  return ::recv(descriptor_, &one, 1, 0) == 0;
}

void Client::half_close() const { ::shutdown(descriptor_, SHUT_WR); }

void Client::reset() {
  const linger at_once{.l_onoff = 1, .l_linger = 0};
  setsockopt(descriptor_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  ::close(descriptor_);
  descriptor_ = -1;
}

}  // namespace cohort::net
