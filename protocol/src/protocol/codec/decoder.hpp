// Decoder: the visitor of field lists that reads bytes. The first error latches: what is read after
// it is zero or empty, so field lists need no checks. As with Encoder, whatever is the same for all
// types is out of line.
#pragma once

#include "protocol/codec/field_traits.hpp"
#include <cohort/protocol/buffer.hpp>
#include <cohort/protocol/buffers.hpp>
#include <cohort/protocol/decode_error.hpp>
#include <cohort/protocol/schema.hpp>
#include <cohort/protocol/uuid.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cohort::detail {

class Decoder {
 public:
  Decoder(const Buffer& bytes, int version, bool is_flexible)
      : bytes_(bytes), end_(bytes.size()), version_(version), is_flexible_(is_flexible) {}

  /// What each field list calls. Fields that are absent keep what the message has, its defaults.
  template <class T>
  void operator()(const char* name, T& value, const When& when = always) {
    if (enter(name, when)) get(value, when);
  }
  template <class T, class Default>
  void operator()(const char* name, T& value, const When& when, const Default& /*absent*/) {
    if (enter(name, when)) get(value, when);
  }

  template <Part T>
  void get(T& part, const When& /*when*/ = always) {
    const Struct outer = std::exchange(struct_, Struct{});
    T::fields(*this, part);
    if (is_flexible_) {
      for (std::uint32_t left = get_unsigned_varint(); begin_tag(left); --left) {
        T::fields(*this, part);
        end_tag();
      }
    }
    struct_ = outer;
  }
  template <class T>
  void get(std::vector<T>& array, const When& /*when*/ = always) {
    const std::int32_t count = get_count();
    if (count < 0) return fail(DecodeFault::null_not_allowed);
    get_elements(array, static_cast<std::size_t>(count));
  }
  template <class T>
  void get(std::optional<std::vector<T>>& array, const When& when) {
    const std::int32_t count = get_count();
    if (is_null(count, when)) return array.reset();
    get_elements(array.emplace(), static_cast<std::size_t>(std::max(count, 0)));
  }
  template <Part T>
  void get(std::optional<T>& part, const When& when) {
    if (version_ >= when.nullable_from && get_is_null()) return part.reset();
    get(part.emplace());
  }

  template <class T>
  requires std::is_enum_v<T>
  void get(T& value, const When& /*when*/ = always) {
    std::int16_t number = 0;
    get(number);
    value = static_cast<T>(number);
  }
  void get(bool& value, const When& when = always);
  void get(std::int8_t& value, const When& when = always);
  void get(std::int16_t& value, const When& when = always);
  void get(std::uint16_t& value, const When& when = always);
  void get(std::int32_t& value, const When& when = always);
  void get(std::int64_t& value, const When& when = always);
  void get(double& value, const When& when = always);
  void get(Uuid& value, const When& when = always);
  void get(std::string& value, const When& when = always);
  void get(Buffer& value, const When& when = always);
  void get(Buffers& value, const When& when = always);
  void get(std::optional<std::string>& value, const When& when);
  void get(std::optional<Buffer>& value, const When& when);
  void get(std::optional<Buffers>& value, const When& when);

  /// A plain int16-counted string, whatever the version; a negative length is null.
  std::optional<std::string> get_plain();
  /// Skips the tagged fields of a header.
  void skip_tags();
  void fail(DecodeFault fault);

  bool has_failed() const { return error_.has_value(); }
  const std::optional<DecodeError>& error() const { return error_; }
  std::size_t position() const { return position_; }
  std::size_t unknown_tags() const { return unknown_tags_; }

 private:
  enum class Stage : std::uint8_t { ordinary_fields, tagged_fields };
  /// Where the decoder stands in the struct it reads.
  struct Struct {
    Stage stage = Stage::ordinary_fields;
    std::uint32_t tag = 0;      ///< Of the tagged field in progress.
    bool is_known = false;      ///< Whether a field of the struct has read it.
    std::size_t outer_end = 0;  ///< end_ outside it.
  };

  bool enter(const char* name, const When& when);
  bool begin_tag(std::uint32_t left);
  void end_tag();
  bool is_null(std::int32_t length, const When& when);
  bool get_is_null();
  std::int32_t get_count();
  std::int32_t get_length();
  std::int32_t get_string_length();
  std::uint32_t get_unsigned_varint();
  std::string take_string(std::int32_t length);
  Buffer take_bytes(std::int32_t length);
  const std::uint8_t* take(std::size_t count);
  std::size_t remaining() const { return end_ - position_; }
  template <class T>
  T get_number();

  // Grows with what is read, whatever the count says. Only resize() is called, since every element
  // type costs the compiler each function of its vector anew.
  template <class T>
  void get_elements(std::vector<T>& array, std::size_t count) {
    array.clear();
    for (std::size_t i = 0; i < count && !has_failed(); ++i) {
      if (i == array.size()) array.resize(std::min(count, next_size(i, sizeof(T))));
      get(array[i]);
    }
  }
  /// At first room for four times as many bytes as are left, since most elements take more memory
  /// than bytes on the wire; then twice as much.
  std::size_t next_size(std::size_t size, std::size_t element_size) const;

  Buffer bytes_;
  std::size_t position_ = 0;
  std::size_t end_;
  int version_;
  bool is_flexible_;
  Struct struct_;
  const char* field_ = "";
  std::size_t unknown_tags_ = 0;
  std::optional<DecodeError> error_;
};

}  // namespace cohort::detail
