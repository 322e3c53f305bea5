// DeleteTopics: deletes topics by name or id.
#pragma once

#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/schema.hpp>
#include <cohort/protocol/uuid.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cohort {

/// A topic to delete: a name, or null and an id.
struct DeleteTopicsDeleteTopicState {
  std::optional<std::string> name;
  Uuid topic_id;

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name, since(6));
    field("topic_id", m.topic_id, since(6));
  }
  bool operator==(const DeleteTopicsDeleteTopicState&) const = default;
};

/// Deletes topics, by name and from v6 on also by id. Source: KIP-4, KIP-482 (v4), KIP-599
/// (v5), KIP-516 (v6).
struct DeleteTopicsRequest {
  static constexpr Api api{ApiKey::delete_topics, {0, 6}, /*flexible_from=*/4};

  std::vector<DeleteTopicsDeleteTopicState> topics;
  std::vector<std::string> topic_names;
  std::int32_t timeout_ms = 0;

  static constexpr void fields(auto& field, auto& m) {
    field("topics", m.topics, since(6));
    field("topic_names", m.topic_names, between(0, 5).ignorable());
    field("timeout_ms", m.timeout_ms);
  }
  bool operator==(const DeleteTopicsRequest&) const = default;
};

/// The outcome for one topic.
struct DeleteTopicsDeletableTopicResult {
  std::optional<std::string> name = "";
  Uuid topic_id;
  ErrorCode error_code = ErrorCode::none;
  std::optional<std::string> error_message;

  static constexpr void fields(auto& field, auto& m) {
    field("name", m.name, always.nullable_since(6), not_null);
    field("topic_id", m.topic_id, since(6).ignorable());
    field("error_code", m.error_code);
    field("error_message", m.error_message, since(5).ignorable());
  }
  bool operator==(const DeleteTopicsDeletableTopicResult&) const = default;
};

/// One outcome for each topic.
struct DeleteTopicsResponse {
  static constexpr Api api{ApiKey::delete_topics, {0, 6}, /*flexible_from=*/4};

  std::int32_t throttle_time_ms = 0;
  std::vector<DeleteTopicsDeletableTopicResult> responses;

  static constexpr void fields(auto& field, auto& m) {
    field("throttle_time_ms", m.throttle_time_ms, since(1).ignorable());
    field("responses", m.responses);
  }
  bool operator==(const DeleteTopicsResponse&) const = default;
};

}  // namespace cohort
