// Dialogue: one connection of a case, with requests as JSON and answers found by correlation id.
#pragma once

#include "conformance/codec/json.hpp"
#include "conformance/play/transport.hpp"

#include <map>
#include <optional>
#include <string>

namespace cohort::conform {

/// How long any answer may take.
inline constexpr Duration answer_timeout = std::chrono::seconds(5);

/// A request that was sent.
struct Ticket {
  std::int32_t correlation_id = 0;
  std::string api;
  int version = 0;
  int answer_version = 0;
  Instant sent_at;
};

/// `Heartbeat v3`
std::string name_of(const Ticket& ticket);

class Dialogue {
 public:
  enum class Outcome : std::uint8_t { answered, silent, closed };

  explicit Dialogue(Transport& transport)
      : transport_(&transport), connection_(transport.connect()) {}

  /// The step may tell of header, trailing bytes and the version by which the answer is read.
  Ticket send(const std::string& api, int version, const Json& body,
              const Json& step = Json::object());
  void send_raw(const Bytes& bytes) { transport_->send(connection_, bytes); }
  void close() { transport_->close(connection_); }

  /// Waits for the answer, which stays to be taken.
  Outcome wait_for(const Ticket& ticket, Duration within);
  /// Waits for anything at all, and takes it off.
  Reading read_frame(Duration within) { return transport_->read_frame(connection_, within); }
  /// The answer to a request. Throws Failure when there is none in time.
  Json receive(const Ticket& ticket);
  /// send() and receive().
  Json call(const std::string& api, int version, const Json& body);

 private:
  Transport* transport_;
  ConnectionId connection_;
  std::int32_t next_correlation_id_ = 1;
  std::int32_t last_answered_ = 0;         ///< The last one of those read.
  std::map<std::int32_t, Bytes> answers_;  ///< Read and not taken yet.
};

/// The body of an answer, header and all, behind the correlation id. Throws Failure for bytes that
/// are left.
Json decode_answer(const std::string& api, int version, std::string_view bytes);

}  // namespace cohort::conform
