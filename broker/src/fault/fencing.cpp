#include "fault/fencing.hpp"

#include <algorithm>
#include <array>

namespace cohort::broker {

namespace {

struct Row {
  ApiKey api{};
  ErrorCode fenced{};
  std::int16_t since = 0;  ///< The first version that can be told so.
  ErrorCode before{};      ///< What is told below it.
};

/// Sources: KIP-345 (instance ids), KIP-320 (leader epochs), KIP-588 (PRODUCER_FENCED); who writes
/// to a partition is told INVALID_PRODUCER_EPOCH in every version.
constexpr std::array rows{
    Row{ApiKey::produce, ErrorCode::invalid_producer_epoch, 0, {}},
    Row{ApiKey::fetch, ErrorCode::fenced_leader_epoch, 9, ErrorCode::not_leader_or_follower},
    Row{ApiKey::list_offsets, ErrorCode::fenced_leader_epoch, 4, ErrorCode::not_leader_or_follower},
    Row{ApiKey::offset_commit, ErrorCode::fenced_instance_id, 7, ErrorCode::unknown_member_id},
    Row{ApiKey::join_group, ErrorCode::fenced_instance_id, 5, ErrorCode::unknown_member_id},
    Row{ApiKey::heartbeat, ErrorCode::fenced_instance_id, 3, ErrorCode::unknown_member_id},
    Row{ApiKey::leave_group, ErrorCode::fenced_instance_id, 3, ErrorCode::unknown_member_id},
    Row{ApiKey::sync_group, ErrorCode::fenced_instance_id, 3, ErrorCode::unknown_member_id},
    Row{ApiKey::init_producer_id, ErrorCode::producer_fenced, 4, ErrorCode::invalid_producer_epoch},
    Row{ApiKey::offset_for_leader_epoch, ErrorCode::fenced_leader_epoch, 2,
        ErrorCode::not_leader_or_follower},
    Row{ApiKey::add_partitions_to_txn, ErrorCode::producer_fenced, 2,
        ErrorCode::invalid_producer_epoch},
    Row{ApiKey::add_offsets_to_txn, ErrorCode::producer_fenced, 2,
        ErrorCode::invalid_producer_epoch},
    Row{ApiKey::end_txn, ErrorCode::producer_fenced, 2, ErrorCode::invalid_producer_epoch},
    Row{ApiKey::txn_offset_commit, ErrorCode::invalid_producer_epoch, 0, {}},
};

}  // namespace

std::optional<ErrorCode> fencing_error(ApiKey api, std::int16_t version) {
  const auto* const row = std::ranges::find(rows, api, &Row::api);
  if (row == rows.end()) return std::nullopt;
  return version < row->since ? row->before : row->fenced;
}

}  // namespace cohort::broker
