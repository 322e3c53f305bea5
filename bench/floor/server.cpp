#include "server.hpp"

#include "connection.hpp"

#include <boost/asio/ip/address_v4.hpp>

#include <utility>

namespace floor_server {

namespace {

constexpr auto tick_length = std::chrono::milliseconds(50);

}  // namespace

Server::Server(asio::io_context& io, Options options)
    : options_(options),
      acceptor_(io, tcp::endpoint(asio::ip::address_v4::loopback(), 0)),
      port_(acceptor_.local_endpoint().port()),
      timer_(io) {
  accept();
}

PartitionLog& Server::log(std::string_view topic) {
  const auto found = logs_.find(topic);
  return found != logs_.end() ? found->second : logs_[std::string(topic)];
}

void Server::accept() {
  acceptor_.async_accept([this](const boost::system::error_code& error, tcp::socket socket) {
    if (!error) std::make_shared<Connection>(*this, std::move(socket))->start();
    accept();
  });
}

void Server::park(const std::shared_ptr<Connection>& connection,
                  std::chrono::steady_clock::time_point until) {
  parked_.push_back({connection, until});
  if (parked_.size() == 1 && timer_.expiry() <= std::chrono::steady_clock::now()) tick();
}

void Server::wake() {
  // What is answered may park again.
  for (Parked& each : std::exchange(parked_, {})) {
    if (!each.connection->resume(false)) parked_.push_back(std::move(each));
  }
}

void Server::tick() {
  const auto now = std::chrono::steady_clock::now();
  for (Parked& each : std::exchange(parked_, {})) {
    if (each.until > now || !each.connection->resume(true)) parked_.push_back(std::move(each));
  }
  if (parked_.empty()) return;
  timer_.expires_after(tick_length);
  timer_.async_wait([this](const boost::system::error_code& error) {
    if (!error) tick();
  });
}

}  // namespace floor_server
