// Printer: the visitor of field lists that writes text. What is the same for all types is out of
// line.
#pragma once

#include "protocol/codec/field_traits.hpp"
#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/buffer.hpp>
#include <cohort/protocol/buffers.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>
#include <cohort/protocol/uuid.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cohort::detail {

class Printer {
 public:
  template <class T>
  void operator()(const char* name, const T& value, const When& /*when*/ = always) {
    if (is_default(value)) return;
    begin_field(name);
    print(value);
  }
  template <class T, class Default>
  void operator()(const char* name, const T& value, const When& /*when*/, const Default& absent) {
    if (is_default(value, absent)) return;
    begin_field(name);
    print(value);
  }

  template <Part T>
  void print(const T& part) {
    open('{');
    T::fields(*this, part);
    close('}');
  }
  template <class T>
  void print(const std::vector<T>& array) {
    open('[');
    for (const T& element : array) {
      begin_element();
      print(element);
    }
    close(']');
  }
  template <class T>
  void print(const std::optional<T>& value) {
    if (!value.has_value()) return append("null");
    print(*value);
  }
  void print(bool value);
  void print(std::int64_t value);
  template <class T>
  requires std::integral<T>
  void print(T value) { print(static_cast<std::int64_t>(value)); }
  void print(double value);
  void print(ErrorCode value);
  void print(ApiKey value);
  void print(const Uuid& value);
  void print(const std::string& value);
  void print(const Buffer& value);
  void print(const Buffers& value);

  void append(std::string_view text) { text_.append(text); }
  std::string take() { return std::move(text_); }

 private:
  void open(char bracket);
  void close(char bracket);
  void begin_field(const char* name);
  void begin_element();
  void print_quoted(std::string_view text);

  std::string text_;
  bool is_first_ = true;
};

}  // namespace cohort::detail
