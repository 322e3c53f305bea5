// Kafka's own message definitions, which are not part of the repository: COHORT_REFERENCE holds
// them.
#pragma once

#include <cohort/protocol/schema.hpp>

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace cohort::testing {

using Json = nlohmann::json;

bool has_kafka_definitions();

/// Why a test that needs them is skipped.
inline constexpr std::string_view no_kafka_definitions =
    "COHORT_REFERENCE names no folder with kafka-messages";

/// The definition of a message such as `JoinGroupRequest`. REQUIRES: has_kafka_definitions().
Json kafka_definition(const std::string& name);

/// A field's name as ours are written.
std::string snake_case(const std::string& name);

/// The range that Kafka writes as `3`, `3-5` or `3+`; null for `none`.
std::optional<Versions> versions_in(const std::string& text);

}  // namespace cohort::testing
