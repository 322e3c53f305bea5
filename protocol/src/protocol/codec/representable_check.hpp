// RepresentableCheck: the visitor of field lists that looks for what a version cannot carry.
#pragma once

#include "protocol/codec/field_traits.hpp"
#include <cohort/protocol/buffer.hpp>
#include <cohort/protocol/buffers.hpp>
#include <cohort/protocol/schema.hpp>
#include <cohort/protocol/uuid.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cohort::detail {

class RepresentableCheck {
 public:
  explicit RepresentableCheck(int version) : version_(version) {}

  template <class T>
  void operator()(const char* name, const T& value, const When& when = always) {
    if (!when.present.contains(version_)) return absent(name, when, is_default(value));
    check_field(name, value, when);
  }
  template <class T, class Default>
  void operator()(const char* name, const T& value, const When& when,
                  const Default& default_value) {
    if (!when.present.contains(version_))
      return absent(name, when, is_default(value, default_value));
    check_field(name, value, when);
  }

  std::optional<std::string> take_reason() { return std::move(reason_); }

 private:
  template <class T>
  void check_field(const char* name, const T& value, const When& when) {
    const std::size_t length = path_.size();
    enter(name);
    check(value, when);
    path_.resize(length);
  }
  template <Scalar T>
  void check(T /*value*/, const When& /*when*/ = always) {}
  void check(const Uuid& /*value*/, const When& /*when*/ = always) {}
  void check(const std::string& value, const When& when = always);
  void check(const Buffer& value, const When& when = always) { check_size(value.size(), when); }
  void check(const Buffers& value, const When& when = always) { check_size(value.size(), when); }
  template <class T>
  void check(const std::optional<T>& value, const When& when) {
    if (value.has_value()) return check(*value);
    if (version_ < when.nullable_from) null_where_none_may_be();
  }
  template <class T>
  void check(const std::vector<T>& array, const When& when = always) {
    check_size(array.size(), when);
    for (const T& element : array) check(element);
  }
  template <Part T>
  void check(const T& part, const When& /*when*/ = always) {
    T::fields(*this, part);
  }

  void enter(const char* name);
  void absent(const char* name, const When& when, bool is_at_default);
  void null_where_none_may_be();
  void check_size(std::size_t size, const When& when);
  void found(std::string reason);

  int version_;
  std::string path_;
  std::optional<std::string> reason_;
};

}  // namespace cohort::detail
