// PhaseWatch: whether a rebalance goes on when it can, and ends in time.
#pragma once

#include "world/first_violation.hpp"
#include <cohort/broker/broker.hpp>
#include <cohort/broker/fact.hpp>
#include <cohort/node/instant.hpp>
#include <cohort/node/state_digest.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace cohort::testing {

/// How far a group is.
struct PhaseLook {
  bool is_join_phase = false;
  std::size_t members = 0;
  std::size_t joined = 0;  ///< Of them; they wait for the answer.
  std::size_t given = 0;   ///< Ids that nobody has come with yet.
  bool is_in_initial_delay = false;
  Duration longest_timeout{};  ///< Of the members' rebalance timeouts.
  Duration initial_delay{};    ///< As it is set.
  bool sync_phases_end = true;
};

/// Nothing: there is no such group just now.
std::optional<PhaseLook> phase_look(const broker::Broker& broker, const std::string& group);

/// "join phases wait for somebody": a join phase goes on only while a member's JoinGroup, or that
/// of a given id, is missing, or the initial delay lasts. Source: KIP-394; every change of a group
/// ends in GroupMetadataManager.maybePrepareRebalanceOrCompleteJoin. But where JoinGroup is refused
/// for the group's size nobody looks, in Kafka either.
/// "phases end in time": a join phase lasts no longer than the largest rebalance timeout of the
/// members, or the initial delay (KIP-62, KIP-134); once more if nobody has joined, for as often as
/// that is so (completeClassicGroupJoin). A generation without its assignment lasts no longer than
/// that timeout either (KAFKA-12890, since 3.0).
class PhaseWatch {
 public:
  void see(const broker::Fact& fact, FirstViolation& broken);
  /// What comes of all the facts that were seen since the last call.
  void see_group(const PhaseLook& look, FirstViolation& broken);

 private:
  friend struct cohort::DigestOf<PhaseWatch>;
  enum class Phase : std::uint8_t { none, empty, initial, join, sync };

  void begin(Phase phase, Instant now);
  void check_time(Instant now, FirstViolation& broken);

  Phase phase_ = Phase::empty;
  Instant began_{};
  Instant deadline_ = Instant::never();  ///< Of the phase; never: it has none.
  bool was_just_begun_ = false;          ///< The deadline is still to be found out.
  bool was_refused_for_size_ = false;    ///< In this phase.
  bool has_nobody_joined_ = false;       ///< In a join phase, when it was looked at last.
  Duration longest_timeout_{};           ///< Of the members, when they were looked at last.
};

}  // namespace cohort::testing

namespace cohort {

template <>
struct DigestOf<testing::PhaseWatch> {
  static void add(StateDigest& into, const testing::PhaseWatch& watch);
};

}  // namespace cohort
