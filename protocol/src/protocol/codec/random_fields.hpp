// RandomFields: the visitor of field lists that fills messages by chance.
#pragma once

#include "protocol/codec/field_traits.hpp"
#include <cohort/protocol/buffer.hpp>
#include <cohort/protocol/buffers.hpp>
#include <cohort/protocol/random_message.hpp>
#include <cohort/protocol/schema.hpp>
#include <cohort/protocol/uuid.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cohort::detail {

class RandomFields {
 public:
  RandomFields(Draw& draw, int version) : draw_(draw), version_(version) {}

  template <class T>
  void operator()(const char* /*name*/, T& value, const When& when = always) {
    if (is_wanted(when)) fill(value, when);
  }
  template <class T, class Default>
  void operator()(const char* /*name*/, T& value, const When& when, const Default& /*absent*/) {
    if (is_wanted(when)) fill(value, when);
  }

 private:
  template <class T>
  requires std::is_enum_v<T>
  void fill(T& value, const When& /*when*/ = always) { value = static_cast<T>(number(16)); }
  template <class T>
  requires std::integral<T>
  void fill(T& value, const When& /*when*/ = always) {
    value = static_cast<T>(number(8 * sizeof(T)));
  }
  void fill(bool& value, const When& when = always);
  void fill(double& value, const When& when = always);
  void fill(Uuid& value, const When& when = always);
  void fill(std::string& value, const When& when = always);
  void fill(Buffer& value, const When& when = always);
  void fill(Buffers& value, const When& when = always);
  template <class T>
  void fill(std::vector<T>& array, const When& /*when*/ = always) {
    array.resize(count());
    for (T& element : array) fill(element);
  }
  template <class T>
  void fill(std::optional<T>& value, const When& when) {
    if (is_null(when)) return value.reset();
    fill(value.emplace());
  }
  template <Part T>
  void fill(T& part, const When& /*when*/ = always) {
    ++depth_;
    T::fields(*this, part);
    --depth_;
  }

  bool is_wanted(const When& when);
  bool is_null(const When& when);
  std::uint64_t number(unsigned bits);
  std::size_t count();

  Draw& draw_;
  int version_;
  unsigned depth_ = 0;
};

}  // namespace cohort::detail
