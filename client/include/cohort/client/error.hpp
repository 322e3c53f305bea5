// Error: what a call of the client ended with, as a value and as the exception that the faces
// throw.
#pragma once

#include <cohort/client/topic_partition.hpp>
#include <cohort/protocol/error_code.hpp>

#include <boost/system/result.hpp>

#include <cstdint>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>

namespace cohort::client {

/// A setting that can't be. The message names the key, the value and what is allowed.
class ConfigError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

enum class FailureKind : std::uint8_t {
  refused,           ///< A broker said no, for good; `code` tells why.
  timed_out,         ///< Nothing came in time; the message tells what was waited for.
  commit_failed,     ///< The partitions belong to another member now (CommitFailedException).
  no_offset,         ///< `auto.offset.reset=none`, and there is no offset to go on from.
  bad_record,        ///< A record whose bytes its deserializer, or this client, can't read.
  wrong_assignment,  ///< What an assignor gave is none.
  buffer_full,       ///< A producer's buffer had no room in `max.block.ms`.
  unsupported,       ///< No broker has a version that can do this.
  closed,            ///< The client was closed before, or meanwhile.
  canceled,          ///< The caller gave up.
  abortable,         ///< The open transaction can't be committed: abort it, and begin again.
  fatal,             ///< This client can't go on: a fenced producer or instance.
};

/// "timed out", "commit failed", … for messages.
std::string_view name(FailureKind kind);

/// Why a call failed.
struct Failure {
  FailureKind kind = FailureKind::refused;
  ErrorCode code = ErrorCode::none;  ///< `none`: no broker said so.
  std::string message;
  std::optional<TopicPartition> partition{};  ///< Which one it is about, if it is about one.
  std::int64_t offset = -1;                   ///< Of a bad record; -1: not known.
  bool operator==(const Failure&) const = default;
};

/// What the faces throw.
class Error : public std::runtime_error {
 public:
  explicit Error(Failure failure);

  FailureKind kind() const { return failure_.kind; }
  ErrorCode code() const { return failure_.code; }
  const std::optional<TopicPartition>& partition() const { return failure_.partition; }
  std::int64_t offset() const { return failure_.offset; }
  const Failure& failure() const { return failure_; }

 private:
  Failure failure_;
};

/// The same by kind, for those that callers catch by themselves.
class TimedOut : public Error {
 public:
  using Error::Error;
};
class CommitFailed : public Error {
 public:
  using Error::Error;
};
class BadRecord : public Error {
 public:
  using Error::Error;
};
/// The transaction can only be aborted; the producer goes on with the next one.
class TransactionAbortable : public Error {
 public:
  using Error::Error;
};

/// The exception for this failure: one of those above, or Error.
std::exception_ptr to_exception(const Failure& failure);

/// A value, or why there is none. `value()` throws the failure's exception.
template <class T>
using Outcome = boost::system::result<T, Failure>;

[[noreturn]] void throw_exception_from_error(const Failure& failure,
                                             const boost::source_location& where);

}  // namespace cohort::client
