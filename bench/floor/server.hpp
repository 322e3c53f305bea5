// Server: a broker with nothing in it but what moves bytes; what a broker costs above it is its
// own.
#pragma once

#include "partition_log.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace floor_server {

namespace asio = boost::asio;
using asio::ip::tcp;

class Connection;

struct Options {
  bool checks_crc = false;  ///< Of each batch that is produced.
};

/// Answers ApiVersions v0 and v3, Metadata v1, ListOffsets v1, Produce v7, and Fetch v11 of one
/// partition outside of sessions. Every topic that is asked for exists, with one partition.
class Server {
 public:
  Server(asio::io_context& io, Options options);

  std::uint16_t port() const { return port_; }
  const Options& options() const { return options_; }
  PartitionLog& log(std::string_view topic);

  /// A Fetch that found nothing: `connection` is asked again when something came, or at `until`.
  void park(const std::shared_ptr<Connection>& connection,
            std::chrono::steady_clock::time_point until);
  void wake();

 private:
  void accept();
  void tick();

  Options options_;
  tcp::acceptor acceptor_;
  std::uint16_t port_;
  /// One for all parked ones, as a timer of their own each would cost a system call a Fetch. They
  /// are answered up to a tick late.
  asio::steady_timer timer_;
  std::map<std::string, PartitionLog, std::less<>> logs_;
  struct Parked {
    std::shared_ptr<Connection> connection;
    std::chrono::steady_clock::time_point until;
  };
  std::vector<Parked> parked_;
};

}  // namespace floor_server
