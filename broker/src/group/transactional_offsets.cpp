// The coordinator's part in transactions: offsets that are committed when a transaction is.
// Source: OffsetMetadataManager.commitTransactionalOffset, replayEndTransactionMarker; KIP-447.
#include "group/coordinator.hpp"
#include "group/offset_words.hpp"
#include "rule_switches.hpp"

namespace cohort::broker {

ErrorCode Coordinator::validate_transactional_commit(const CommitRequest& request) const {
  if (request.group_id.empty()) return ErrorCode::invalid_group_id;
  const Group* const group = find(request.group_id);
  if (group == nullptr)
    return request.generation < 0 ? ErrorCode::none : ErrorCode::illegal_generation;
  return group->classic.validate_commit(request.member, request.generation,
                                        ClassicGroup::CommitKind::transactional, rules_);
}

std::vector<ErrorCode> Coordinator::commit_transactional(const CommitRequest& request,
                                                         const ProducerIdentity& producer,
                                                         Instant now) {
  const auto refuse = [&](ErrorCode error) { return std::vector(request.offsets.size(), error); };
  const ErrorCode error = validate_transactional_commit(request);
  if (error != ErrorCode::none) return refuse(error);
  Group* group = find(request.group_id);
  if (group == nullptr) group = &create(request.group_id, now);
  // As the log of __consumer_offsets refuses a batch of an old epoch.
  const bool is_old = producer.epoch < group->pending.open_epoch(producer.id);
  if (is_old && logs_fence_old_producers) {
    return refuse(ErrorCode::invalid_producer_epoch);
  }
  std::vector<ErrorCode> errors;
  errors.reserve(request.offsets.size());
  for (const OffsetToCommit& each : request.offsets) {
    errors.push_back(check_metadata(each.metadata));
    if (errors.back() != ErrorCode::none) continue;
    CommittedOffset value = to_store(each, request, now);
    record_offset(request.group_id, each.key, value, now);
    records_.back().producer = producer;
    if (!keeps_offsets_pending) {
      group->offsets.store(each.key, std::move(value));
      continue;
    }
    group->pending.store(producer, each.key, std::move(value));
    open_transactions_[producer.id].insert(request.group_id);
  }
  facts_.push_back({.at = now,
                    .kind = FactKind::offsets_pending,
                    .group = request.group_id,
                    .generation = request.generation,
                    .member_id = request.member.member_id,
                    .transactional_id = request.transactional_id,
                    .detail = "by producer " + std::to_string(producer.id) + ": " +
                              offsets_in_words(request.offsets)});
  return errors;
}

std::vector<std::string> Coordinator::groups_in_transaction(std::int64_t producer_id) const {
  const auto open = open_transactions_.find(producer_id);
  if (open == open_transactions_.end()) return {};
  return {open->second.begin(), open->second.end()};
}

void Coordinator::end_transaction(std::int64_t producer_id, bool is_committed, Instant now) {
  end_transaction(producer_id, is_committed, groups_in_transaction(producer_id), now);
}

void Coordinator::end_transaction(std::int64_t producer_id, bool is_committed,
                                  std::span<const std::string> groups, Instant now) {
  const auto open = open_transactions_.find(producer_id);
  if (open == open_transactions_.end()) return;
  for (const std::string& group_id : groups) {
    if (open->second.erase(group_id) == 0) continue;
    Group* const group = find(group_id);
    if (group == nullptr) continue;  // Deleted in the meantime, and its offsets with it.
    if (!is_committed) {
      group->pending.take(producer_id);
      continue;
    }
    const std::vector<OffsetToCommit> stored = group->pending.commit(producer_id, group->offsets);
    if (stored.empty()) continue;
    note(FactKind::offsets_committed, group_id,
         "by the transaction of producer " + std::to_string(producer_id) + ": " +
             offsets_in_words(stored),
         now);
  }
  if (open->second.empty()) open_transactions_.erase(open);
}

}  // namespace cohort::broker
