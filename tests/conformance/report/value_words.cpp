#include "conformance/report/value_words.hpp"

#include "conformance/play/error_words.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace cohort::conform {

namespace {

/// Of a record, as people read it; what is not here stands between it and its lists.
constexpr std::array<std::string_view, 10> first_of_record{
    "base_offset", "offset",      "offset_delta",   "ts",           "marker", "key",
    "value",       "producer_id", "producer_epoch", "base_sequence"};
constexpr std::array<std::string_view, 3> last_of_record{"headers", "messages", "records"};

std::size_t place_in(const std::vector<Field>& fields, std::string_view name) {
  const Field* field = find_field(fields, name);
  if (field != nullptr) return 1 + static_cast<std::size_t>(field - fields.data());
  // Of the consumer protocol, whose field lists leave it to the message.
  if (name == "version") return 0;
  const auto* const first = std::find(first_of_record.begin(), first_of_record.end(), name);
  if (first != first_of_record.end()) {
    return 1 + fields.size() + static_cast<std::size_t>(first - first_of_record.begin());
  }
  const bool is_last =
      std::find(last_of_record.begin(), last_of_record.end(), name) != last_of_record.end();
  return 1 + fields.size() + first_of_record.size() + (is_last ? 1 : 0);
}

std::vector<std::string> names_in_order(const Json& object, const std::vector<Field>& fields) {
  std::vector<std::string> names;
  for (const auto& [name, unused] : object.items()) names.push_back(name);
  std::stable_sort(names.begin(), names.end(), [&](const std::string& a, const std::string& b) {
    return place_in(fields, a) < place_in(fields, b);
  });
  return names;
}

/// Text for people, in quotes; a saved value's name is none.
std::string text_in_words(const std::string& text) {
  return text.starts_with('$') ? text : text_of(Json(text));
}

Piece labelled(const std::string& name, Piece piece) {
  if (!name.empty()) piece.text.insert(0, name + " ");
  return piece;
}

Piece message_in_words(const std::string& message, const Json& inner) {
  return value_in_words("", inner, message_schema("ConsumerProtocol" + message).fields);
}

Piece choice_in_words(const std::string& name, const Json& choices,
                      const std::vector<Field>& fields) {
  Piece piece{.text = "one of (", .close = ")"};
  for (const Json& each : choices) {
    Piece choice = value_in_words(name, each, fields);
    // The name is for error codes, and stands in front of all.
    if (!name.empty()) choice.text.erase(0, name.size() + 1);
    piece.parts.push_back(std::move(choice));
  }
  return piece;
}

/// `{"any": "int"}` and the like; nothing for a structure.
std::optional<Piece> call_in_words(const std::string& name, const Json& value,
                                   const std::vector<Field>& fields) {
  if (value.size() != 1 || find_field(fields, value.begin().key()) != nullptr) return std::nullopt;
  const std::string key = value.begin().key();
  const Json& inner = value.begin().value();
  if (key == "any") {
    return Piece{"any " + inner.get<std::string>() + (inner == "uuid" ? " but zero" : "")};
  }
  if (key == "nonempty") return Piece{"something not empty"};
  if (key == "message") return Piece{"a message (Kafka's: " + text_of(inner) + ")"};
  if (key == "any_of") return choice_in_words(name, inner, fields);
  if (key == "repeat") return Piece{text_of(inner.at(1)) + " times " + text_of(inner.at(0))};
  if (key == "add") {
    return Piece{flat(value_in_words("", inner.at(0))) + " + " + text_of(inner.at(1))};
  }
  if (key == "text") return value_in_words("", inner);
  if (key == "hex") return Piece{"bytes " + inner.get<std::string>()};
  if (key == "raw_hex") return Piece{"raw bytes " + inner.get<std::string>()};
  if (key == "subscription") return labelled(key, message_in_words("Subscription", inner));
  if (key == "assignment" && inner.is_object()) {
    return labelled(key, message_in_words("Assignment", inner));
  }
  if (key == "batch" || key == "batches" || key == "message_set") {
    return labelled(key == "message_set" ? "message set" : key, value_in_words("", inner));
  }
  return std::nullopt;
}

Piece tags_in_words(const Json& tags) {
  Piece piece{.text = "unknown tagged fields {", .close = "}"};
  for (const auto& [tag, hex] : tags.items()) {
    piece.parts.push_back({tag + ": bytes " + hex.get<std::string>()});
  }
  return piece;
}

Piece object_in_words(const Json& object, const std::vector<Field>& fields) {
  return {.text = "{", .parts = body_in_words(object, fields), .close = "}"};
}

Piece bare_value(const std::string& name, const Json& value, const std::vector<Field>& fields) {
  if (value.is_string()) return {text_in_words(value.get<std::string>())};
  if (value.is_number_integer() && name.ends_with("error_code")) {
    return {error_in_words(value.get<int>())};
  }
  if (value.is_array()) {
    Piece list{.text = "[", .close = "]"};
    for (const Json& each : value) list.parts.push_back(value_in_words("", each, fields));
    return list;
  }
  if (!value.is_object()) return {text_of(value)};
  if (std::optional<Piece> call = call_in_words(name, value, fields)) return std::move(*call);
  return object_in_words(value, fields);
}

}  // namespace

Piece value_in_words(const std::string& name, const Json& value, const std::vector<Field>& fields) {
  if (name == "_tags" && value.is_object()) return tags_in_words(value);
  return labelled(name, bare_value(name, value, fields));
}

std::vector<Piece> body_in_words(const Json& body, const std::vector<Field>& fields) {
  if (!body.is_object()) return {value_in_words("", body, fields)};
  if (std::optional<Piece> call = call_in_words("", body, fields)) return {std::move(*call)};
  std::vector<Piece> pieces;
  for (const std::string& each : names_in_order(body, fields)) {
    const Field* field = find_field(fields, each);
    pieces.push_back(value_in_words(each, body.at(each),
                                    field == nullptr ? std::vector<Field>{} : field->fields));
  }
  return pieces;
}

}  // namespace cohort::conform
