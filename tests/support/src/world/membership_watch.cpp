#include "world/membership_watch.hpp"

#include "group/group_timer.hpp"
#include "world/known_ids.hpp"

#include <fmt/format.h>

#include <utility>

namespace cohort::testing {

using broker::Cause;
using broker::Fact;
using broker::FactKind;
using broker::GroupTimer;

namespace {

bool is_of(const Cause& cause, GroupTimer::Kind timer) {
  return cause.kind == Cause::Kind::timer && cause.name == broker::name(timer);
}

/// What a client gives as its reason when an answer has told it that it is no member.
constexpr std::string_view was_unknown = "encountered UNKNOWN_MEMBER_ID";

}  // namespace

void MembershipWatch::see(const Fact& fact, FirstViolation& broken) {
  const auto expired_before = std::exchange(has_just_expired_, false);
  switch (fact.kind) {
    case FactKind::member_id_given:
      given_.insert(fact.member_id);
      break;
    case FactKind::member_joined:
      given_.erase(fact.member_id);
      members_.insert(fact.member_id);
      break;
    case FactKind::member_rejoined:
      see_rejoined(fact);
      break;
    case FactKind::member_fenced:
      members_.erase(fact.member_id);
      fenced_ = fact.member_id;
      break;
    case FactKind::member_left:
    case FactKind::member_expired:
    case FactKind::pending_member_expired:
      see_gone(fact, broken);
      has_just_expired_ = fact.kind == FactKind::member_expired;
      break;
    case FactKind::rebalance_started:
      if (is_of(fact.cause, GroupTimer::Kind::session) && !expired_before) {
        broken.tell(
            rule_names::gone_is_gone,
            "a session has ended that is no member's, and costs a rebalance: " + fact.detail);
      }
      break;
    case FactKind::generation_formed:
      check_generation(fact, broken);
      break;
    case FactKind::group_loaded:
      forget_all();
      for (const broker::Share& share : fact.shares) members_.insert(share.member_id);
      break;
    case FactKind::group_unloaded:
    case FactKind::group_deleted:
    case FactKind::broker_reset:
      forget_all();
      break;
    default:
      break;
  }
}

void MembershipWatch::see_gone(const Fact& fact, FirstViolation& broken) {
  const std::string& id = fact.member_id;
  const bool was_given = given_.erase(id) > 0;
  const bool was_member = members_.erase(id) > 0;
  const bool was_there =
      fact.kind == FactKind::pending_member_expired ? was_given : was_given || was_member;
  if (!was_there) {
    broken.tell(rule_names::gone_is_gone,
                fmt::format("{} is not in the group: {}, {}", id, name(fact.kind), fact.detail));
  }
  gone_.insert(id);
  // Its instance id is nobody's: who had it before may come again.
  std::erase_if(successors_, [&](const auto& fenced) { return fenced.second == id; });
}

void MembershipWatch::see_rejoined(const Fact& fact) {
  const std::string& id = fact.member_id;
  members_.insert(id);
  if (!fenced_) return;
  const std::string former = *std::exchange(fenced_, std::nullopt);
  // Whom the former one had replaced, this one has replaced, too.
  for (auto& [fenced, successor] : successors_) {
    if (successor == former) successor = id;
  }
  const bool says_it_was_unknown = fact.cause.client_reason.starts_with(was_unknown);
  if (says_it_was_unknown && !successors_.empty()) came_again_.insert(id);
  if (!gone_.contains(former)) successors_[former] = id;
}

void MembershipWatch::check_generation(const Fact& fact, FirstViolation& broken) const {
  const bool is_out_of_time = is_of(fact.cause, GroupTimer::Kind::join_phase) ||
                              is_of(fact.cause, GroupTimer::Kind::initial_delay);
  if (given_.empty() || is_out_of_time) return;
  broken.tell(rule_names::given_ids,
              fmt::format("generation {} forms without {}, who was given this id", fact.generation,
                          *given_.begin()));
}

void MembershipWatch::see(const std::string& name, const Ids& ids, FirstViolation& broken) const {
  if (!came_again_.contains(ids.held) || !successors_.contains(ids.former)) return;
  broken.tell(rule_names::gone_is_gone, fmt::format("{} was {}, which was replaced, and is {} now",
                                                    name, ids.former, ids.held));
}

void MembershipWatch::forget_all() {
  members_.clear();
  given_.clear();
  successors_.clear();
  came_again_.clear();
  fenced_.reset();
}

}  // namespace cohort::testing

namespace cohort {

/// Members and given ids are the broker's. The rest matters for who has, or will be told, the id.
void DigestOf<testing::MembershipWatch>::add(StateDigest& into,
                                             const testing::MembershipWatch& watch) {
  const auto& [members, given, successors, came_again, gone, fenced, has_just_expired] = watch;
  const testing::KnownIds known(into);
  for (const auto& [former, successor] : successors) {
    if (known.has(former)) into.add_all(former, successor);
  }
  into.add_word(came_again.size());
  for (const std::string& id : came_again) {
    if (known.has(id)) into.add(id);
  }
  for (const std::string& id : gone) {
    if (known.has(id)) into.add(id);
  }
}

}  // namespace cohort
