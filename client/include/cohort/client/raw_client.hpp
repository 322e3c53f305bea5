// RawClient: one connection to one address on which anything can be sent, right or wrong: for tests
// of a broker, and to look at what it answers.
#pragma once

#include <cohort/client/endpoint.hpp>
#include <cohort/client/error.hpp>
#include <cohort/client/runtime.hpp>
#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/buffer.hpp>
#include <cohort/protocol/buffers.hpp>
#include <cohort/protocol/codec.hpp>
#include <cohort/protocol/frame.hpp>
#include <cohort/protocol/header.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace cohort::client {

struct RawOptions {
  std::optional<std::string> client_id = "cohort-raw";  ///< Nothing: none in the headers.
  Duration timeout = std::chrono::seconds(10);          ///< Of every call that waits.
  std::int32_t max_frame_size = FrameReader::default_max_frame_size;  ///< Of answers, in bytes.
};

/// What a request's header shall say where it shall not say the usual.
struct RawHeader {
  std::optional<std::int32_t> correlation_id{};  ///< Nothing: one more than the last.
  std::optional<std::string> client_id{};        ///< Nothing: the connection's.
};

/// Asks for no versions and does nothing by itself. Calls that wait throw TimedOut, and Error of
/// kind `closed` when the connection has ended; what arrived before can still be read. One thread
/// at a time.
class RawClient {
 public:
  /// Over TCP. Throws if it can't connect.
  explicit RawClient(const Endpoint& to, RawOptions options = {});
  /// REQUIRES: the runtime outlives it.
  RawClient(const Endpoint& to, Runtime& runtime, RawOptions options = {});

  /// Sends a request; gives its correlation id. Throws std::invalid_argument for a version that the
  /// message does not have; send_body() takes any.
  template <class Request>
  std::int32_t send(const Request& request, int version, const RawHeader& header = {}) {
    check_version(Request::api, version);
    const RequestHeader full = next_header(Request::api.key, version, header);
    return send_request(full, encode_request(full, request));
  }
  /// A body that is encoded, or broken, already, behind a header.
  std::int32_t send_body(ApiKey api, int version, const Buffers& body,
                         const RawHeader& header = {});
  /// Any bytes, behind their length.
  void send_frame(const Buffers& bytes);
  /// Any bytes.
  void send_bytes(const Buffers& bytes);

  /// The next frame, without its length.
  Buffer read_frame();
  /// The next frame, as the answer to the oldest request that has none. Throws Error of kind
  /// bad_record if it is none, or can't be read.
  template <class Response>
  Response read() {
    const RawAnswer answer = read_answer(Response::api.key);
    Result<Response> response = decode<Response>(answer.body, answer.version);
    if (!response) throw_unreadable(Response::api.key, to_string(response.error()));
    return std::move(*response);
  }
  /// Sends a request and reads its answer.
  template <class Response, class Request>
  Response ask(const Request& request, int version) {
    send(request, version);
    return read<Response>();
  }
  /// The request that was sent last gets no answer (Produce with acks 0).
  void expect_no_answer();

  /// Waits until the other end closes the connection; false if it does not in the options' timeout.
  bool wait_for_close();
  /// Whether the connection has ended, as far as is known now.
  bool is_closed();
  /// Ends the connection.
  void close();
  /// Frames that have arrived and were not read.
  std::size_t waiting_frames();

 private:
  static void check_version(const Api& api, int version);

  struct RawAnswer {
    int version = 0;
    Buffer body;
  };

  RequestHeader next_header(ApiKey api, int version, const RawHeader& header);
  std::int32_t send_request(const RequestHeader& header, const Buffers& frame);
  RawAnswer read_answer(ApiKey expected);
  [[noreturn]] static void throw_unreadable(ApiKey api, const std::string& why);

  RawOptions options_;
  std::unique_ptr<Driver> driver_;
  std::int32_t last_correlation_id_ = 0;
};

}  // namespace cohort::client
