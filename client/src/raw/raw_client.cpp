// The waiting face of a raw connection.
#include "raw/raw_node.hpp"
#include <cohort/client/call.hpp>
#include <cohort/client/raw_client.hpp>

#include <limits>
#include <stdexcept>
#include <utility>

namespace cohort::client {

namespace {

/// Nothing has to be started: it is only waited for.
struct Watching {};

template <class Value>
using RawOperation = Operation<RawNode, Watching, Value>;

RawNode& raw(Node& node) { return static_cast<RawNode&>(node); }

Failure ended(const RawNode& node) {
  return {.kind = FailureKind::closed, .message = node.describe()};
}

/// As an operation that waits until `is_done`.
template <class Value>
RawOperation<Value> watch(std::string what, std::function<bool(const RawNode&)> is_done,
                          std::function<Outcome<Value>(RawNode&)> take) {
  return {.start = [](RawNode&, Instant) { return Watching{}; },
          .is_done = [is_done = std::move(is_done)](const RawNode& node,
                                                    const Watching&) { return is_done(node); },
          .take = [take = std::move(take)](RawNode& node, const Watching&,
                                           Instant) { return take(node); },
          .describe = [what = std::move(what)](
                          const RawNode& node,
                          const Watching&) { return what + "; " + node.describe(); }};
}

RawOperation<bool> connection() {
  return watch<bool>(
      "the connection", [](const RawNode& node) { return node.is_open() || node.has_ended(); },
      [](RawNode& node) -> Outcome<bool> {
        if (node.has_ended()) return ended(node);
        return true;
      });
}

RawOperation<Buffer> next_frame() {
  return watch<Buffer>(
      "a frame", [](const RawNode& node) { return !node.frames().empty() || node.has_ended(); },
      [](RawNode& node) -> Outcome<Buffer> {
        if (node.frames().empty()) return ended(node);
        return node.take_frame();
      });
}

[[noreturn]] void throw_bad_answer(std::string message) {
  throw BadRecord({.kind = FailureKind::bad_record, .message = std::move(message)});
}

}  // namespace

RawClient::RawClient(const Endpoint& to, Runtime& runtime, RawOptions options)
    : options_(std::move(options)),
      driver_(runtime.run(std::make_unique<RawNode>(to, options_.max_frame_size))) {
  static_cast<void>(call(*driver_, connection(), options_.timeout).value());
}

void RawClient::check_version(const Api& api, int version) {
  if (version >= api.versions.first && version <= api.versions.last) return;
  throw std::invalid_argument(std::string(name(api.key)) + " v" + std::to_string(version) +
                              ": it has v" + std::to_string(api.versions.first) + " to v" +
                              std::to_string(api.versions.last));
}

RequestHeader RawClient::next_header(ApiKey api, int version, const RawHeader& header) {
  // Wraps to 0, as Java's does.
  const bool is_last = last_correlation_id_ == std::numeric_limits<std::int32_t>::max();
  const std::int32_t next = is_last ? 0 : last_correlation_id_ + 1;
  last_correlation_id_ = header.correlation_id.value_or(next);
  return {.api_key = api,
          .api_version = static_cast<std::int16_t>(version),
          .correlation_id = last_correlation_id_,
          .client_id = header.client_id ? header.client_id : options_.client_id};
}

std::int32_t RawClient::send_request(const RequestHeader& header, const Buffers& frame) {
  if (frame.empty()) {
    throw std::invalid_argument("a request of " + std::string(name(header.api_key)) +
                                " that can't be written: too large");
  }
  send_bytes(frame);
  driver_->turn([&](Node& node, Instant) {
    raw(node).expect({.api = header.api_key,
                      .version = header.api_version,
                      .correlation_id = header.correlation_id});
  });
  return header.correlation_id;
}

std::int32_t RawClient::send_body(ApiKey api, int version, const Buffers& body,
                                  const RawHeader& header) {
  const RequestHeader full = next_header(api, version, header);
  return send_request(full, frame_request(full, body));
}

void RawClient::send_frame(const Buffers& bytes) {
  const auto size = static_cast<std::uint32_t>(bytes.size());
  Buffers frame(
      Buffer::adopt({static_cast<std::uint8_t>(size >> 24), static_cast<std::uint8_t>(size >> 16),
                     static_cast<std::uint8_t>(size >> 8), static_cast<std::uint8_t>(size)}));
  frame.append(bytes);
  send_bytes(frame);
}

void RawClient::send_bytes(const Buffers& bytes) {
  std::optional<Failure> failure;
  driver_->turn([&](Node& node, Instant) {
    if (raw(node).is_open()) {
      raw(node).send(bytes);
    } else {
      failure = ended(raw(node));
    }
  });
  if (failure) throw Error(*failure);
}

Buffer RawClient::read_frame() { return call(*driver_, next_frame(), options_.timeout).value(); }

RawClient::RawAnswer RawClient::read_answer(ApiKey expected) {
  std::optional<RawRequest> oldest;
  driver_->turn([&](Node& node, Instant) {
    if (!raw(node).requests().empty()) oldest = raw(node).requests().front();
  });
  if (!oldest || oldest->api != expected) {
    throw std::logic_error("read an answer to " + std::string(name(expected)) +
                           ", but the oldest request without one is " +
                           (oldest ? std::string(name(oldest->api)) : "none"));
  }
  const Buffer frame = read_frame();
  driver_->turn([](Node& node, Instant) { raw(node).forget_oldest_request(); });
  const auto header = decode_response_header(frame, oldest->api, oldest->version);
  if (!header) throw_unreadable(expected, to_string(header.error()));
  if (header->correlation_id != oldest->correlation_id) {
    throw_bad_answer("an answer with correlation id " + std::to_string(header->correlation_id) +
                     ", while that to " + std::string(name(expected)) + " with " +
                     std::to_string(oldest->correlation_id) + " comes next");
  }
  return {.version = oldest->version, .body = frame.slice(header->size)};
}

void RawClient::throw_unreadable(ApiKey api, const std::string& why) {
  throw_bad_answer("an answer to " + std::string(name(api)) + " that can't be read: " + why);
}

void RawClient::expect_no_answer() {
  driver_->turn([](Node& node, Instant) {
    if (raw(node).requests().empty()) {
      throw std::logic_error("expect_no_answer: every request was answered");
    }
    raw(node).forget_newest_request();
  });
}

bool RawClient::wait_for_close() {
  return driver_->run_until([](Node& node, Instant) { return raw(node).has_ended(); },
                            driver_->now() + options_.timeout);
}

bool RawClient::is_closed() {
  bool is_closed = false;
  driver_->turn([&](Node& node, Instant) { is_closed = raw(node).has_ended(); });
  return is_closed;
}

void RawClient::close() {
  driver_->turn([](Node& node, Instant) { raw(node).close("closed by this end"); });
}

std::size_t RawClient::waiting_frames() {
  std::size_t count = 0;
  driver_->turn([&](Node& node, Instant) { count = raw(node).frames().size(); });
  return count;
}

}  // namespace cohort::client
