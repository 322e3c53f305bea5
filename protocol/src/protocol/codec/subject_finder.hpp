// SubjectFinder: the visitor of field lists that notes what a request is about. It goes by the
// names of fields and of the parts they are in.
#pragma once

#include "protocol/codec/field_traits.hpp"
#include <cohort/protocol/schema.hpp>
#include <cohort/protocol/subjects.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::detail {

class SubjectFinder {
 public:
  explicit SubjectFinder(int version) : version_(version) {}

  template <class T>
  void operator()(const char* name, const T& value, const When& when = always) {
    if (when.present.contains(version_)) visit(name, value);
  }
  template <class T, class Default>
  void operator()(const char* name, const T& value, const When& when, const Default& /*absent*/) {
    if (when.present.contains(version_)) visit(name, value);
  }

  Subjects take();

 private:
  /// The kinds of parts that there are fields in.
  enum class Place { elsewhere, topic, partition, resource, passed_over };

  void visit(std::string_view name, const std::string& text);
  void visit(std::string_view name, const Uuid& id);
  void visit(std::string_view name, std::int32_t number);
  void visit(std::string_view name, std::int8_t number);
  template <Scalar T>
  void visit(std::string_view /*name*/, T /*value*/) {}
  void visit(std::string_view /*name*/, const Buffer& /*bytes*/) {}
  void visit(std::string_view /*name*/, const Buffers& /*bytes*/) {}
  template <class T>
  void visit(std::string_view name, const std::optional<T>& value) {
    if (value.has_value()) visit(name, *value);
  }
  template <class T>
  void visit(std::string_view name, const std::vector<T>& array) {
    for (const T& element : array) visit(name, element);
  }
  template <Part T>
  void visit(std::string_view name, const T& part) {
    const Place outer = enter(name);
    T::fields(*this, part);
    place_ = outer;
  }

  /// Enters the part that the field holds, and tells where that was.
  Place enter(std::string_view name);
  void name_other(std::string_view name, const std::string& text);

  int version_;
  Subjects found_;
  Place place_ = Place::elsewhere;
  /// What FindCoordinator looks for comes before its type.
  std::vector<std::string> coordinator_keys_;
  std::int8_t key_type_ = 0;
  std::int8_t resource_type_ = 0;
};

}  // namespace cohort::detail
