// Authorised operations: the bit fields that Metadata and its kin answer when asked (KIP-430).
#pragma once

#include <cstdint>

namespace cohort::broker {

/// A bit for each `AclOperation` code that makes sense for the resource. Everything is allowed, as
/// in a Kafka without an authorizer.
inline constexpr std::int32_t read_operation = 1 << 3;
inline constexpr std::int32_t write_operation = 1 << 4;
inline constexpr std::int32_t create_operation = 1 << 5;
inline constexpr std::int32_t delete_operation = 1 << 6;
inline constexpr std::int32_t alter_operation = 1 << 7;
inline constexpr std::int32_t describe_operation = 1 << 8;
inline constexpr std::int32_t cluster_action_operation = 1 << 9;
inline constexpr std::int32_t describe_configs_operation = 1 << 10;
inline constexpr std::int32_t alter_configs_operation = 1 << 11;
inline constexpr std::int32_t idempotent_write_operation = 1 << 12;

inline constexpr std::int32_t all_topic_operations =
    read_operation | write_operation | create_operation | delete_operation | alter_operation |
    describe_operation | describe_configs_operation | alter_configs_operation;
inline constexpr std::int32_t all_group_operations =
    read_operation | delete_operation | describe_operation;
inline constexpr std::int32_t all_cluster_operations =
    create_operation | alter_operation | describe_operation | cluster_action_operation |
    describe_configs_operation | alter_configs_operation | idempotent_write_operation;

}  // namespace cohort::broker
