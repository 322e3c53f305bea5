// Encoder: the visitor of field lists that writes bytes. One class for all messages; what it knows
// of a type is small, and everything that is the same for all types is out of line, since every
// message instantiates the rest.
#pragma once

#include "protocol/codec/field_traits.hpp"
#include <cohort/protocol/buffer.hpp>
#include <cohort/protocol/buffers.hpp>
#include <cohort/protocol/schema.hpp>
#include <cohort/protocol/uuid.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cohort::detail {

class Encoder {
 public:
  enum class Purpose : std::uint8_t { write, measure };

  Encoder(int version, bool is_flexible, Purpose purpose = Purpose::write)
      : version_(version), is_flexible_(is_flexible), purpose_(purpose) {}

  /// What each field list calls. A default argument is told only where it is not T{}.
  template <class T>
  void operator()(const char* /*name*/, const T& value, const When& when = always) {
    if (!enter(when, when.is_tagged() && is_default(value))) return;
    put(value, when);
    leave(when);
  }
  template <class T, class Default>
  void operator()(const char* /*name*/, const T& value, const When& when, const Default& absent) {
    if (!enter(when, when.is_tagged() && is_default(value, absent))) return;
    put(value, when);
    leave(when);
  }

  template <Part T>
  void put(const T& part, const When& /*when*/ = always) {
    const Struct outer = std::exchange(struct_, Struct{});
    T::fields(*this, part);
    if (begin_tags()) T::fields(*this, part);
    struct_ = outer;
  }
  template <class T>
  void put(const std::vector<T>& array, const When& /*when*/ = always) {
    put_count(array.size());
    for (const auto& element : array) put(element);
  }
  template <class T>
  void put(const std::optional<T>& value, const When& when) {
    if (!value.has_value()) return may_be_null(when) ? put_null(when, Kind<T>{}) : put(T{});
    if constexpr (Part<T>) {
      if (may_be_null(when)) put(std::int8_t{1});
    }
    put(*value);
  }

  template <class T>
  requires std::is_enum_v<T>
  void put(T value, const When& /*when*/ = always) { put(static_cast<std::int16_t>(value)); }
  void put(bool value, const When& when = always);
  void put(std::int8_t value, const When& when = always);
  void put(std::int16_t value, const When& when = always);
  void put(std::uint16_t value, const When& when = always);
  void put(std::int32_t value, const When& when = always);
  void put(std::int64_t value, const When& when = always);
  void put(double value, const When& when = always);
  void put(const Uuid& value, const When& when = always);
  void put(const std::string& value, const When& when = always);
  void put(const Buffer& value, const When& when = always);
  void put(const Buffers& value, const When& when = always);

  /// As a plain int16-counted string, whatever the version: the header's client_id.
  void put_plain(const std::optional<std::string>& value);
  void put_unsigned_varint(std::uint32_t value);
  /// The bytes and nothing before them.
  void put_raw(const Buffers& bytes);

  std::size_t size() const { return size_; }
  /// Writes size() - 4 over the first four bytes. REQUIRES: they were put as an int32.
  void set_frame_length();
  /// All that was written; nothing if some of it can't be written. The encoder is empty afterwards.
  Buffers finish();

 private:
  template <class T>
  struct Kind {};
  enum class Stage : std::uint8_t { ordinary_fields, tagged_fields };
  /// Where the encoder stands in the struct it writes.
  struct Struct {
    Stage stage = Stage::ordinary_fields;
    std::uint32_t tag_count = 0;
    std::size_t tag_start = 0;  ///< size_ where the value of the tagged field in progress starts.
    std::size_t tag_start_bytes = 0;  ///< bytes_.size() there.
  };
  struct SharedPiece {
    std::size_t position;  ///< In bytes_, where it comes in.
    Buffer bytes;
  };

  bool may_be_null(const When& when) const { return version_ >= when.nullable_from; }
  bool enter(const When& when, bool is_at_default);
  void leave(const When& when);
  bool begin_tags();
  void put_count(std::size_t count);
  void put_length(std::size_t length);
  void append(const void* bytes, std::size_t count);
  void append_shared(const Buffer& bytes);
  template <class T>
  void append_number(T value);

  template <class T>
  void put_null(const When& /*when*/, Kind<std::vector<T>> /*array*/) {
    put_null_length();
  }
  template <Part T>
  void put_null(const When& /*when*/, Kind<T> /*part*/) {
    put(std::int8_t{-1});
  }
  void put_null(const When& when, Kind<std::string> string);
  void put_null(const When& /*when*/, Kind<Buffer> /*bytes*/) { put_null_length(); }
  void put_null(const When& /*when*/, Kind<Buffers> /*records*/) { put_null_length(); }
  void put_null_length();

  int version_;
  bool is_flexible_;
  Purpose purpose_;
  Struct struct_;
  std::size_t size_ = 0;
  bool fits_ = true;  ///< False once something did not fit; then only sizes are added up.
  std::vector<std::uint8_t> bytes_;
  std::vector<SharedPiece> shared_;
};

}  // namespace cohort::detail
