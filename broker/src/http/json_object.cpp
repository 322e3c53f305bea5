#include "http/json_object.hpp"

#include "http/http_exchange.hpp"

#include <fmt/format.h>

#include <utility>

namespace cohort::broker {

namespace json = boost::json;

namespace {

std::string_view kind_of(const json::value& value) {
  switch (value.kind()) {
    case json::kind::null:
      return "null";
    case json::kind::bool_:
      return "a boolean";
    case json::kind::int64:
    case json::kind::uint64:
    case json::kind::double_:
      return "a number";
    case json::kind::string:
      return "a text";
    case json::kind::array:
      return "an array";
    case json::kind::object:
      return "an object";
  }
  return "something else";
}

}  // namespace

JsonObject JsonObject::of_body(std::string_view body) {
  if (body.find_first_not_of(" \t\r\n") == std::string_view::npos) return {{}, {}};
  json::error_code failed;
  json::value value = json::parse({body.data(), body.size()}, failed);
  if (failed) throw HttpError(400, "the body is not JSON: " + failed.message());
  if (!value.is_object()) {
    throw HttpError(400, fmt::format("the body is {}, and should be an object", kind_of(value)));
  }
  return {std::move(value.as_object()), {}};
}

std::optional<std::string> JsonObject::text(std::string_view field) {
  const json::value* value = find(field);
  if (value == nullptr) return std::nullopt;
  if (!value->is_string()) refuse(field, "a text is expected");
  return std::string(value->as_string());
}

std::optional<std::int64_t> JsonObject::integer(std::string_view field, std::int64_t least,
                                                std::int64_t most) {
  const json::value* value = find(field);
  if (value == nullptr) return std::nullopt;
  json::error_code failed;
  const auto number = value->to_number<std::int64_t>(failed);
  if (failed || number < least || number > most) {
    const bool is_bounded = least != std::numeric_limits<std::int64_t>::min() ||
                            most != std::numeric_limits<std::int64_t>::max();
    if (!is_bounded) refuse(field, "a whole number is expected");
    if (most == std::numeric_limits<std::int64_t>::max()) {
      refuse(field, fmt::format("a whole number from {} on is expected", least));
    }
    refuse(field, fmt::format("a whole number from {} to {} is expected", least, most));
  }
  return number;
}

std::optional<double> JsonObject::number(std::string_view field) {
  const json::value* value = find(field);
  if (value == nullptr) return std::nullopt;
  if (!value->is_number()) refuse(field, "a number is expected");
  return value->to_number<double>();
}

std::optional<bool> JsonObject::boolean(std::string_view field) {
  const json::value* value = find(field);
  if (value == nullptr) return std::nullopt;
  if (!value->is_bool()) refuse(field, "true or false is expected");
  return value->as_bool();
}

std::optional<JsonObject> JsonObject::object(std::string_view field) {
  const json::value* value = find(field);
  if (value == nullptr) return std::nullopt;
  if (!value->is_object()) refuse(field, "an object is expected");
  return JsonObject(value->as_object(), path_of(field) + '.');
}

std::optional<std::vector<JsonObject>> JsonObject::objects(std::string_view field) {
  const json::value* value = find(field);
  if (value == nullptr) return std::nullopt;
  if (!value->is_array()) refuse(field, "an array is expected");
  std::vector<JsonObject> objects;
  for (const json::value& element : value->as_array()) {
    const std::string path = fmt::format("{}[{}]", path_of(field), objects.size());
    if (!element.is_object()) {
      throw HttpError(400, fmt::format("field \"{}\": an object is expected", path));
    }
    objects.push_back(JsonObject(element.as_object(), path + '.'));
  }
  return objects;
}

bool JsonObject::is_null(std::string_view field) {
  const json::value* value = object_.if_contains(name_in_json(field));
  if (value == nullptr || !value->is_null()) return false;
  read_.emplace(field);
  return true;
}

std::string JsonObject::required_text(std::string_view field) {
  std::optional<std::string> value = text(field);
  if (!value) refuse(field, "it is missing");
  return *std::move(value);
}

std::int64_t JsonObject::required_integer(std::string_view field, std::int64_t least,
                                          std::int64_t most) {
  const std::optional<std::int64_t> value = integer(field, least, most);
  if (!value) refuse(field, "it is missing");
  return *value;
}

void JsonObject::done() const {
  for (const auto& member : object_) {
    const std::string name(member.key());
    if (!read_.contains(name)) refuse(name, "there is no such field");
  }
}

void JsonObject::refuse(std::string_view field, std::string_view why) const {
  throw HttpError(400, fmt::format("field \"{}\": {}", path_of(field), why));
}

const json::value* JsonObject::find(std::string_view field) {
  read_.emplace(field);
  return object_.if_contains(name_in_json(field));
}

std::string JsonObject::path_of(std::string_view field) const { return path_ + std::string(field); }

}  // namespace cohort::broker
