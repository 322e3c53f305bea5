// HttpExchange: a request, its answer, and answers that have to wait for something.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>

namespace cohort::broker {

struct HttpRequest {
  std::string_view method;  ///< In capitals.
  std::string_view target;  ///< As sent, with its query.
  std::string_view host;    ///< The Host header; empty if absent.
  std::string_view origin;  ///< The Origin header; empty if absent.
  std::string_view body;
};

struct HttpAnswer {
  unsigned status = 200;
  std::string body;
  std::string_view content_type = "application/json";
  bool operator==(const HttpAnswer&) const = default;
};

/// A request that can't be served: a 4xx, and why.
class HttpError : public std::runtime_error {
 public:
  HttpError(unsigned status, const std::string& what) : std::runtime_error(what), status_(status) {}
  unsigned status() const { return status_; }

 private:
  unsigned status_;
};

/// `{"error": "…"}`
HttpAnswer http_error(unsigned status, std::string_view what);

/// An answer that is not there yet. Both functions run on the broker's thread between two calls of
/// it, and may throw HttpError. `look` is no turn of the host; `tick` may be one, behind which
/// `look` is asked while it runs.
struct PendingAnswer {
  /// After anything has happened to the broker, and once at the beginning.
  std::function<std::optional<HttpAnswer>()> look = [] { return std::nullopt; };
  /// Each time that so much real time has passed.
  std::chrono::milliseconds tick_every{};
  std::function<std::optional<HttpAnswer>()> tick;
};

/// An answer too long to be made at once: 200, in chunks.
struct SlicedAnswer {
  std::string_view content_type = "application/json";
  /// Gives the next piece when the last one was written, on the broker's thread between two calls
  /// of it; empty: that was all.
  std::function<std::string()> next;
};

/// The journal from this fact on, if the request is a WebSocket's.
struct JournalStream {
  std::uint64_t since = 1;
};

using HttpReply = std::variant<HttpAnswer, PendingAnswer, SlicedAnswer, JournalStream>;

}  // namespace cohort::broker
