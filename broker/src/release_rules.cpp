#include "release_rules.hpp"

namespace cohort::broker {

namespace {

/// Source: GroupCoordinator, GroupMetadata, GroupMetadataManager, KafkaApis and AdminManager at
/// Kafka's tag 2.4.1.
constexpr ReleaseRules kafka_2_4{.group = {.heartbeat_counts_before_assignment = false,
                                           .expels_who_never_syncs = false,
                                           .restart_may_rebalance = false,
                                           .checks_unmapped_instances = false,
                                           .capacity_counts_parked_joins = false,
                                           .rejoin_updates_timeouts = false,
                                           .offsets_age_in_stable_only = false,
                                           .every_initial_delay_stretches = false,
                                           .expiry_ends_initial_delay = false,
                                           .batch_leaves_at_once = false,
                                           .describes_last_assignment = false,
                                           .keeps_group_without_offsets = false,
                                           .records_new_group = false,
                                           .sync_restarts_session = true},
                                 .has_zookeeper = true,
                                 .verifies_transactions = false,
                                 .operations_not_asked_for = 0,
                                 .topic_just_made = ErrorCode::leader_not_available,
                                 .tells_bad_topic_names = false,
                                 .unknown_coordinator_type = ErrorCode::unknown_server_error,
                                 .lists_each_mention = false,
                                 .timeout_of_0_makes_nothing = false};

}  // namespace

ReleaseRules rules_of(Release release) {
  switch (release) {
    case Release::kafka_2_4:
      return kafka_2_4;
    case Release::kafka_3_9:
      return {};
  }
  return {};
}

}  // namespace cohort::broker
