// NamedIn: the visitor of field lists that notes what a message names, and which errors it has.
#pragma once

#include <cohort/protocol/buffer.hpp>
#include <cohort/protocol/buffers.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>
#include <cohort/protocol/uuid.hpp>

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::broker {

using FieldNames = std::set<std::string_view>;

/// Which fields name something.
struct NamingFields {
  FieldNames owners;   ///< What topics are of, such as a producer. Written in front of partitions.
  FieldNames names;    ///< Topics or other things.
  FieldNames indexes;  ///< Partitions. Written behind their topic.
};

class NamedIn {
 public:
  NamedIn(int version, const NamingFields& fields) : version_(version), fields_(fields) {}

  template <class T, class... Default>
  void operator()(const char* name, const T& value, const When& when = always,
                  const Default&... /*default_value*/) {
    if (!when.present.contains(version_) || passed_over.contains(name)) return;
    field_ = name;
    visit(value);
  }

  std::multiset<std::string> names;       ///< `topic` for each topic and the like.
  std::multiset<std::string> partitions;  ///< `owner/topic/partition`.
  std::vector<ErrorCode> errors_of_all;   ///< At the top level.
  std::vector<ErrorCode> errors_within;

 private:
  /// They name topics and partitions, but not those that the request is about.
  static inline const FieldNames passed_over{
      "forgotten_topics_data",  "assignments", "configs", "ops", "cursor", "next_cursor",
      "topic_config_error_code"};

  void visit(const std::string& name) {
    if (!fields_.names.contains(field_)) return;
    topic_ = name;
    names.insert(name);
  }
  void visit(const Uuid& id) {
    if (fields_.names.contains(field_) && !id.is_zero()) names.insert(to_base64(id));
  }
  void visit(std::int64_t number) {
    if (depth_ > 0 && fields_.owners.contains(field_)) owner_ = std::to_string(number);
    if (fields_.indexes.contains(field_)) {
      partitions.insert(owner_ + "/" + topic_ + "/" + std::to_string(number));
    }
  }
  void visit(ErrorCode error) { (depth_ == 0 ? errors_of_all : errors_within).push_back(error); }
  void visit(ApiKey /*key*/) {}
  void visit(const Buffer& /*bytes*/) {}
  void visit(const Buffers& /*bytes*/) {}
  void visit(bool /*value*/) {}
  void visit(double /*value*/) {}
  template <std::integral T>
  void visit(T number) {
    visit(static_cast<std::int64_t>(number));
  }
  template <class T>
  void visit(const std::optional<T>& value) {
    visit(value.value_or(T{}));
  }
  template <class T>
  void visit(const std::vector<T>& array) {
    const std::string_view field = field_;
    for (const T& element : array) {
      field_ = field;
      visit(element);
    }
  }
  template <class Part>
  requires requires(const Part& part, int& any_visitor) { Part::fields(any_visitor, part); }
  void visit(const Part& part) {
    ++depth_;
    Part::fields(*this, part);
    --depth_;
  }

  int version_;
  NamingFields fields_;
  std::string_view field_;
  std::string owner_;
  std::string topic_;
  int depth_ = 0;
};

template <class Message>
NamedIn named_in(const Message& message, int version, const NamingFields& fields) {
  NamedIn named(version, fields);
  Message::fields(named, message);
  return named;
}

}  // namespace cohort::broker
