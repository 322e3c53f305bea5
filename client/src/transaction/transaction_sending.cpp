// What transactions ask next, and of whom.
#include "transaction/transactions.hpp"
#include <cohort/protocol/assert.hpp>
#include <cohort/protocol/messages/add_offsets_to_txn.hpp>
#include <cohort/protocol/messages/end_txn.hpp>
#include <cohort/protocol/messages/init_producer_id.hpp>

#include <algorithm>
#include <utility>

namespace cohort::client {

namespace {

/// From version 4 on AddPartitionsToTxn is for brokers alone (KIP-890).
constexpr int last_add_partitions_version = 3;
/// The first that takes a producer's id and epoch back (KIP-360).
constexpr int first_renewing_version = 3;
/// The first that is checked against the group's generation (KIP-447).
constexpr int first_generation_version = 3;

bool has_member(const GroupMembership& membership) {
  return membership.generation >= 0 || !membership.member_id.empty() ||
         membership.instance_id.has_value();
}

}  // namespace

ApiKey Transactions::api_of(Step step) {
  switch (step) {
    case Step::init:
      return ApiKey::init_producer_id;
    case Step::add_partitions:
      return ApiKey::add_partitions_to_txn;
    case Step::add_group:
      return ApiKey::add_offsets_to_txn;
    case Step::commit_offsets:
      return ApiKey::txn_offset_commit;
    case Step::end:
      return ApiKey::end_txn;
  }
  COHORT_ASSERT(false);
}

Transactions::SentOffsets* Transactions::offsets_to_send() {
  const auto found =
      std::ranges::find_if(offsets_, [](const SentOffsets& sent) { return !sent.result; });
  return found == offsets_.end() ? nullptr : &*found;
}

std::optional<Transactions::Step> Transactions::next_step(bool has_unfinished) const {
  switch (phase_) {
    case TransactionPhase::initializing:
      return Step::init;
    case TransactionPhase::open:
    case TransactionPhase::committing: {
      if (!wanted_.empty()) return Step::add_partitions;
      const auto sent =
          std::ranges::find_if(offsets_, [](const SentOffsets& each) { return !each.result; });
      if (sent != offsets_.end()) {
        return sent->is_group_added ? Step::commit_offsets : Step::add_group;
      }
      if (phase_ == TransactionPhase::open || has_unfinished) return std::nullopt;
      return Step::end;
    }
    case TransactionPhase::aborting:
      if (has_unfinished) return std::nullopt;
      return may_have_begun_ && !is_unknown_there_ ? Step::end : Step::init;
    default:
      return std::nullopt;
  }
}

void Transactions::drive(const TransactionSurroundings& around, Instant now, Alarms& alarms) {
  if (under_way_) return;
  // A transaction of which the coordinator never heard ends here.
  const bool is_empty_commit = phase_ == TransactionPhase::committing && !may_have_begun_;
  const bool is_aborted =
      phase_ == TransactionPhase::aborting && !may_have_begun_ && !needs_new_epoch_;
  std::optional<Step> step = next_step(around.has_unfinished);
  if ((is_empty_commit && step == Step::end) || (is_aborted && step == Step::init)) {
    end_transaction();
    complete();
    return;
  }
  if (!step) return;
  const std::optional<Destination> to = place_of(*step, around, now, alarms);
  if (take_finder_failure(*step) || !to) return;
  if (not_before_ > now && failures_ > 0) {
    alarms.ring({.at = not_before_, .name = "retry of a transaction's request"});
    return;
  }
  send(*step, *to, around, now);
}

CoordinatorFinder& Transactions::finder_of(Step step) {
  if (step != Step::commit_offsets) return coordinator_;
  const std::string& group = offsets_to_send()->membership.group_id;
  if (!group_coordinator_ || group_ != group) {
    group_coordinator_.emplace(group, CoordinatorKind::group, options_.retry);
    group_ = group;
  }
  return *group_coordinator_;
}

CoordinatorFinder& Transactions::finder_asked(Step step) {
  return step == Step::commit_offsets ? *group_coordinator_ : coordinator_;
}

std::optional<Destination> Transactions::place_of(Step step, const TransactionSurroundings& around,
                                                  Instant now, Alarms& alarms) {
  CoordinatorFinder& finder = finder_of(step);
  finder.drive(around.session, options_.request_timeout, now, alarms);
  const std::optional<Destination> where = finder.where();
  if (!where || !around.session.is_ready(*where)) return std::nullopt;
  return where;
}

bool Transactions::take_finder_failure(Step step) {
  const std::optional<Failure> failure = finder_asked(step).take_failure();
  if (!failure) return false;
  if (step == Step::commit_offsets && failure->kind == FailureKind::refused) {
    make_abortable(*failure, /*needs_new_epoch=*/false);
  } else {
    give_up(*failure);
  }
  return true;
}

std::optional<int> Transactions::version_for(Step step, const Destination& to,
                                             const Session& session) const {
  switch (step) {
    case Step::init:
      return session.version(to, InitProducerIdRequest::api);
    case Step::add_partitions:
      return session.version(to, AddPartitionsToTxnRequest::api, last_add_partitions_version);
    case Step::add_group:
      return session.version(to, AddOffsetsToTxnRequest::api);
    case Step::commit_offsets:
      return session.version(to, TxnOffsetCommitRequest::api);
    case Step::end:
      return session.version(to, EndTxnRequest::api);
  }
  COHORT_ASSERT(false);
}

void Transactions::lack_version(Step step, const std::string& where) {
  std::string what = where;
  what.append(", which has no ").append(cohort::name(api_of(step)));
  what.append(" that is understood here: transactions need a broker of Kafka 0.11 or later");
  give_up({.kind = FailureKind::unsupported,
           .code = ErrorCode::unsupported_version,
           .message = std::move(what)});
}

void Transactions::send(Step step, const Destination& to, const TransactionSurroundings& around,
                        Instant now) {
  Session& session = around.session;
  const std::optional<int> version = version_for(step, to, session);
  if (!version) {
    lack_version(step, session.describe(to));
    return;
  }
  const Sending sending{.version = *version, .timeout = options_.request_timeout};
  const TransactionalProducer self{options_.transactional_id, producer_};
  UnderWay request{.step = step, .to = to};
  switch (step) {
    case Step::init:
      send_init(to, *version, session, now);
      return;
    case Step::add_partitions:
      request.partitions = wanted_;
      may_have_begun_ = true;
      request.id = session.send(to, add_partitions_request(self, wanted_), sending, now);
      break;
    case Step::add_group:
      may_have_begun_ = true;
      request.id =
          session.send(to,
                       AddOffsetsToTxnRequest{.transactional_id = options_.transactional_id,
                                              .producer_id = producer_.id,
                                              .producer_epoch = producer_.epoch,
                                              .group_id = offsets_to_send()->membership.group_id},
                       sending, now);
      break;
    case Step::commit_offsets: {
      const SentOffsets& sent = *offsets_to_send();
      if (*version < first_generation_version && has_member(sent.membership)) {
        give_up({.kind = FailureKind::unsupported,
                 .code = ErrorCode::unsupported_version,
                 .message = session.describe(to) +
                            ", which does not look at a member's generation: offsets of a member "
                            "need Kafka 2.5 or later (KIP-447)"});
        return;
      }
      request.id = session.send(to, offset_commit_request(self, sent.membership, sent.offsets),
                                sending, now);
      break;
    }
    case Step::end:
      request.id = session.send(to,
                                EndTxnRequest{.transactional_id = options_.transactional_id,
                                              .producer_id = producer_.id,
                                              .producer_epoch = producer_.epoch,
                                              .committed = phase_ == TransactionPhase::committing},
                                sending, now);
      break;
  }
  under_way_ = std::move(request);
}

void Transactions::send_init(const Destination& to, int version, Session& session, Instant now) {
  const bool is_renewal = phase_ == TransactionPhase::aborting;
  can_renew_ = version >= first_renewing_version;
  InitProducerIdRequest request{
      .transactional_id = options_.transactional_id,
      .transaction_timeout_ms = static_cast<std::int32_t>(
          std::chrono::duration_cast<milliseconds>(options_.timeout).count())};
  if (is_renewal) {
    request.producer_id = producer_.id;
    request.producer_epoch = producer_.epoch;
  }
  const RequestId id =
      session.send(to, request, {.version = version, .timeout = options_.request_timeout}, now);
  under_way_ = UnderWay{.id = id, .step = Step::init, .to = to};
}

std::string Transactions::describe(const Session& session) const {
  if (under_way_) {
    return "the answer to " + std::string(cohort::name(api_of(under_way_->step))) +
           " from broker " + std::to_string(under_way_->to.node_id);
  }
  const auto step = next_step(/*has_unfinished=*/false);
  if (!step) return {};
  const CoordinatorFinder& finder =
      *step == Step::commit_offsets && group_coordinator_ ? *group_coordinator_ : coordinator_;
  const std::optional<Destination> where = finder.where();
  if (!where) return finder.describe();
  if (!session.is_ready(*where)) return session.describe(*where);
  std::string text = "another attempt at ";
  text.append(cohort::name(api_of(*step)));
  if (!last_trouble_.empty()) text.append(" after ").append(last_trouble_);
  return text;
}

}  // namespace cohort::client
