#include "conformance/play/socket_transport.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <stdexcept>
#include <thread>

namespace cohort::conform {

namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using tcp = asio::ip::tcp;

/// A broker takes a connection, and bytes, at once or never.
constexpr Duration peer_patience = std::chrono::seconds(5);
/// No case asks for so much.
constexpr std::size_t most_frame_bytes = 32 << 20;
constexpr std::size_t length_bytes = 4;

std::size_t frame_size(const Bytes& inbox) {
  ByteReader reader(inbox);
  return static_cast<std::size_t>(reader.unsigned_number(length_bytes));
}

}  // namespace

Address parse_address(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  const auto refuse = [&] { throw std::invalid_argument("no HOST:PORT: " + std::string(text)); };
  if (colon == std::string_view::npos || colon == 0) refuse();
  std::string_view host = text.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  const std::string_view digits = text.substr(colon + 1);
  Address address{.host = std::string(host)};
  const char* const end = digits.data() + digits.size();
  const auto [stopped, problem] = std::from_chars(digits.data(), end, address.port);
  if (problem != std::errc() || stopped != end || address.port == 0) refuse();
  return address;
}

std::string text_of(const Address& address) {
  const bool is_v6 = address.host.find(':') != std::string::npos;
  return (is_v6 ? "[" + address.host + "]" : address.host) + ":" + std::to_string(address.port);
}

struct SocketTransport::Connection {
  explicit Connection(asio::io_context& context) : socket(context) {}

  tcp::socket socket;
  Bytes inbox;
  bool is_closed = false;
};

struct SocketTransport::Sockets {
  /// Runs what was started on the socket to its end; when the time ends first it is given up, and
  /// its handler is told so.
  void run(tcp::socket& socket, Duration within) {
    context.restart();
    context.run_for(within);
    if (context.stopped()) return;
    error_code ignored;
    socket.cancel(ignored);
    context.run();
  }

  asio::io_context context;
  std::vector<std::unique_ptr<Connection>> connections;
};

SocketTransport::SocketTransport(Address address, Duration limit)
    : address_(std::move(address)),
      limit_(limit),
      deadline_(now() + limit),
      sockets_(std::make_unique<Sockets>()) {}

SocketTransport::~SocketTransport() = default;

Instant SocketTransport::now() const {
  const auto since_start = std::chrono::steady_clock::now().time_since_epoch();
  return Instant() + std::chrono::duration_cast<Duration>(since_start);
}

Duration SocketTransport::allowed(Duration within) const {
  const Duration left = deadline_ - now();
  if (left <= Duration::zero()) {
    throw Failure("not done after " + std::to_string(limit_ / std::chrono::seconds(1)) + " s");
  }
  return std::min(within, left);
}

SocketTransport::Connection& SocketTransport::connection(ConnectionId id) {
  return *sockets_->connections.at(static_cast<std::size_t>(id));
}

ConnectionId SocketTransport::connect() {
  auto& opened =
      *sockets_->connections.emplace_back(std::make_unique<Connection>(sockets_->context));
  error_code failed;
  tcp::resolver resolver(sockets_->context);
  const auto found = resolver.resolve(address_.host, std::to_string(address_.port), failed);
  for (const auto& each : found) {
    opened.socket.close(failed);
    opened.socket.async_connect(each.endpoint(), [&](error_code outcome) { failed = outcome; });
    sockets_->run(opened.socket, allowed(peer_patience));
    if (!failed) break;
    if (failed == asio::error::operation_aborted) failed = asio::error::timed_out;
  }
  if (failed) {
    throw Failure("can't connect to " + text_of(address_) + ": " + failed.message());
  }
  opened.socket.set_option(tcp::no_delay(true), failed);
  return ConnectionId{static_cast<std::uint32_t>(sockets_->connections.size() - 1)};
}

void SocketTransport::send(ConnectionId id, const Bytes& bytes) {
  Connection& to = connection(id);
  if (to.is_closed) return;
  error_code failed;
  asio::async_write(to.socket, asio::buffer(bytes),
                    [&](error_code outcome, std::size_t) { failed = outcome; });
  sockets_->run(to.socket, allowed(peer_patience));
  if (failed == asio::error::operation_aborted) throw Failure("the broker reads no more");
  // What it answered before it closed is still to be read: reading tells.
}

void SocketTransport::close(ConnectionId id) {
  Connection& ended = connection(id);
  error_code ignored;
  ended.socket.close(ignored);
  ended.is_closed = true;
}

Reading SocketTransport::read_frame(ConnectionId id, Duration within) {
  Connection& from = connection(id);
  const Instant deadline = now() + allowed(std::max(within, Duration::zero()));
  std::array<char, 65536> piece{};
  while (true) {
    const bool has_length = from.inbox.size() >= length_bytes;
    const std::size_t size = has_length ? frame_size(from.inbox) : 0;
    if (size > most_frame_bytes) throw Failure("no frame: its length says " + std::to_string(size));
    if (has_length && from.inbox.size() - length_bytes >= size) {
      Reading reading{.outcome = Reading::Outcome::frame,
                      .frame = from.inbox.substr(length_bytes, size)};
      from.inbox.erase(0, length_bytes + size);
      return reading;
    }
    if (from.is_closed) return {.outcome = Reading::Outcome::closed, .frame = {}};
    error_code failed;
    from.socket.async_read_some(asio::buffer(piece), [&](error_code outcome, std::size_t count) {
      failed = outcome;
      from.inbox.append(piece.data(), count);
    });
    sockets_->run(from.socket, std::max<Duration>(deadline - now(), Duration::zero()));
    if (failed == asio::error::operation_aborted) return {};
    if (failed) from.is_closed = true;
  }
}

/// In real time, since the broker knows no other.
void SocketTransport::wait(Duration time) { std::this_thread::sleep_for(allowed(time)); }

}  // namespace cohort::conform
