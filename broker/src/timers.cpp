#include "timers.hpp"

#include "admission.hpp"
#include "coordinator_records.hpp"
#include "facts.hpp"
#include "state.hpp"
#include "topics.hpp"
#include "transactions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace cohort::broker {

namespace {

/// Connections that were silent for connections.max.idle.ms are closed, waiting for an answer or
/// not, as in Kafka (Selector.maybeCloseOldestConnection). Activity only moves a note in the
/// connection; the timer looks at it when it fires.
void close_idle(BrokerState& state, Instant now) {
  while (const std::optional<LinkId> link = state.idle_timers.pop_due(now)) {
    Connection& connection = state.connections.at(*link);
    const Instant due = connection.last_active + state.config.connections_max_idle;
    if (due > now) {
      state.idle_timers.set(*link, due);
    } else {
      close_connection(state, *link, "idle for connections.max.idle.ms");
    }
  }
}

/// The cleaner compacts and then deletes from compacted topics what they do not keep either.
void look_after_logs(BrokerState& state, Instant now) {
  while (state.log_timers.next_deadline() <= now) {
    const Instant due = state.log_timers.next_deadline();
    if (state.log_timers.take_retention(due)) {
      tell_start_moved(state, state.catalog.apply_retention(TopicKind::not_compacted, due),
                       "retention", due);
    }
    if (state.log_timers.take_cleaning(due)) {
      state.catalog.compact(due);
      tell_start_moved(state, state.catalog.apply_retention(TopicKind::compacted, due), "retention",
                       due);
    }
    arm_log_timers(state, due);
  }
  collect_facts(state, {.kind = Cause::Kind::timer, .name = "log.retention.check.interval.ms"});
}

std::string whose(const BrokerState& state, LinkId link) {
  const Peer& peer = state.connections.at(link).peer;
  return fmt::format("connection {}:{}", peer.address, peer.port);
}

std::string delayed_in_words(const BrokerState& state, const HeldWork& work) {
  if (const auto* marker = std::get_if<HeldMarker>(&work.what)) {
    return fmt::format("delayed marker of {} on {}-{}", marker->transactional_id,
                       marker->partition.topic, marker->partition.partition);
  }
  return fmt::format("delayed answer to {} of {}", name(work.about.api), whose(state, work.link));
}

void advance_groups(BrokerState& state, Instant now) {
  state.coordinator.advance(now);
  collect_facts(state, {.kind = Cause::Kind::timer, .name = "offsets_retention_check"});
}

}  // namespace

void advance_coordinators(BrokerState& state, Instant now) {
  while (state.transactions.next_deadline() <= now) {
    const Instant due = state.transactions.next_deadline();
    advance_groups(state, due);
    state.transactions.advance(due);
    end_transactions(state, due);
    collect_facts(state, {.kind = Cause::Kind::timer, .name = "transaction_timeout"});
  }
  advance_groups(state, now);
  write_coordinator_records(state);
}

void arm_log_timers(BrokerState& state, Instant now) {
  state.log_timers.arm(state.config.log,
                       {.has_records = state.catalog.total_bytes() > 0,
                        .may_need_cleaner = state.catalog.may_need_cleaner()},
                       now);
}

void fire_timers(BrokerState& state, Instant now) {
  advance_coordinators(state, now);
  look_after_logs(state, now);
  close_idle(state, now);
  release_delayed(state, now);
  if (!state.waiting_ends.empty()) resume_transactions(state, now);
  collect_facts(state, {.kind = Cause::Kind::timer, .name = "delay"});
  if (state.next_producer_check > now) return;
  state.catalog.expire_producers(now, state.config.log.producer_id_expiration);
  state.next_producer_check = now + state.config.log.producer_id_expiration_check_interval;
}

Instant next_deadline_of(const BrokerState& state) {
  return std::min({state.coordinator.next_deadline(), state.transactions.next_deadline(),
                   state.fetch_waits.next_deadline(), state.idle_timers.next_deadline(),
                   state.log_timers.next_deadline(), state.interventions.delayed.next_deadline(),
                   state.next_producer_check});
}

std::vector<ArmedTimer> armed_timers_of(const BrokerState& state) {
  std::vector<ArmedTimer> armed;
  for (const auto& [deadline, timer] : state.coordinator.timers().all()) {
    const bool is_periodic =
        timer.kind == GroupTimer::Kind::session || timer.kind == GroupTimer::Kind::retention;
    armed.push_back({to_string(timer), deadline, is_periodic});
  }
  for (const auto& [deadline, timer] : state.transactions.timers().all()) {
    armed.push_back({to_string(timer), deadline, timer.kind == TransactionTimer::Kind::expiry});
  }
  for (const auto& [deadline, reply] : state.fetch_waits.deadlines().all()) {
    armed.push_back(
        {"fetch.max.wait.ms of " + whose(state, state.owed.at(reply).link), deadline, true});
  }
  for (const auto& [deadline, link] : state.idle_timers.all()) {
    armed.push_back({"connections.max.idle.ms of " + whose(state, link), deadline, true});
  }
  for (const auto& [deadline, reply] : state.interventions.delayed.all()) {
    armed.push_back({delayed_in_words(state, state.interventions.held.at(reply)), deadline, false});
  }
  for (const auto& [name, deadline] : state.log_timers.armed()) {
    armed.push_back({std::string(name), deadline, true});
  }
  armed.push_back({"producer.id.expiration.check.interval.ms", state.next_producer_check, true});
  std::stable_sort(armed.begin(), armed.end(), [](const ArmedTimer& a, const ArmedTimer& b) {
    return a.deadline < b.deadline;
  });
  return armed;
}

}  // namespace cohort::broker
