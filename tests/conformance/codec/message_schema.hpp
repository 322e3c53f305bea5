// MessageSchema: a message's fields as data, by which JSON becomes bytes and bytes become JSON.
#pragma once

#include "conformance/codec/json.hpp"
#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::conform {

enum class FieldType : std::uint8_t {
  boolean,
  int8,
  int16,
  uint16,
  int32,
  int64,
  float64,
  uuid,
  string,
  bytes,
  records,
  structure,
};

struct Field {
  std::string name;
  FieldType type = FieldType::structure;
  bool is_array = false;
  Versions versions;
  std::optional<Versions> nullable;  ///< Null: never nullable.
  std::int32_t tag = -1;             ///< -1: not tagged.
  Json absent;                       ///< What a body that leaves it out means.
  std::vector<Field> fields;         ///< Of a structure.

  bool is_tagged() const { return tag >= 0; }
  bool is_nullable(int version) const { return nullable && nullable->contains(version); }
};

struct MessageSchema {
  std::string name;  ///< `JoinGroupRequest`
  std::optional<ApiKey> key;
  Versions versions;
  std::int16_t flexible_from = never_flexible;
  std::vector<Field> fields;
};

/// Null if there is no field of this name.
const Field* find_field(const std::vector<Field>& fields, std::string_view name);

/// By Kafka's name. Throws Failure if there is none.
const MessageSchema& message_schema(const std::string& name);

}  // namespace cohort::conform
