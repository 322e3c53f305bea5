// HttpServer::Core: the listening socket, and who waits for something to happen.
#pragma once

#include "http/http_backend.hpp"
#include <cohort/broker/http_server.hpp>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>

#include <memory>
#include <string>
#include <vector>

namespace cohort::broker {

/// Somebody who wants to be told when something has happened to the broker.
class HttpWaiter {
 public:
  virtual ~HttpWaiter() = default;
  /// False: it does not wait any more.
  virtual bool look() = 0;

 protected:
  HttpWaiter() = default;
  HttpWaiter(const HttpWaiter&) = default;
  HttpWaiter& operator=(const HttpWaiter&) = default;
};

class HttpServer::Core : public std::enable_shared_from_this<Core> {
 public:
  Core(HttpSubject subject, const std::string& address, std::uint16_t port);

  void accept();
  void close();
  std::uint16_t port() const { return acceptor_.local_endpoint().port(); }
  const HttpBackend& backend() const { return backend_; }

  /// Looks once now, and after each turn as long as it waits.
  void add(const std::shared_ptr<HttpWaiter>& waiter);
  void have_turned();

 private:
  /// Out of descriptors: waiting a little beats spinning.
  void accept_later();

  Control control_;
  HttpBackend backend_;
  boost::asio::ip::tcp::acceptor acceptor_;
  boost::asio::steady_timer pause_;
  std::vector<std::weak_ptr<HttpWaiter>> waiters_;
  bool is_looking_ = false;  ///< No look is a turn; were one, nobody would look behind it.
};

}  // namespace cohort::broker
