// The answer that says nothing but an error, for random requests of every API at every version.
#include "api/error_answers.hpp"

#include "dispatch.hpp"
#include "named_in.hpp"
#include "protocol/random_draw.hpp"
#include <cohort/protocol/codec.hpp>
#include <cohort/protocol/messages.hpp>
#include <cohort/protocol/print.hpp>
#include <cohort/protocol/representable.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <type_traits>

namespace cohort::broker {
namespace {

using cohort::testing::RandomDraw;
using cohort::testing::seed_line;

constexpr ErrorCode any_error = ErrorCode::policy_violation;
constexpr int rounds = 40;

template <class Request>
concept HasErrorAnswer = requires(const Request& request) {
  error_answer(request, any_error, 0);
};

/// What of a request its answer names again, with an error for each.
enum class Mirrored { nothing, names, names_once, partitions, partitions_once };

/// Source: getErrorResponse of Kafka's requests.
Mirrored mirrored_by(ApiKey key, int version) {
  using enum Mirrored;
  if (key == ApiKey::fetch) return version < 13 ? partitions : nothing;
  if (key == ApiKey::find_coordinator) return version < 4 ? nothing : names;
  if (key == ApiKey::add_partitions_to_txn) return version < 4 ? partitions : nothing;
  if (key == ApiKey::offset_fetch && version < 8) return version < 2 ? partitions_once : nothing;
  static const std::map<ApiKey, Mirrored> rest{{ApiKey::produce, partitions_once},
                                               {ApiKey::list_offsets, partitions},
                                               {ApiKey::metadata, names},
                                               {ApiKey::offset_commit, partitions},
                                               {ApiKey::offset_fetch, names_once},
                                               {ApiKey::describe_groups, names},
                                               {ApiKey::create_topics, names},
                                               {ApiKey::delete_topics, names},
                                               {ApiKey::delete_records, partitions},
                                               {ApiKey::offset_for_leader_epoch, partitions},
                                               {ApiKey::write_txn_markers, partitions_once},
                                               {ApiKey::txn_offset_commit, partitions},
                                               {ApiKey::describe_configs, names},
                                               {ApiKey::alter_configs, names},
                                               {ApiKey::alter_replica_log_dirs, partitions},
                                               {ApiKey::create_partitions, names},
                                               {ApiKey::delete_groups, names},
                                               {ApiKey::elect_leaders, partitions},
                                               {ApiKey::incremental_alter_configs, names},
                                               {ApiKey::alter_partition_reassignments, partitions},
                                               {ApiKey::list_partition_reassignments, partitions},
                                               {ApiKey::alter_client_quotas, names},
                                               {ApiKey::describe_producers, partitions},
                                               {ApiKey::describe_transactions, names},
                                               {ApiKey::describe_topic_partitions, names}};
  const auto found = rest.find(key);
  return found == rest.end() ? nothing : found->second;
}

bool has_error_of_all(ApiKey key, int version) {
  if (key == ApiKey::describe_log_dirs) return version >= 3;
  if (key == ApiKey::fetch) return version >= 7;
  if (key == ApiKey::elect_leaders) return version >= 1;
  return mirrored_by(key, version) == Mirrored::nothing ||
         key == ApiKey::alter_partition_reassignments ||
         key == ApiKey::list_partition_reassignments;
}

bool names_topics(ApiKey key) {
  return key == ApiKey::metadata || key == ApiKey::create_topics || key == ApiKey::delete_topics ||
         key == ApiKey::create_partitions || key == ApiKey::describe_topic_partitions;
}

NamingFields naming_fields(ApiKey key, Mirrored mirrored) {
  if (mirrored == Mirrored::nothing) return {};
  const FieldNames topics{"name", "topic", "topic_name", "topic_names", "topic_id"};
  if (mirrored == Mirrored::partitions || mirrored == Mirrored::partitions_once) {
    return {.owners = {"producer_id"},
            .names = topics,
            .indexes = {"partition", "partition_index", "partition_id", "index", "partitions",
                        "partition_indexes"}};
  }
  if (names_topics(key)) return {.names = topics};
  return {.names = {"groups", "groups_names", "group_id", "key", "coordinator_keys",
                    "transactional_id", "transactional_ids", "resource_name", "entity_type",
                    "entity_name"}};
}

std::multiset<std::string> once(const std::multiset<std::string>& names) {
  const std::set<std::string> each(names.begin(), names.end());
  return {each.begin(), each.end()};
}

void expect_mirrored(Mirrored mirrored, const NamedIn& request, const NamedIn& answer) {
  if (mirrored == Mirrored::partitions_once) {
    EXPECT_EQ(answer.partitions, once(request.partitions));
    return;
  }
  EXPECT_EQ(answer.partitions, request.partitions);
  EXPECT_EQ(answer.names, mirrored == Mirrored::names_once ? once(request.names) : request.names);
}

void expect_errors(ApiKey key, int version, const NamedIn& answer) {
  const bool is_of_all = has_error_of_all(key, version);
  EXPECT_EQ(answer.errors_of_all, std::vector<ErrorCode>(is_of_all ? 1 : 0, any_error));
  EXPECT_EQ(answer.errors_within, std::vector(answer.errors_within.size(), any_error));
  // These are named without an error of their own.
  if (key == ApiKey::list_partition_reassignments) return;
  const Mirrored mirrored = mirrored_by(key, version);
  if (mirrored == Mirrored::names || mirrored == Mirrored::names_once) {
    EXPECT_TRUE(answer.names.empty() || !answer.errors_within.empty());
  } else {
    EXPECT_EQ(answer.errors_within.size(), answer.partitions.size());
  }
}

template <HasErrorAnswer Request>
void check_answer(const Request& request, int version) {
  SCOPED_TRACE("v" + std::to_string(version) + " " + print(request));
  const auto answer = error_answer(request, any_error, version);
  using Response = std::remove_cv_t<decltype(answer)>;
  EXPECT_EQ(representable(answer, version), std::nullopt);
  const Result<Response> decoded = decode<Response>(encode(answer, version).joined(), version);
  ASSERT_TRUE(decoded.has_value());

  constexpr ApiKey key = Request::api.key;
  const Mirrored mirrored = mirrored_by(key, version);
  const NamingFields fields = naming_fields(key, mirrored);
  const NamedIn named = named_in(*decoded, version, fields);
  expect_mirrored(mirrored, named_in(request, version, fields), named);
  expect_errors(key, version, named);
}

template <class Request>
void check_api() {
  if constexpr (HasErrorAnswer<Request>) {
    RandomDraw draw(name(Request::api.key));
    const Versions versions = Request::api.versions;
    for (int version = versions.first; version <= versions.last; ++version) {
      for (int round = 0; round < rounds && !::testing::Test::HasFailure(); ++round) {
        check_answer(random_message<Request>(draw, version), version);
      }
    }
  }
}

template <class... Requests>
void check_apis(TypeList<Requests...>) {
  (check_api<Requests>(), ...);
}

template <class... Requests>
std::vector<ApiKey> keys_with_answer(TypeList<Requests...>) {
  std::vector<ApiKey> keys;
  const auto add = [&]<class Request>(const Request*) {
    if (HasErrorAnswer<Request>) keys.push_back(Request::api.key);
  };
  (add(static_cast<const Requests*>(nullptr)), ...);
  return keys;
}

TEST(ErrorAnswer, EveryServedApiHasOne) {
  std::vector<ApiKey> served;
  for (const DispatchRow& row : dispatch_table()) served.push_back(row.key);
  EXPECT_EQ(keys_with_answer(RequestList{}), served);
}

TEST(ErrorAnswer, TellsTheErrorAndNoOtherOfAllThatTheRequestNames) {
  SCOPED_TRACE(seed_line());
  check_apis(RequestList{});
}

}  // namespace
}  // namespace cohort::broker
