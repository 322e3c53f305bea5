#include "conformance/codec/message_schema.hpp"

#include <cohort/protocol/messages.hpp>
#include <cohort/protocol/schema_dump.hpp>

#include <algorithm>
#include <map>

namespace cohort::conform {

namespace {

FieldType type_from(std::string_view name) {
  static const std::map<std::string_view, FieldType> types{
      {"bool", FieldType::boolean},    {"int8", FieldType::int8},
      {"int16", FieldType::int16},     {"uint16", FieldType::uint16},
      {"int32", FieldType::int32},     {"int64", FieldType::int64},
      {"float64", FieldType::float64}, {"uuid", FieldType::uuid},
      {"string", FieldType::string},   {"bytes", FieldType::bytes},
      {"records", FieldType::records}, {"struct", FieldType::structure},
  };
  return types.at(name);
}

Json absent_value(const SchemaRow& row) {
  // The only uuid that a definition can have as its default is the zero one.
  if (row.type == "uuid") return "00000000-0000-0000-0000-000000000000";
  return Json::parse(row.default_value);
}

/// The fields from `at` on that stand below `prefix`.
std::vector<Field> fields_below(const std::vector<SchemaRow>& rows, std::size_t& at,
                                const std::string& prefix) {
  std::vector<Field> fields;
  while (at < rows.size() && rows[at].path.starts_with(prefix)) {
    const SchemaRow& row = rows[at++];
    const bool is_array = row.type.starts_with("[]");
    Field field{.name = row.path.substr(prefix.size()),
                .type = type_from(std::string_view(row.type).substr(is_array ? 2 : 0)),
                .is_array = is_array,
                .versions = row.versions,
                .nullable = row.nullable,
                .tag = row.tag,
                .absent = absent_value(row)};
    if (field.type == FieldType::structure) field.fields = fields_below(rows, at, row.path + ".");
    fields.push_back(std::move(field));
  }
  return fields;
}

std::vector<Field> fields_of(const std::vector<SchemaRow>& rows) {
  std::size_t at = 0;
  return fields_below(rows, at, "");
}

using Schemas = std::map<std::string, MessageSchema>;

template <class... Messages>
void add_all(Schemas& schemas, TypeList<Messages...> /*list*/, const std::string& suffix) {
  const auto add = [&](const Api& api, const std::vector<SchemaRow>& rows) {
    const std::string message = std::string(name(api.key)) + suffix;
    schemas[message] = {message, api.key, api.versions, api.flexible_from, fields_of(rows)};
  };
  (add(Messages::api, schema_dump<Messages>()), ...);
}

template <class Message>
void add_consumer_protocol(Schemas& schemas, const std::string& message) {
  schemas[message] = {
      .name = message, .versions = Message::versions, .fields = fields_of(schema_dump<Message>())};
}

Schemas all_schemas() {
  Schemas schemas;
  add_all(schemas, RequestList{}, "Request");
  add_all(schemas, ResponseList{}, "Response");
  add_consumer_protocol<ConsumerProtocolSubscription>(schemas, "ConsumerProtocolSubscription");
  add_consumer_protocol<ConsumerProtocolAssignment>(schemas, "ConsumerProtocolAssignment");
  return schemas;
}

}  // namespace

const Field* find_field(const std::vector<Field>& fields, std::string_view name) {
  const auto found = std::find_if(fields.begin(), fields.end(),
                                  [&](const Field& field) { return field.name == name; });
  return found == fields.end() ? nullptr : &*found;
}

const MessageSchema& message_schema(const std::string& name) {
  static const Schemas schemas = all_schemas();
  const auto found = schemas.find(name);
  if (found == schemas.end()) throw Failure("there is no message " + name);
  return found->second;
}

}  // namespace cohort::conform
