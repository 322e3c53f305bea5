// Serializer, Deserializer, Serde: values to the bytes of a record's key or value, and back.
#pragma once

#include <cohort/client/error.hpp>
#include <cohort/protocol/buffer.hpp>
#include <cohort/protocol/record.hpp>
#include <cohort/protocol/uuid.hpp>

#include <concepts>
#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace cohort::client {

/// What bytes belong to.
struct RecordPart {
  std::string_view topic{};
  bool is_key = false;
  std::span<const RecordHeader> headers{};
};

/// What the deserializers here throw. The message says what is wrong with the bytes, not where they
/// are: `deserialize` adds that.
class MalformedBytes : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Any callable `(const T&)` or `(const T&, const RecordPart&)` that gives bytes, or null.
/// Configuration: called without order or number of calls being promised, so it is best a pure
/// function.
template <class T>
class Serializer {
 public:
  Serializer() = default;
  template <class Function>
  requires std::is_invocable_r_v<std::optional<Buffer>, Function&, const T&, const RecordPart&>
  Serializer(Function function) : function_(std::move(function)) {}
  template <class Function>
  requires std::is_invocable_r_v<std::optional<Buffer>, Function&, const T&> Serializer(
      Function function)
      : function_([function = std::move(function)](const T& value, const RecordPart&) {
          return std::optional<Buffer>(function(value));
        }) {}

  /// REQUIRES: it was made from a callable.
  std::optional<Buffer> operator()(const T& value, const RecordPart& part = {}) const {
    return function_(value, part);
  }
  explicit operator bool() const { return static_cast<bool>(function_); }

 private:
  std::function<std::optional<Buffer>(const T&, const RecordPart&)> function_;
};

/// Any callable `(std::optional<Buffer>)` or `(std::optional<Buffer>, const RecordPart&)` that
/// gives a T or throws. Null bytes are a tombstone's, or of a record without key.
template <class T>
class Deserializer {
 public:
  Deserializer() = default;
  template <class Function>
  requires std::is_invocable_r_v < T, Function&, std::optional<Buffer>,
  const RecordPart& > Deserializer(Function function) : function_(std::move(function)) {}
  template <class Function>
  requires std::is_invocable_r_v<T, Function&, std::optional<Buffer>> Deserializer(
      Function function)
      : function_(
            [function = std::move(function)](std::optional<Buffer> bytes, const RecordPart&) -> T {
              return function(std::move(bytes));
            }) {}

  /// REQUIRES: it was made from a callable.
  T operator()(std::optional<Buffer> bytes, const RecordPart& part = {}) const {
    return function_(std::move(bytes), part);
  }
  explicit operator bool() const { return static_cast<bool>(function_); }

 private:
  std::function<T(std::optional<Buffer>, const RecordPart&)> function_;
};

/// Both directions of one format.
template <class T>
struct Serde {
  Serializer<T> serializer;
  Deserializer<T> deserializer;
};

/// Bytes as they are: no copy is made.
Serde<Buffer> bytes_serde();
/// Text, taken to be UTF-8 and not looked at.
Serde<std::string> string_serde();
/// Eight bytes, highest first, as Java's LongSerializer; the next ones as Integer-, Double- and
/// UUIDSerializer (36 characters of text).
Serde<std::int64_t> int64_serde();
Serde<std::int32_t> int32_serde();
Serde<double> double_serde();
Serde<Uuid> uuid_serde();

/// All of these throw MalformedBytes for null; this makes null a value, std::nullopt, both ways.
template <class T>
Serde<std::optional<T>> nullable(Serde<T> serde) {
  return {[serializer = std::move(serde.serializer)](const std::optional<T>& value,
                                                     const RecordPart& part) {
            return value ? serializer(*value, part) : std::nullopt;
          },
          [deserializer = std::move(serde.deserializer)](
              std::optional<Buffer> bytes, const RecordPart& part) -> std::optional<T> {
            if (!bytes) return std::nullopt;
            return deserializer(std::move(bytes), part);
          }};
}

/// Where a record was read.
struct RecordPosition {
  TopicPartition partition;
  std::int64_t offset = -1;
};

/// The failure (`bad_record`) of bytes that a deserializer threw at, with its words:
/// `the value of orders-0 at offset 17 can't be read: …`.
Failure bad_record(const RecordPosition& at, bool is_key, std::string_view why);

/// Runs it, and throws BadRecord with the record's place instead of what it throws.
template <class T>
T deserialize(const Deserializer<T>& deserializer, std::optional<Buffer> bytes,
              const RecordPart& part, const RecordPosition& at) {
  try {
    return deserializer(std::move(bytes), part);
  } catch (const std::exception& thrown) {
    throw BadRecord(bad_record(at, part.is_key, thrown.what()));
  } catch (...) {
    throw BadRecord(bad_record(at, part.is_key, "the deserializer threw no std::exception"));
  }
}

}  // namespace cohort::client
