// The field lists of the messages as rows, to be compared with Kafka's definitions.
#pragma once

#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cohort {

/// One field. Fields of a part follow the field that holds it.
struct SchemaRow {
  std::string path;  ///< For example `topics.partitions.index`.
  std::string
      type;  ///< Kafka's: `int16`, `[]string`, `records`; `struct` and `[]struct` for parts.
  Versions versions;
  std::optional<Versions> nullable;  ///< Null: never nullable.
  std::int32_t tag = -1;             ///< -1: not tagged.
  std::string default_value;         ///< `null`, `true`, `-1`, `""`, `[]`, `{}`, a uuid in base64.
  bool is_ignorable = false;

  bool operator==(const SchemaRow&) const = default;
};

template <class Message>
std::vector<SchemaRow> schema_dump();

}  // namespace cohort
