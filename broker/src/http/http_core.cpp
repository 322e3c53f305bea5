#include "http/http_core.hpp"

#include "http/http_session.hpp"
#include <cohort/net/asio_access.hpp>

#include <chrono>
#include <exception>
#include <system_error>
#include <utility>

namespace cohort::broker {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

constexpr std::chrono::milliseconds accept_pause{100};

/// A turn of the host ends as it should, whatever the work throws.
Control::Turn turns_of(net::Host& host, Broker& broker) {
  return [&host, &broker](const std::function<void(Broker&, Instant)>& work) {
    std::exception_ptr failure;
    host.turn([&] {
      try {
        work(broker, host.now());
      } catch (...) {
        failure = std::current_exception();
      }
    });
    if (failure) std::rethrow_exception(failure);
  };
}

}  // namespace

HttpServer::Core::Core(HttpSubject subject, const std::string& address, std::uint16_t port)
    : control_(turns_of(subject.host, subject.broker)),
      backend_{.host = subject.host,
               .broker = subject.broker,
               .journal = subject.journal,
               .control = control_,
               .clock = subject.clock,
               .reset = std::move(subject.reset)},
      acceptor_(net::io_context_of(subject.host)),
      pause_(net::io_context_of(subject.host)) {
  try {
    asio::ip::tcp::resolver resolver(net::io_context_of(backend_.host));
    const asio::ip::tcp::endpoint endpoint =
        resolver.resolve(address, std::to_string(port), asio::ip::tcp::resolver::passive)
            .begin()
            ->endpoint();
    acceptor_.open(endpoint.protocol());
    acceptor_.set_option(asio::ip::tcp::acceptor::reuse_address(true));
    acceptor_.bind(endpoint);
    acceptor_.listen();
  } catch (const boost::system::system_error& failed) {
    throw std::system_error(std::error_code(failed.code()),
                            "cannot listen on " + address + ":" + std::to_string(port));
  }
}

void HttpServer::Core::accept() {
  acceptor_.async_accept([self = shared_from_this()](error_code failed, auto socket) {
    if (failed == asio::error::operation_aborted) return;
    if (failed) return self->accept_later();
    serve_http(self, std::move(socket));
    self->accept();
  });
}

void HttpServer::Core::accept_later() {
  pause_.expires_after(accept_pause);
  pause_.async_wait([self = shared_from_this()](error_code failed) {
    if (!failed) self->accept();
  });
}

void HttpServer::Core::close() {
  acceptor_.close();
  pause_.cancel();
}

void HttpServer::Core::add(const std::shared_ptr<HttpWaiter>& waiter) {
  if (waiter->look()) waiters_.push_back(waiter);
}

void HttpServer::Core::have_turned() {
  if (is_looking_ || waiters_.empty()) return;
  is_looking_ = true;
  // Looking may answer, and so let a new waiter come.
  for (std::weak_ptr<HttpWaiter>& each : std::exchange(waiters_, {})) {
    const std::shared_ptr<HttpWaiter> waiter = each.lock();
    if (waiter != nullptr && waiter->look()) waiters_.push_back(std::move(each));
  }
  is_looking_ = false;
}

HttpServer::HttpServer(HttpSubject subject, const std::string& address, std::uint16_t port)
    : core_(std::make_shared<Core>(std::move(subject), address, port)) {
  core_->accept();
}

HttpServer::~HttpServer() { core_->close(); }

std::uint16_t HttpServer::port() const { return core_->port(); }

void HttpServer::have_turned() { core_->have_turned(); }

}  // namespace cohort::broker
