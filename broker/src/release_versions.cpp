#include "release_versions.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace cohort::broker {

namespace {

struct LastVersion {
  ApiKey key{};
  std::int16_t last = 0;
};

/// Kafka 2.4.1 (clients/src/main/resources/common/message at that tag): all of its APIs, from their
/// version 0 on.
constexpr std::array kafka_2_4_versions{
    LastVersion{ApiKey::produce, 8},
    LastVersion{ApiKey::fetch, 11},
    LastVersion{ApiKey::list_offsets, 5},
    LastVersion{ApiKey::metadata, 9},
    LastVersion{ApiKey::leader_and_isr, 4},
    LastVersion{ApiKey::stop_replica, 2},
    LastVersion{ApiKey::update_metadata, 6},
    LastVersion{ApiKey::controlled_shutdown, 3},
    LastVersion{ApiKey::offset_commit, 8},
    LastVersion{ApiKey::offset_fetch, 6},
    LastVersion{ApiKey::find_coordinator, 3},
    LastVersion{ApiKey::join_group, 6},
    LastVersion{ApiKey::heartbeat, 4},
    LastVersion{ApiKey::leave_group, 4},
    LastVersion{ApiKey::sync_group, 4},
    LastVersion{ApiKey::describe_groups, 5},
    LastVersion{ApiKey::list_groups, 3},
    LastVersion{ApiKey::sasl_handshake, 1},
    LastVersion{ApiKey::api_versions, 3},
    LastVersion{ApiKey::create_topics, 5},
    LastVersion{ApiKey::delete_topics, 4},
    LastVersion{ApiKey::delete_records, 1},
    LastVersion{ApiKey::init_producer_id, 2},
    LastVersion{ApiKey::offset_for_leader_epoch, 3},
    LastVersion{ApiKey::add_partitions_to_txn, 1},
    LastVersion{ApiKey::add_offsets_to_txn, 1},
    LastVersion{ApiKey::end_txn, 1},
    LastVersion{ApiKey::write_txn_markers, 0},
    LastVersion{ApiKey::txn_offset_commit, 2},
    LastVersion{ApiKey::describe_acls, 1},
    LastVersion{ApiKey::create_acls, 1},
    LastVersion{ApiKey::delete_acls, 1},
    LastVersion{ApiKey::describe_configs, 2},
    LastVersion{ApiKey::alter_configs, 1},
    LastVersion{ApiKey::alter_replica_log_dirs, 1},
    LastVersion{ApiKey::describe_log_dirs, 1},
    LastVersion{ApiKey::sasl_authenticate, 1},
    LastVersion{ApiKey::create_partitions, 1},
    LastVersion{ApiKey::create_delegation_token, 2},
    LastVersion{ApiKey::renew_delegation_token, 1},
    LastVersion{ApiKey::expire_delegation_token, 1},
    LastVersion{ApiKey::describe_delegation_token, 1},
    LastVersion{ApiKey::delete_groups, 2},
    LastVersion{ApiKey::elect_leaders, 2},
    LastVersion{ApiKey::incremental_alter_configs, 1},
    LastVersion{ApiKey::alter_partition_reassignments, 0},
    LastVersion{ApiKey::list_partition_reassignments, 0},
    LastVersion{ApiKey::offset_delete, 0},
};
static_assert(std::is_sorted(kafka_2_4_versions.begin(), kafka_2_4_versions.end(),
                             [](const LastVersion& a, const LastVersion& b) {
                               return a.key < b.key;
                             }));

}  // namespace

std::optional<Versions> versions_in(Release release, ApiKey key) {
  if (release == Release::kafka_3_9) return Versions{};
  const auto row = std::ranges::lower_bound(kafka_2_4_versions, key, {}, &LastVersion::key);
  if (row == kafka_2_4_versions.end() || row->key != key) return std::nullopt;
  return Versions{0, row->last};
}

}  // namespace cohort::broker
