#include "host_loop.hpp"
#include <cohort/protocol/assert.hpp>

#include <boost/asio/connect.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/v6_only.hpp>

#include <algorithm>
#include <span>
#include <system_error>
#include <utility>

namespace cohort::net {

namespace {

constexpr std::size_t read_budget = std::size_t{256} * 1024;
constexpr auto accept_back_off = std::chrono::milliseconds(100);

/// IPv4 if the name has such an address: what a client that was told "localhost" tries in any case.
tcp::endpoint endpoint_of(asio::io_context& io, const std::string& name, std::uint16_t port) {
  error_code not_numeric;
  const auto address = asio::ip::make_address(name, not_numeric);
  if (!not_numeric) return {address, port};
  const auto found = tcp::resolver(io).resolve(name, std::to_string(port), tcp::resolver::passive);
  const auto ipv4 = std::find_if(found.begin(), found.end(), [](const auto& entry) {
    return entry.endpoint().address().is_v4();
  });
  return ipv4 != found.end() ? ipv4->endpoint() : found.begin()->endpoint();
}

/// As people write it; an IPv4 client of an IPv6 listener shows its IPv4 address.
std::string text_of(const asio::ip::address& address) {
  if (address.is_v6() && address.to_v6().is_v4_mapped()) {
    return asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6()).to_string();
  }
  return address.to_string();
}

}  // namespace

std::uint16_t Host::Loop::listen(const std::string& address, std::uint16_t port) {
  const bool is_ipv6_literal = address.find(':') != std::string::npos;
  try {
    const tcp::endpoint endpoint = endpoint_of(io_, address, port);
    auto listener = std::make_unique<Listener>(Listener{
        .acceptor = tcp::acceptor(io_), .back_off = asio::steady_timer(io_), .address = endpoint});
    bind(*listener);
    listener->acceptor.listen();
    listeners_.push_back(std::move(listener));
  } catch (const boost::system::system_error& failure) {
    const std::string place =
        (is_ipv6_literal ? '[' + address + ']' : address) + ':' + std::to_string(port);
    throw std::system_error(failure.code(), "cannot listen on " + place);
  }
  accept(listeners_.size() - 1);
  return this->port(listeners_.size() - 1);
}

std::uint16_t Host::Loop::port(std::size_t listener) const {
  COHORT_ASSERT(listener < listeners_.size());
  return listeners_[listener]->address.port();
}

/// Only listen() lets others connect.
void Host::Loop::bind(Listener& listener) {
  listener.acceptor.open(listener.address.protocol());
  listener.acceptor.set_option(tcp::acceptor::reuse_address(true));
  if (listener.address.address().is_v6() && listener.address.address().is_unspecified()) {
    listener.acceptor.set_option(asio::ip::v6_only(false));
  }
  listener.acceptor.bind(listener.address);
  listener.address = listener.acceptor.local_endpoint();
}

void Host::Loop::carry_out(const CloseListener& close) {
  COHORT_ASSERT(close.listener < listeners_.size());
  Listener& listener = *listeners_[close.listener];
  if (!std::exchange(listener.is_open, false)) return;
  ++listener.openings;
  listener.back_off.cancel();
  error_code ignored;
  listener.acceptor.close(ignored);
  try {
    bind(listener);  // Then nobody who asks for any free port gets this one.
  } catch (const boost::system::system_error&) {
    listener.acceptor.close(ignored);  // Then reopen() has to find it free.
  }
}

void Host::Loop::carry_out(const OpenListener& open) {
  COHORT_ASSERT(open.listener < listeners_.size());
  if (std::exchange(listeners_[open.listener]->is_open, true)) return;
  reopen(open.listener);
}

/// If somebody else has the port, as soon as it is free again.
void Host::Loop::reopen(std::size_t index) {
  Listener& listener = *listeners_[index];
  try {
    if (!listener.acceptor.is_open()) bind(listener);
    listener.acceptor.listen();
    return accept(index);
  } catch (const boost::system::system_error&) {
    error_code ignored;
    listener.acceptor.close(ignored);
  }
  const std::uint64_t opening = listener.openings;
  listener.back_off.expires_after(accept_back_off);
  listener.back_off.async_wait([this, index, opening](const error_code& error) {
    if (!error && opening == listeners_[index]->openings) reopen(index);
  });
}

void Host::Loop::accept(std::size_t listener) {
  const std::uint64_t opening = listeners_[listener]->openings;
  listeners_[listener]->acceptor.async_accept(
      [this, listener, opening](const error_code& error, tcp::socket socket) {
        if (error == asio::error::operation_aborted) return;
        if (opening != listeners_[listener]->openings) return;
        // Out of descriptors or memory: those who wait stay in the kernel's queue until others have
        // gone.
        if (error) return accept_later(listener);
        error_code gone;
        const tcp::endpoint from = socket.remote_endpoint(gone);
        const tcp::endpoint at = gone ? tcp::endpoint() : socket.local_endpoint(gone);
        if (!gone) {
          open(std::move(socket), Peer{.listener = static_cast<std::uint32_t>(listener),
                                       .address = text_of(from.address()),
                                       .port = from.port(),
                                       .local_address = text_of(at.address())});
        }
        accept(listener);
      });
}

void Host::Loop::accept_later(std::size_t listener) {
  asio::steady_timer& back_off = listeners_[listener]->back_off;
  const std::uint64_t opening = listeners_[listener]->openings;
  back_off.expires_after(accept_back_off);
  back_off.async_wait([this, listener, opening](const error_code& error) {
    if (!error && opening == listeners_[listener]->openings) accept(listener);
  });
}

void Host::Loop::dial_endpoints(const Dial& dial, const std::vector<tcp::endpoint>& endpoints) {
  auto socket = std::make_unique<tcp::socket>(io_);
  tcp::socket& connecting = *socket;
  asio::async_connect(connecting, endpoints,
                      [this, dial, socket = std::move(socket)](const error_code& error,
                                                               const tcp::endpoint& to) mutable {
                        if (error) return fail_dial(dial, error);
                        open(std::move(*socket), Peer{.address = text_of(to.address()),
                                                      .port = to.port(),
                                                      .was_dialled = true,
                                                      .tag = dial.tag});
                      });
}

void Host::Loop::fail_dial(const Dial& dial, const error_code& error) {
  turn([&] { node_->dial_failed(dial.tag, error.message(), now_); });
}

void Host::Loop::open(tcp::socket socket, Peer peer) {
  error_code broken;  // A socket that refuses its options shows its error at the first read.
  socket.set_option(tcp::no_delay(true), broken);
  socket.non_blocking(true, broken);
  const LinkId link{next_link_++};
  connections_.emplace(link, std::make_unique<Connection>(link, std::move(socket)));
  turn([&] {
    await_readable(*find(link));
    node_->opened(link, peer, now_);
  });
}

Connection* Host::Loop::find(LinkId link) {
  const auto found = connections_.find(link);
  return found == connections_.end() ? nullptr : found->second.get();
}

void Host::Loop::mark_dirty(Connection& connection) {
  if (connection.is_dirty) return;
  connection.is_dirty = true;
  dirty_.push_back(connection.id);
}

void Host::Loop::await_readable(Connection& connection) {
  if (connection.awaits_read) return;
  connection.awaits_read = true;
  connection.socket.async_wait(
      tcp::socket::wait_read,
      [this, link = connection.id](const error_code&) { on_readable(link); });
}

void Host::Loop::await_writable(Connection& connection) {
  if (connection.awaits_write) return;
  connection.awaits_write = true;
  connection.socket.async_wait(tcp::socket::wait_write,
                               [this, link = connection.id](const error_code&) {
                                 Connection* writable = find(link);
                                 if (writable == nullptr) return;
                                 writable->awaits_write = false;
                                 turn([this, link] {
                                   if (Connection* still = find(link); still != nullptr)
                                     mark_dirty(*still);
                                 });
                               });
}

void Host::Loop::on_readable(LinkId link) {
  Connection* connection = find(link);
  if (connection == nullptr) return;
  connection->awaits_read = false;
  if (connection->stage == Stage::lingering) {
    if (!connection->discard(scratch_)) return cut_off(link);
    return await_readable(*connection);
  }
  if (connection->is_paused || connection->stage == Stage::closing) return;
  turn([this, link] {
    read_link_ = link;
    read_pieces(link);
  });
}

void Host::Loop::read_pieces(LinkId link) {
  std::size_t budget = read_budget;
  while (true) {
    Connection* connection = find(link);
    if (connection == nullptr || connection->stage != Stage::open || connection->is_paused) return;
    const std::span<std::uint8_t> room = node_->room(link);
    const std::span<std::uint8_t> into = room.empty() ? std::span(scratch_) : room;
    const Read read = connection->read(into);
    if (read.error) return lose(link);
    if (read.count > 0) {
      if (room.empty()) {
        // Small pieces then take as much memory as they have bytes.
        node_->received(link, Buffer::copy_of(into.first(read.count)), now_);
      } else {
        node_->filled(link, read.count, now_);
      }
      carry_out_actions();
    }
    if (read.is_drained || read.count >= budget) break;
    budget -= read.count;
  }
  Connection* connection = find(link);
  if (connection == nullptr || connection->stage != Stage::open || connection->is_paused) return;
  await_readable(*connection);
}

void Host::Loop::write_out(LinkId link) {
  Connection* connection = find(link);
  if (connection == nullptr) return;
  connection->is_dirty = false;
  if (connection->awaits_write || connection->stage == Stage::lingering) return;
  error_code error;
  const std::size_t written = connection->write(error);
  if (error) return lose(link);
  if (connection->unsent_bytes > 0) await_writable(*connection);
  if (written > 0) {
    if (connection->stage == Stage::closing) start_grace(*connection);
    node_->sent(link, connection->unsent_bytes, now_);
    carry_out_actions();
  }
  if (connection->stage == Stage::closing && connection->unsent_bytes == 0)
    finish_close(*connection);
}

/// Closing a socket at once while bytes of the other end wait unread would reset the link and could
/// cost it our last answer. So it is told that no more comes, and what it sends is dropped until it
/// closes too, or the grace ends.
void Host::Loop::finish_close(Connection& connection) {
  error_code ignored;  // A broken socket shows at the next read.
  connection.socket.shutdown(tcp::socket::shutdown_send, ignored);
  connection.stage = Stage::lingering;
  ++lingering_;
  start_grace(connection);
  await_readable(connection);
  node_->closed(connection.id, now_);
  carry_out_actions();
}

void Host::Loop::lose(LinkId link) {
  connections_.erase(link);
  node_->closed(link, now_);
  carry_out_actions();
}

void Host::Loop::start_grace(Connection& connection) {
  if (!connection.grace) connection.grace.emplace(io_);
  connection.grace->expires_after(options_.close_grace);
  connection.grace->async_wait([this, link = connection.id](const error_code& error) {
    if (!error) cut_off(link);
  });
}

void Host::Loop::cut_off(LinkId link) {
  const Connection* connection = find(link);
  if (connection == nullptr) return;
  if (connection->stage == Stage::closing) return turn([this, link] { lose(link); });
  --lingering_;
  connections_.erase(link);
}

}  // namespace cohort::net
