// SchemaRows: the visitor of field lists that writes down the lists themselves.
#pragma once

#include "protocol/codec/field_traits.hpp"
#include <cohort/protocol/assert.hpp>
#include <cohort/protocol/buffer.hpp>
#include <cohort/protocol/buffers.hpp>
#include <cohort/protocol/schema_dump.hpp>
#include <cohort/protocol/uuid.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cohort::detail {

class SchemaRows {
 public:
  explicit SchemaRows(Versions whole) : within_(whole) {}

  // The default of a row is what a fresh struct holds, not what the field list tells the codec: a
  // test compares both.
  template <class T>
  void operator()(const char* name, const T& value, const When& when = always) {
    COHORT_ASSERT(is_default(value));
    add(name, value, when);
  }
  template <class T, class Default>
  void operator()(const char* name, const T& value, const When& when, const Default& absent) {
    COHORT_ASSERT(is_default(value, absent));
    add(name, value, when);
  }

  std::vector<SchemaRow> take() { return std::move(rows_); }

 private:
  template <class T>
  void add(const char* name, const T& value, const When& when) {
    SchemaRow row{.path = prefix_ + name,
                  .versions = clipped(when.present),
                  .tag = when.tag,
                  .is_ignorable = when.is_ignorable};
    row.default_value = default_text(value);
    describe(std::move(row), value, when);
  }

  template <class T>
  void describe(SchemaRow row, const T& value, const When& /*when*/) {
    row.type = type_of(value);
    rows_.push_back(std::move(row));
  }
  template <class T>
  void describe(SchemaRow row, const std::optional<T>& /*value*/, const When& when) {
    row.nullable = clipped({.first = when.nullable_from, .last = row.versions.last});
    if (row.nullable->first < row.versions.first) row.nullable->first = row.versions.first;
    describe(std::move(row), T{}, when);
  }
  template <Part T>
  void describe(SchemaRow row, const T& value, const When& /*when*/) {
    row.type = "struct";
    descend(std::move(row), value);
  }
  template <Part T>
  void describe(SchemaRow row, const std::vector<T>& /*value*/, const When& /*when*/) {
    row.type = "[]struct";
    descend(std::move(row), T{});
  }
  template <class T>
  void describe(SchemaRow row, const std::vector<T>& /*value*/, const When& /*when*/) {
    row.type = "[]" + type_of(T{});
    rows_.push_back(std::move(row));
  }
  template <Part T>
  void descend(SchemaRow row, const T& part) {
    const std::string outer_prefix = std::exchange(prefix_, row.path + ".");
    const Versions outer = std::exchange(within_, row.versions);
    rows_.push_back(std::move(row));
    T::fields(*this, part);
    prefix_ = outer_prefix;
    within_ = outer;
  }

  template <class T>
  requires std::is_enum_v<T>
  static std::string type_of(T /*value*/) { return "int16"; }
  static std::string type_of(bool value);
  static std::string type_of(std::int8_t value);
  static std::string type_of(std::int16_t value);
  static std::string type_of(std::uint16_t value);
  static std::string type_of(std::int32_t value);
  static std::string type_of(std::int64_t value);
  static std::string type_of(double value);
  static std::string type_of(const Uuid& value);
  static std::string type_of(const std::string& value);
  static std::string type_of(const Buffer& value);
  static std::string type_of(const Buffers& value);

  template <class T>
  requires std::is_enum_v<T>
  static std::string default_text(T value) {
    return default_text(static_cast<std::int64_t>(value));
  }
  template <class T>
  requires std::integral<T>
  static std::string default_text(T value) {
    return default_text(static_cast<std::int64_t>(value));
  }
  static std::string default_text(bool value);
  static std::string default_text(std::int64_t value);
  static std::string default_text(double value);
  static std::string default_text(const Uuid& value);
  static std::string default_text(const std::string& value);
  static std::string default_text(const Buffer& value);
  static std::string default_text(const Buffers& value);
  template <class T>
  static std::string default_text(const std::vector<T>& /*value*/) {
    return "[]";
  }
  template <Part T>
  static std::string default_text(const T& /*value*/) {
    return "{}";
  }
  template <class T>
  static std::string default_text(const std::optional<T>& value) {
    return value.has_value() ? default_text(*value) : "null";
  }

  /// A part's fields are there no longer than the part.
  Versions clipped(Versions versions) const;

  std::string prefix_;
  Versions within_;
  std::vector<SchemaRow> rows_;
};

}  // namespace cohort::detail
