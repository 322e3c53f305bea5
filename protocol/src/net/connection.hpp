// Connection: one socket of a host with the bytes that still have to leave through it.
#pragma once

#include <cohort/node/node.hpp>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace cohort::net {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

enum class Stage : std::uint8_t {
  open,
  closing,    ///< The node asked to close it; unsent bytes leave first.
  lingering,  ///< Told the other end that no more comes; the node has forgotten the link.
};

/// What one attempt to read gave: bytes, or why there are none.
struct Read {
  std::size_t count = 0;
  bool is_drained = false;  ///< Nothing more waits in the socket.
  error_code error;
};

/// A non-blocking socket. Whoever holds it waits for it to be ready; an idle one holds no memory
/// for reading.
class Connection {
 public:
  Connection(LinkId id, tcp::socket socket) : id(id), socket(std::move(socket)) {}

  /// One read, without waiting.
  Read read(std::span<std::uint8_t> into);
  /// Reads and drops. False when the other end has closed or broken the link.
  bool discard(std::vector<std::uint8_t>& scratch);

  void queue(const Buffers& bytes);
  /// One gather-write after the other while the socket takes them, about 1 MB at the most. Returns
  /// how many left.
  std::size_t write(error_code& error);

  const LinkId id;
  tcp::socket socket;
  Stage stage = Stage::open;
  bool is_paused = false;
  bool awaits_read = false;   ///< A wait for the socket to be readable is under way.
  bool awaits_write = false;  ///< The same for writable.
  bool is_dirty = false;      ///< Has bytes, or a close, that this turn has to look at.
  std::size_t unsent_bytes = 0;
  std::optional<asio::steady_timer> grace{};

 private:
  std::deque<Buffer> unsent_;
};

}  // namespace cohort::net
