#include <cohort/broker/fact.hpp>
#include <cohort/protocol/assert.hpp>

#include <fmt/format.h>

namespace cohort::broker {

std::string_view name(FactKind kind) {
  switch (kind) {
    case FactKind::member_id_given:
      return "member_id_given";
    case FactKind::member_joined:
      return "member_joined";
    case FactKind::member_rejoined:
      return "member_rejoined";
    case FactKind::member_left:
      return "member_left";
    case FactKind::member_expired:
      return "member_expired";
    case FactKind::member_fenced:
      return "member_fenced";
    case FactKind::pending_member_expired:
      return "pending_member_expired";
    case FactKind::rebalance_started:
      return "rebalance_started";
    case FactKind::initial_delay_extended:
      return "initial_delay_extended";
    case FactKind::generation_formed:
      return "generation_formed";
    case FactKind::assignment_received:
      return "assignment_received";
    case FactKind::assignment_kept:
      return "assignment_kept";
    case FactKind::group_emptied:
      return "group_emptied";
    case FactKind::group_deleted:
      return "group_deleted";
    case FactKind::group_unloaded:
      return "group_unloaded";
    case FactKind::group_loaded:
      return "group_loaded";
    case FactKind::offsets_committed:
      return "offsets_committed";
    case FactKind::offset_expired:
      return "offset_expired";
    case FactKind::offsets_deleted:
      return "offsets_deleted";
    case FactKind::offsets_pending:
      return "offsets_pending";
    case FactKind::topic_created:
      return "topic_created";
    case FactKind::topic_deleted:
      return "topic_deleted";
    case FactKind::partitions_added:
      return "partitions_added";
    case FactKind::leader_changed:
      return "leader_changed";
    case FactKind::records_deleted:
      return "records_deleted";
    case FactKind::broker_stopped:
      return "broker_stopped";
    case FactKind::broker_started:
      return "broker_started";
    case FactKind::config_changed:
      return "config_changed";
    case FactKind::quota_changed:
      return "quota_changed";
    case FactKind::producer_initialized:
      return "producer_initialized";
    case FactKind::producer_fenced:
      return "producer_fenced";
    case FactKind::fenced_producer_refused:
      return "fenced_producer_refused";
    case FactKind::transaction_begun:
      return "transaction_begun";
    case FactKind::transaction_partitions_added:
      return "transaction_partitions_added";
    case FactKind::transaction_prepared:
      return "transaction_prepared";
    case FactKind::transaction_waiting:
      return "transaction_waiting";
    case FactKind::transaction_completed:
      return "transaction_completed";
    case FactKind::transaction_timed_out:
      return "transaction_timed_out";
    case FactKind::transactional_id_expired:
      return "transactional_id_expired";
    case FactKind::coordinator_loaded:
      return "coordinator_loaded";
    case FactKind::coordinator_failed:
      return "coordinator_failed";
    case FactKind::connection_held:
      return "connection_held";
    case FactKind::connection_refused:
      return "connection_refused";
    case FactKind::client_disconnected:
      return "client_disconnected";
    case FactKind::request_failed:
      return "request_failed";
    case FactKind::rule_applied:
      return "rule_applied";
    case FactKind::request_released:
      return "request_released";
    case FactKind::broker_reset:
      return "reset";
    case FactKind::message_received:
      return ">";
    case FactKind::message_sent:
      return "<";
  }
  COHORT_ASSERT(false);
}

std::string_view name(Cause::Kind kind) {
  switch (kind) {
    case Cause::Kind::start:
      return "start";
    case Cause::Kind::request:
      return "request";
    case Cause::Kind::timer:
      return "timer";
    case Cause::Kind::link:
      return "link";
    case Cause::Kind::control:
      return "control";
  }
  COHORT_ASSERT(false);
}

std::string to_string(const Fact& fact) {
  const std::int64_t ms = fact.at.unix_ms();
  std::string text = fmt::format("{}.{:03} {}", ms / 1000, ms % 1000, name(fact.kind));
  if (!fact.group.empty()) text += fmt::format(" group={}", fact.group);
  if (fact.generation >= 0) text += fmt::format(" generation={}", fact.generation);
  if (!fact.member_id.empty()) text += fmt::format(" member={}", fact.member_id);
  if (!fact.client_id.empty()) text += fmt::format(" client={}", fact.client_id);
  if (!fact.transactional_id.empty()) {
    text += fmt::format(" transactional_id={}", fact.transactional_id);
  }
  if (!fact.detail.empty()) text += ": " + fact.detail;
  return text;
}

}  // namespace cohort::broker
