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
/// What a client may still send behind the last answer, and how long.
constexpr std::size_t most_dropped = std::size_t{8} << 20;
constexpr std::size_t drop_size = std::size_t{64} << 10;
constexpr std::chrono::seconds drop_limit{1};
constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";

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
    http::async_read_header(
        stream_, buffer_, *parser_,
        [self = shared_from_this()](error_code failed, std::size_t) { self->have_head(failed); });
  }

  bool look() override {
    ask(&PendingAnswer::look);
    return pending_ != nullptr;
  }

 private:
  void have_head(error_code failed) {
    if (failed || parser_->is_done()) return have_read(failed);
    if (!waits_to_go_on()) return read_body();
    asio::async_write(stream_, asio::buffer(go_on),
                      [self = shared_from_this()](error_code unwritten, std::size_t) {
                        if (unwritten) return self->stream_.close();
                        self->read_body();
                      });
  }

  /// Not if the body is on its way already (RFC 9110, 10.1.1).
  bool waits_to_go_on() const {
    const auto& request = parser_->get();
    return request.version() >= 11 && buffer_.size() == 0 &&
           beast::iequals(request[http::field::expect], "100-continue");
  }

  void read_body() {
    stream_.expires_after(idle_limit);
    http::async_read(
        stream_, buffer_, *parser_,
        [self = shared_from_this()](error_code failed, std::size_t) { self->have_read(failed); });
  }

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
    // Which of them would be believed differs (RFC 9112, 3.2).
    if (parser_->get().count(http::field::host) > 1) {
      return write(http_error(400, "there is more than one Host header"), false);
    }
    HttpReply reply = answer_http(requested(), core_->backend());
    std::visit([this](auto& each) { carry_out(std::move(each)); }, reply);
  }

  void carry_out(HttpAnswer answer) { write(std::move(answer), parser_->get().keep_alive()); }

  void carry_out(JournalStream stream) {
    if (!beast::websocket::is_upgrade(parser_->get())) {
      return carry_out(http_error(426, "a WebSocket is expected here"));
    }
    stream_journal(core_, stream_.release_socket(), parser_->release(), stream.since);
  }

  HttpRequest requested() const {
    const auto& request = parser_->get();
    return {.method = text_of(request.method_string()),
            .target = text_of(request.target()),
            .host = text_of(request[http::field::host]),
            .origin = text_of(request[http::field::origin]),
            .body = request.body()};
  }

  void carry_out(PendingAnswer pending) {
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
                              self->buffer_.commit(n);
                              self->have_watched(failed);
                            });
  }

  void have_watched(error_code failed) {
    is_watching_ = false;
    if (const auto step = std::exchange(behind_watch_, nullptr)) return std::invoke(step, *this);
    if (pending_ == nullptr) return;
    if (!failed && buffer_.size() <= most_ahead) return watch_for_end();
    pending_.reset();
    tick_.cancel();
    stream_.close();
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
                        if (failed) return self->stream_.close();
                        self->behind_watch(keep_alive ? &Session::read : &Session::end);
                      });
  }

  /// A socket that is closed with bytes unread is reset, and the client may lose the answer before
  /// it has read it. So what it still sends is dropped, for a while (RFC 9112, 9.6).
  void end() {
    error_code ignored;
    stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
    stream_.expires_after(drop_limit);
    drop(most_dropped);
  }

  void drop(std::size_t most) {
    buffer_.clear();
    stream_.async_read_some(buffer_.prepare(drop_size),
                            [self = shared_from_this(), most](error_code failed, std::size_t n) {
                              if (failed || n >= most) return self->stream_.close();
                              self->drop(most - n);
                            });
  }

  /// In chunks, between which the broker does other things. A client of HTTP/1.0 does not know
  /// them: for it the answer ends with the connection.
  void carry_out(SlicedAnswer answer) {
    sliced_ = std::move(answer);
    is_chunked_ = parser_->get().version() >= 11;
    head_ = {};
    begin(head_, sliced_.content_type);
    head_.keep_alive(is_chunked_ && parser_->get().keep_alive());
    head_.chunked(is_chunked_);
    serializer_.emplace(head_);
    http::async_write_header(
        stream_, *serializer_, [self = shared_from_this()](error_code failed, std::size_t) {
          if (failed) return self->stream_.close();
          const bool is_head = self->parser_->get().method() == http::verb::head;
          if (is_head) return self->have_written_slices();
          self->write_slice();
        });
  }

  void write_slice() {
    slice_ = sliced_.next();
    stream_.expires_after(idle_limit);
    auto have_written = [self = shared_from_this()](error_code failed, std::size_t) {
      if (failed) return self->stream_.close();
      if (self->slice_.empty()) return self->have_written_slices();
      self->write_slice();
    };
    if (!is_chunked_) {
      asio::async_write(stream_, asio::buffer(slice_), std::move(have_written));
    } else if (slice_.empty()) {
      asio::async_write(stream_, http::make_chunk_last(), std::move(have_written));
    } else {
      asio::async_write(stream_, http::make_chunk(asio::buffer(slice_)), std::move(have_written));
    }
  }

  void have_written_slices() {
    sliced_ = {};
    if (head_.keep_alive()) return read();
    end();
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
  bool is_chunked_ = false;
  http::response<http::empty_body> head_;
  std::optional<http::response_serializer<http::empty_body>> serializer_;
};

}  // namespace

void serve_http(std::shared_ptr<HttpServer::Core> core, asio::ip::tcp::socket socket) {
  std::make_shared<Session>(std::move(core), std::move(socket))->read();
}

}  // namespace cohort::broker
