// Topic names: which are legal, which collide, and which are Kafka's own.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cohort::broker {

inline constexpr std::string_view offsets_topic = "__consumer_offsets";
inline constexpr std::string_view transaction_topic = "__transaction_state";
inline constexpr std::string_view share_state_topic = "__share_group_state";
inline constexpr std::string_view metadata_topic = "__cluster_metadata";

/// What is wrong with a name, in the words a client is told, or nothing. Source: Topic.validate.
std::optional<std::string> topic_name_fault(std::string_view name);

/// Clients may not produce to these. Source: Topic.isInternal.
bool is_internal_topic(std::string_view name);

/// Has the name a character that makes it collide with another ('.' and '_' are one in metric
/// names)?
bool has_collision_characters(std::string_view name);

/// The name with each '.' as '_': two topics collide when theirs are equal. Source:
/// Topic.hasCollision.
std::string collision_name(std::string_view name);

}  // namespace cohort::broker
