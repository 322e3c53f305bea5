#include "protocol/codec/schema_rows.hpp"

#include <algorithm>

namespace cohort::detail {

std::string SchemaRows::type_of(bool) { return "bool"; }
std::string SchemaRows::type_of(std::int8_t) { return "int8"; }
std::string SchemaRows::type_of(std::int16_t) { return "int16"; }
std::string SchemaRows::type_of(std::uint16_t) { return "uint16"; }
std::string SchemaRows::type_of(std::int32_t) { return "int32"; }
std::string SchemaRows::type_of(std::int64_t) { return "int64"; }
std::string SchemaRows::type_of(double) { return "float64"; }
std::string SchemaRows::type_of(const Uuid&) { return "uuid"; }
std::string SchemaRows::type_of(const std::string&) { return "string"; }
std::string SchemaRows::type_of(const Buffer&) { return "bytes"; }
std::string SchemaRows::type_of(const Buffers&) { return "records"; }

std::string SchemaRows::default_text(bool value) { return value ? "true" : "false"; }
std::string SchemaRows::default_text(std::int64_t value) { return std::to_string(value); }
std::string SchemaRows::default_text(double value) { return std::to_string(value); }
std::string SchemaRows::default_text(const Uuid& value) { return to_base64(value); }
std::string SchemaRows::default_text(const std::string& value) { return '"' + value + '"'; }
std::string SchemaRows::default_text(const Buffer& value) {
  return value.empty() ? "\"\"" : "bytes";
}
std::string SchemaRows::default_text(const Buffers& value) {
  return value.empty() ? "\"\"" : "records";
}

Versions SchemaRows::clipped(Versions versions) const {
  return {.first = std::max(versions.first, within_.first),
          .last = std::min(versions.last, within_.last)};
}

}  // namespace cohort::detail
