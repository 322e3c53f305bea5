#include "release_versions.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace cohort::broker {

namespace {

struct Row {
  ApiKey key{};
  std::int16_t last = 0;
};

/// Kafka 2.4.1 (clients/src/main/resources/common/message at that tag): all of its APIs, from their
/// version 0 on.
constexpr std::array kafka_2_4_versions{
    Row{ApiKey::produce, 8},
    Row{ApiKey::fetch, 11},
    Row{ApiKey::list_offsets, 5},
    Row{ApiKey::metadata, 9},
    Row{ApiKey::leader_and_isr, 4},
    Row{ApiKey::stop_replica, 2},
    Row{ApiKey::update_metadata, 6},
    Row{ApiKey::controlled_shutdown, 3},
    Row{ApiKey::offset_commit, 8},
    Row{ApiKey::offset_fetch, 6},
    Row{ApiKey::find_coordinator, 3},
    Row{ApiKey::join_group, 6},
    Row{ApiKey::heartbeat, 4},
    Row{ApiKey::leave_group, 4},
    Row{ApiKey::sync_group, 4},
    Row{ApiKey::describe_groups, 5},
    Row{ApiKey::list_groups, 3},
    Row{ApiKey::sasl_handshake, 1},
    Row{ApiKey::api_versions, 3},
    Row{ApiKey::create_topics, 5},
    Row{ApiKey::delete_topics, 4},
    Row{ApiKey::delete_records, 1},
    Row{ApiKey::init_producer_id, 2},
    Row{ApiKey::offset_for_leader_epoch, 3},
    Row{ApiKey::add_partitions_to_txn, 1},
    Row{ApiKey::add_offsets_to_txn, 1},
    Row{ApiKey::end_txn, 1},
    Row{ApiKey::write_txn_markers, 0},
    Row{ApiKey::txn_offset_commit, 2},
    Row{ApiKey::describe_acls, 1},
    Row{ApiKey::create_acls, 1},
    Row{ApiKey::delete_acls, 1},
    Row{ApiKey::describe_configs, 2},
    Row{ApiKey::alter_configs, 1},
    Row{ApiKey::alter_replica_log_dirs, 1},
    Row{ApiKey::describe_log_dirs, 1},
    Row{ApiKey::sasl_authenticate, 1},
    Row{ApiKey::create_partitions, 1},
    Row{ApiKey::create_delegation_token, 2},
    Row{ApiKey::renew_delegation_token, 1},
    Row{ApiKey::expire_delegation_token, 1},
    Row{ApiKey::describe_delegation_token, 1},
    Row{ApiKey::delete_groups, 2},
    Row{ApiKey::elect_leaders, 2},
    Row{ApiKey::incremental_alter_configs, 1},
    Row{ApiKey::alter_partition_reassignments, 0},
    Row{ApiKey::list_partition_reassignments, 0},
    Row{ApiKey::offset_delete, 0},
};
static_assert(std::is_sorted(kafka_2_4_versions.begin(), kafka_2_4_versions.end(),
                             [](const Row& a, const Row& b) { return a.key < b.key; }));

}  // namespace

std::optional<Versions> versions_in(Release release, ApiKey key) {
  if (release == Release::kafka_3_9) return Versions{};
  const auto row = std::ranges::lower_bound(kafka_2_4_versions, key, {}, &Row::key);
  if (row == kafka_2_4_versions.end() || row->key != key) return std::nullopt;
  return Versions{0, row->last};
}

}  // namespace cohort::broker
