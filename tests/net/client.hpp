// Client: a blocking socket of a test; every wait ends after ten seconds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cohort::net {

class Client {
 public:
  /// Connects to an IPv4 or IPv6 address; check is_connected().
  explicit Client(std::uint16_t port, const std::string& address = "127.0.0.1");
  /// A descriptor that connects later.
  struct Unconnected {};
  explicit Client(Unconnected);
  Client(Client&& other) noexcept : descriptor_(other.descriptor_) { other.descriptor_ = -1; }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  Client& operator=(Client&&) = delete;
  ~Client();

  bool connect(std::uint16_t port, const std::string& address = "127.0.0.1");
  bool is_connected() const { return is_connected_; }
  bool send(std::string_view bytes) const;
  /// Up to `count` bytes; fewer if the other end closed or ten seconds passed.
  std::string receive(std::size_t count) const;
  /// All bytes that are there already.
  std::string receive_now() const;
  /// The other end has closed in an orderly way and nothing is left to read.
  bool is_at_end() const;
  void half_close() const;
  /// Closes with a reset.
  void reset();

 private:
  int descriptor_ = -1;
  bool is_connected_ = false;
};

}  // namespace cohort::net
