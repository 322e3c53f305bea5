#include "marker_faults.hpp"

#include "coordinators.hpp"
#include "dispatch.hpp"
#include "state.hpp"
#include <cohort/protocol/assert.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace cohort::broker {

namespace {

using Step = MarkerOnItsWay::Step;

/// Kafka's coordinator tries again at once after an error, and 50 ms after a lost connection
/// (reconnect.backoff.ms of its channel). At once would never end here, where no time passes; and
/// somebody may let ten years pass while a rule has it fail.
Duration before_next_try(MarkerOnItsWay& marker) {
  constexpr Duration first = milliseconds(50);
  constexpr Duration most = std::chrono::minutes(10);
  constexpr std::uint32_t most_doublings = 14;
  const std::uint32_t doublings = std::min(marker.failures, most_doublings);
  ++marker.failures;
  return std::min(first * (std::int64_t{1} << doublings), most);
}
/// As long it waits for an answer (request.timeout.ms).
constexpr Duration before_giving_answer_up = std::chrono::seconds(30);

HeldRequest about_marker(const BrokerState& state, const TransactionEnd& ending,
                         const MarkerOnItsWay& marker, Instant now) {
  const DispatchRow& row = *find_dispatch_row(ApiKey::write_txn_markers);
  const auto versions = served_versions(state.config.release, row);
  return {.since = now,
          .api = row.key,
          .version = versions.value_or(row.versions).last,
          .client_id = marker_sender(coordinator_of_transactions(state, ending.transactional_id)),
          .groups = {},
          .transactional_ids = {ending.transactional_id},
          .topics = {marker.partition.topic},
          .partition = marker.partition.partition};
}

MatchedRequest as_request(const HeldRequest& about, std::int32_t leader) {
  return {.api = about.api,
          .version = about.version,
          .client_id = about.client_id,
          .broker = leader,
          .groups = {},
          .transactional_ids = about.transactional_ids,
          .topics = {{about.topics.front(), {about.partition}}},
          .is_between_brokers = true};
}

void keep_marker(BrokerState& state, HeldRequest about, MarkerOnItsWay& marker, Step next,
                 std::optional<Instant> until) {
  const ReplyId id{state.next_reply++};
  about.number = static_cast<std::uint64_t>(id);
  marker.kept = id;
  if (until) state.interventions.delayed.set(id, *until);
  HeldMarker held{about.transactional_ids.front(), marker.partition, next};
  state.interventions.held.emplace(id,
                                   HeldWork{.about = std::move(about), .what = std::move(held)});
}

/// Carries one intervention out.
class MarkerIntercepting {
 public:
  MarkerIntercepting(BrokerState& state, const HeldRequest& about, MarkerOnItsWay& marker)
      : state_(state), about_(about), marker_(marker) {}

  MarkerFate operator()(const Observe& /*nothing*/) { return {}; }
  // These two are refused when the rule is made: nobody takes a coordinator's place by an answer,
  // and the answer has no place for a pause.
  MarkerFate operator()(const Fence& /*nothing*/) { return {}; }
  MarkerFate operator()(const Throttle& /*nothing*/) { return {}; }
  MarkerFate operator()(const AnswerError& answer) {
    return {.is_written = false, .answer = answer.error};
  }
  MarkerFate operator()(const DelayAnswer& delay) {
    return kept({.is_written = false}, Step::write, about_.since + delay.by);
  }
  MarkerFate operator()(const Hold& hold) {
    about_.moment = hold.moment;
    const bool is_written = hold.moment == Moment::after;
    return kept({.is_written = is_written}, is_written ? Step::hear : Step::write, std::nullopt);
  }
  // The coordinator sends it again, and the partition gets a second marker.
  MarkerFate operator()(const DropAnswer& /*nothing*/) {
    return kept({}, Step::send, about_.since + before_giving_answer_up);
  }
  MarkerFate operator()(const Disconnect& disconnect) {
    return kept({.is_written = disconnect.moment == Moment::after}, Step::send,
                about_.since + before_next_try(marker_));
  }

 private:
  MarkerFate kept(MarkerFate fate, Step next, std::optional<Instant> until) {
    keep_marker(state_, about_, marker_, next, until);
    return fate;
  }

  BrokerState& state_;
  HeldRequest about_;
  MarkerOnItsWay& marker_;
};

}  // namespace

std::string marker_sender(std::int32_t node_id) {
  return fmt::format("broker-{}-txn-marker-sender", node_id);
}

MarkerFate intercept_marker(BrokerState& state, const TransactionEnd& ending,
                            MarkerOnItsWay& marker, Instant now) {
  MarkerFate fate;
  if (state.interventions.rules.empty()) return fate;
  HeldRequest about = about_marker(state, ending, marker, now);
  for (const Intervention& wanted :
       state.interventions.rules.consult(as_request(about, marker.sent_to))) {
    about.rule = wanted.rule;
    if (!std::holds_alternative<Observe>(wanted.action)) {
      tell_of(state, about, FactKind::rule_applied, to_string(wanted.action), now);
    }
    fate = std::visit(MarkerIntercepting(state, about, marker), wanted.action);
    fate.by = wanted.rule;
  }
  return fate;
}

void send_again(BrokerState& state, const TransactionEnd& ending, MarkerOnItsWay& marker, RuleId by,
                Instant now) {
  HeldRequest about = about_marker(state, ending, marker, now);
  about.rule = by;
  keep_marker(state, std::move(about), marker, Step::send, now + before_next_try(marker));
}

void forget_kept(BrokerState& state, MarkerOnItsWay& marker) {
  if (marker.kept) forget_held(state, *std::exchange(marker.kept, std::nullopt));
}

void let_marker_go(BrokerState& state, const HeldMarker& held) {
  const auto waiting = state.waiting_ends.find(held.transactional_id);
  COHORT_ASSERT(waiting != state.waiting_ends.end());
  std::vector<MarkerOnItsWay>& markers = waiting->second.markers;
  const auto marker = std::ranges::find(markers, held.partition, &MarkerOnItsWay::partition);
  COHORT_ASSERT(marker != markers.end());
  marker->kept.reset();
  marker->step = held.next;
}

bool is_markers_answer(ErrorCode error) {
  switch (error) {
    case ErrorCode::none:
    case ErrorCode::unknown_topic_or_partition:
    case ErrorCode::not_leader_or_follower:
    case ErrorCode::not_enough_replicas:
    case ErrorCode::not_enough_replicas_after_append:
    case ErrorCode::request_timed_out:
    case ErrorCode::kafka_storage_error:
    case ErrorCode::invalid_producer_epoch:
    case ErrorCode::transaction_coordinator_fenced:
    case ErrorCode::unsupported_for_message_format:
    case ErrorCode::unsupported_version:
      return true;
    default:
      return false;
  }
}

std::string keeper_in_words(const BrokerState& state, const MarkerOnItsWay& marker) {
  const HeldWork& work = state.interventions.held.at(*marker.kept);
  const auto rule = static_cast<std::uint64_t>(work.about.rule);
  if (std::get<HeldMarker>(work.what).next == Step::send) {
    return fmt::format("sent again soon, after rule {}", rule);
  }
  if (state.interventions.delayed.is_armed(*marker.kept)) {
    return fmt::format("delayed by rule {}", rule);
  }
  return work.about.moment == Moment::before
             ? fmt::format("held by rule {}", rule)
             : fmt::format("written, its answer held by rule {}", rule);
}

}  // namespace cohort::broker
