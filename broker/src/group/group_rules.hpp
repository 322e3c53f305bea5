// GroupRules: where Kafka's releases treat groups differently, each difference a value of its own.
#pragma once

namespace cohort::broker {

/// The defaults are Kafka 3.9's with the Java coordinator. "Since" is the release that brought it;
/// "Java" means the coordinator written in Java, which 3.9 has in KRaft mode.
struct GroupRules {
  /// In CompletingRebalance a heartbeat is answered NONE and keeps the member alive; before, it was
  /// told to rebalance and did not count (since 2.7, KAFKA-10134).
  bool heartbeat_counts_before_assignment = true;
  /// Who does not send SyncGroup within the rebalance timeout is out (since 3.0, KAFKA-12890).
  bool expels_who_never_syncs = true;
  /// A static member that restarts costs a rebalance while the sync phase lasts, and where it
  /// changes the protocol; and its new id is written down (since 2.7, KAFKA-9801, KAFKA-10284).
  bool restart_may_rebalance = true;
  /// An instance id that the group does not have makes the member unknown, whatever its member id
  /// (since 3.0). JoinGroup has always been so.
  bool checks_unmapped_instances = true;
  /// While members rejoin, group.max.size counts those who did (since 2.6, KAFKA-9885); before, it
  /// counted the members, and an id that had been handed out had its place for sure.
  bool capacity_counts_parked_joins = true;
  bool rejoin_updates_timeouts = true;  ///< Since 3.4.
  /// Offsets of consumers that read other topics age in Stable only (since 3.2); before, in every
  /// state in which the subscriptions are known.
  bool offsets_age_in_stable_only = true;

  /// A new member stretches the initial delay of every group that was Empty (Java); before, only of
  /// one that never had a generation.
  bool every_initial_delay_stretches = true;
  /// A member or an id that expires during the initial delay ends it when nobody else is waited
  /// for (Java).
  bool expiry_ends_initial_delay = true;
  /// However many leave by one request, it costs one rebalance, also when all that left were ids
  /// that had not been used yet (Java); before, each member counted alone, and such ids not at all.
  bool batch_leaves_at_once = true;
  /// DescribeGroups shows the last assignment outside Stable, too (Java).
  bool describes_last_assignment = true;
  /// An Empty group that loses its last offset to a client stays until the retention check (Java);
  /// before, it was gone at once.
  bool keeps_group_without_offsets = true;
  bool records_new_group = true;       ///< Its first JoinGroup alone makes a record of it (Java).
  bool sync_restarts_session = false;  ///< In Stable, until Java.

  bool operator==(const GroupRules&) const = default;
};

}  // namespace cohort::broker
