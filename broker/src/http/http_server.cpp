#include "http/routes.hpp"
#include <cohort/broker/http_server.hpp>
#include <cohort/net/asio_access.hpp>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

#include <chrono>
#include <optional>
#include <system_error>
#include <utility>

namespace cohort::broker {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using boost::system::error_code;

namespace {

constexpr std::size_t body_limit = std::size_t{1} << 20;
constexpr std::size_t header_limit = std::size_t{16} << 10;
constexpr std::chrono::seconds idle_limit{60};
constexpr std::chrono::milliseconds accept_pause{100};

/// One client: reads a request, writes its answer, and again.
class Session : public std::enable_shared_from_this<Session> {
 public:
  explicit Session(asio::ip::tcp::socket socket) : stream_(std::move(socket)) {}

  void read() {
    parser_.emplace();
    parser_->body_limit(body_limit);
    parser_->header_limit(header_limit);
    stream_.expires_after(idle_limit);
    http::async_read(
        stream_, buffer_, *parser_,
        [self = shared_from_this()](error_code failed, std::size_t) { self->have_read(failed); });
  }

 private:
  void have_read(error_code failed) {
    if (failed == http::error::body_limit || failed == http::error::header_limit) {
      return write({413, "{\"error\": \"the request is too large\"}\n"}, false);
    }
    // Bytes that are no HTTP, as opposed to a client that went or fell silent.
    const bool is_malformed =
        failed.category() == http::make_error_code(http::error::end_of_stream).category() &&
        failed != http::error::end_of_stream && failed != http::error::partial_message;
    if (is_malformed) return write({400, "{\"error\": \"the request is not HTTP\"}\n"}, false);
    if (failed) return stream_.close();
    const auto& request = parser_->get();
    const std::string method(request.method_string());
    const auto text = [](beast::string_view view) {
      return std::string_view(view.data(), view.size());
    };
    write(answer_http({.method = method,
                       .target = text(request.target()),
                       .host = text(request[http::field::host]),
                       .origin = text(request[http::field::origin])}),
          request.keep_alive());
  }

  void write(HttpAnswer answer, bool keep_alive) {
    answer_ = {};
    answer_.version(11);
    answer_.result(answer.status);
    answer_.set(http::field::content_type, "application/json");
    answer_.set(http::field::cache_control, "no-store");
    answer_.keep_alive(keep_alive);
    answer_.body() = std::move(answer.body);
    answer_.prepare_payload();
    if (parser_->get().method() == http::verb::head) answer_.body().clear();
    http::async_write(stream_, answer_,
                      [self = shared_from_this(), keep_alive](error_code failed, std::size_t) {
                        if (failed || !keep_alive) return self->stream_.close();
                        self->read();
                      });
  }

  beast::tcp_stream stream_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::string_body>> parser_;
  http::response<http::string_body> answer_;
};

}  // namespace

class HttpServer::Listener : public std::enable_shared_from_this<Listener> {
 public:
  Listener(asio::io_context& io, const std::string& address, std::uint16_t port)
      : acceptor_(io), pause_(io) {
    try {
      asio::ip::tcp::resolver resolver(io);
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

  void accept() {
    acceptor_.async_accept([self = shared_from_this()](error_code failed, auto socket) {
      if (failed == asio::error::operation_aborted) return;
      if (failed) return self->accept_later();
      std::make_shared<Session>(std::move(socket))->read();
      self->accept();
    });
  }

  void close() {
    acceptor_.close();
    pause_.cancel();
  }
  std::uint16_t port() const { return acceptor_.local_endpoint().port(); }

 private:
  /// Out of descriptors: waiting a little beats spinning.
  void accept_later() {
    pause_.expires_after(accept_pause);
    pause_.async_wait([self = shared_from_this()](error_code failed) {
      if (!failed) self->accept();
    });
  }

  asio::ip::tcp::acceptor acceptor_;
  asio::steady_timer pause_;
};

HttpServer::HttpServer(net::Host& host, const std::string& address, std::uint16_t port)
    : listener_(std::make_shared<Listener>(net::io_context_of(host), address, port)) {
  listener_->accept();
}

HttpServer::~HttpServer() { listener_->close(); }

std::uint16_t HttpServer::port() const { return listener_->port(); }

}  // namespace cohort::broker
