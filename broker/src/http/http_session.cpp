#include "http/http_session.hpp"

#include "http/journal_stream.hpp"
#include "http/router.hpp"

#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

namespace cohort::broker {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using boost::system::error_code;

namespace {

constexpr std::size_t body_limit = std::size_t{1} << 20;
constexpr std::size_t header_limit = std::size_t{16} << 10;
constexpr std::chrono::seconds idle_limit{60};
/// What a client may send ahead while it waits for an answer.
constexpr std::size_t most_ahead = std::size_t{64} << 10;
constexpr std::size_t watch_size = std::size_t{4} << 10;

std::string_view text_of(beast::string_view view) { return {view.data(), view.size()}; }

/// Reads a request, writes its answer when it is there, and again.
class Session : public HttpWaiter, public std::enable_shared_from_this<Session> {
 public:
  Session(std::shared_ptr<HttpServer::Core> core, asio::ip::tcp::socket socket)
      : core_(std::move(core)), stream_(std::move(socket)), tick_(stream_.get_executor()) {}

  /// REQUIRES: nothing is being read.
  void read() {
    parser_.emplace();
    parser_->body_limit(body_limit);
    parser_->header_limit(header_limit);
    stream_.expires_after(idle_limit);
    http::async_read(
        stream_, buffer_, *parser_,
        [self = shared_from_this()](error_code failed, std::size_t) { self->have_read(failed); });
  }

  bool look() override {
    ask(&PendingAnswer::look);
    return pending_ != nullptr;
  }

 private:
  void have_read(error_code failed) {
    if (failed == http::error::body_limit || failed == http::error::header_limit) {
      return write(http_error(413, "the request is too large"), false);
    }
    // Bytes that are no HTTP, as opposed to a client that went or fell silent.
    const bool is_malformed =
        failed.category() == http::make_error_code(http::error::end_of_stream).category() &&
        failed != http::error::end_of_stream && failed != http::error::partial_message;
    if (is_malformed) return write(http_error(400, "the request is not HTTP"), false);
    if (failed) return stream_.close();
    const HttpRequest request = requested();
    if (beast::websocket::is_upgrade(parser_->get()) && is_from_here(request)) {
      if (const auto since = journal_stream_start(request, core_->backend().journal)) {
        return stream_journal(core_, stream_.release_socket(), parser_->release(), *since);
      }
    }
    HttpReply reply = answer_http(request, core_->backend());
    if (auto* answer = std::get_if<HttpAnswer>(&reply)) {
      return write(std::move(*answer), parser_->get().keep_alive());
    }
    if (auto* sliced = std::get_if<SlicedAnswer>(&reply)) return write(std::move(*sliced));
    wait(std::get<PendingAnswer>(std::move(reply)));
  }

  HttpRequest requested() const {
    const auto& request = parser_->get();
    return {.method = text_of(request.method_string()),
            .target = text_of(request.target()),
            .host = text_of(request[http::field::host]),
            .origin = text_of(request[http::field::origin]),
            .body = request.body()};
  }

  void wait(PendingAnswer pending) {
    pending_ = std::make_shared<const PendingAnswer>(std::move(pending));
    stream_.expires_never();
    core_->add(shared_from_this());
    arm();
    watch_for_end();
  }

  /// A client that goes while it waits has nobody look for it any more. What it sends ahead is kept
  /// until its turn comes, so that an end behind it is seen as well.
  void watch_for_end() {
    if (pending_ == nullptr) return;
    is_watching_ = true;
    stream_.async_read_some(buffer_.prepare(watch_size),
                            [self = shared_from_this()](error_code failed, std::size_t n) {
                              self->is_watching_ = false;
                              self->buffer_.commit(n);
                              if (const auto step = std::exchange(self->behind_watch_, nullptr)) {
                                return std::invoke(step, *self);
                              }
                              if (self->pending_ == nullptr) return;
                              if (!failed && self->buffer_.size() <= most_ahead)
                                return self->watch_for_end();
                              self->pending_.reset();
                              self->tick_.cancel();
                              self->stream_.close();
                            });
  }

  /// As soon as nothing is being read: a watch that was cancelled may still bring bytes.
  void behind_watch(void (Session::*step)()) {
    if (!is_watching_) return std::invoke(step, *this);
    behind_watch_ = step;
  }

  void arm() {
    if (pending_ == nullptr) return;
    tick_.expires_after(pending_->tick_every);
    tick_.async_wait([self = shared_from_this()](error_code failed) {
      if (failed || self->pending_ == nullptr) return;
      self->ask(&PendingAnswer::tick);
      self->arm();
    });
  }

  /// What is asked may be a turn of the host, behind which this session looks and answers: then
  /// there is nothing left to give, and the question lives until it has returned.
  void ask(std::function<std::optional<HttpAnswer>()> PendingAnswer::*question) {
    const std::shared_ptr<const PendingAnswer> asked = pending_;
    if (asked == nullptr) return;
    std::optional<HttpAnswer> answer = answer_of(std::invoke(question, *asked));
    if (answer && pending_ == asked) give(*std::move(answer));
  }

  static std::optional<HttpAnswer> answer_of(
      const std::function<std::optional<HttpAnswer>()>& question) {
    try {
      return question();
    } catch (const HttpError& error) {
      return http_error(error.status(), error.what());
    } catch (const std::exception& error) {
      return http_error(400, error.what());
    }
  }

  void give(HttpAnswer answer) {
    pending_.reset();
    tick_.cancel();
    stream_.cancel();
    write(std::move(answer), parser_->get().keep_alive());
  }

  void write(HttpAnswer answer, bool keep_alive) {
    answer_ = {};
    begin(answer_, answer.content_type);
    answer_.result(answer.status);
    answer_.keep_alive(keep_alive);
    answer_.body() = std::move(answer.body);
    answer_.prepare_payload();
    if (parser_->get().method() == http::verb::head) answer_.body().clear();
    http::async_write(stream_, answer_,
                      [self = shared_from_this(), keep_alive](error_code failed, std::size_t) {
                        if (failed || !keep_alive) return self->stream_.close();
                        self->behind_watch(&Session::read);
                      });
  }

  /// In chunks, between which the broker does other things. A client of HTTP/1.0 does not know
  /// them, and one that only wants the head is told the whole's size.
  void write(SlicedAnswer answer) {
    if (parser_->get().version() < 11 || parser_->get().method() == http::verb::head) {
      HttpAnswer whole{.content_type = answer.content_type};
      for (std::string slice = answer.next(); !slice.empty(); slice = answer.next()) {
        whole.body += slice;
      }
      return write(std::move(whole), parser_->get().keep_alive());
    }
    sliced_ = std::move(answer);
    head_ = {};
    begin(head_, sliced_.content_type);
    head_.keep_alive(parser_->get().keep_alive());
    head_.chunked(true);
    serializer_.emplace(head_);
    http::async_write_header(stream_, *serializer_,
                             [self = shared_from_this()](error_code failed, std::size_t) {
                               if (failed) return self->stream_.close();
                               self->write_slice();
                             });
  }

  void write_slice() {
    slice_ = sliced_.next();
    stream_.expires_after(idle_limit);
    auto have_written = [self = shared_from_this()](error_code failed, std::size_t) {
      const bool is_over = self->slice_.empty();
      if (failed || (is_over && !self->head_.keep_alive())) return self->stream_.close();
      if (!is_over) return self->write_slice();
      self->sliced_ = {};
      self->read();
    };
    if (slice_.empty()) {
      asio::async_write(stream_, http::make_chunk_last(), std::move(have_written));
    } else {
      asio::async_write(stream_, http::make_chunk(asio::buffer(slice_)), std::move(have_written));
    }
  }

  template <class Response>
  void begin(Response& response, std::string_view content_type) {
    response.version(11);
    response.set(http::field::content_type,
                 beast::string_view(content_type.data(), content_type.size()));
    response.set(http::field::cache_control, "no-store");
    stream_.expires_after(idle_limit);
  }

  std::shared_ptr<HttpServer::Core> core_;
  beast::tcp_stream stream_;
  asio::steady_timer tick_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::string_body>> parser_;
  std::shared_ptr<const PendingAnswer> pending_;
  bool is_watching_ = false;
  void (Session::*behind_watch_)() = nullptr;
  http::response<http::string_body> answer_;
  SlicedAnswer sliced_;
  std::string slice_;
  http::response<http::empty_body> head_;
  std::optional<http::response_serializer<http::empty_body>> serializer_;
};

}  // namespace

void serve_http(std::shared_ptr<HttpServer::Core> core, asio::ip::tcp::socket socket) {
  std::make_shared<Session>(std::move(core), std::move(socket))->read();
}

}  // namespace cohort::broker
