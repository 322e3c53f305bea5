// What becomes of the answers to an admin client's questions.
#include "admin/admin_node.hpp"
#include "admin/remedy.hpp"

#include <algorithm>
#include <utility>

namespace cohort::client {

void AdminNode::answered(const Answered& answer, Instant now) {
  for (auto& [group, coordinator] : coordinators_) {
    if (!coordinator.is_pending(answer.id)) continue;
    coordinator.answered(answer, session(), now, rng());
    return;
  }
  for (auto& [id, call] : calls_) {
    const auto found = call.under_way.find(answer.id);
    if (found == call.under_way.end()) continue;
    const Batch batch = std::move(found->second);
    call.under_way.erase(found);
    const Result<std::vector<Verdict>> verdicts =
        std::visit([&](auto& plan) { return plan.read(batch, answer); }, call.plan);
    if (verdicts) {
      judge(call, batch, *verdicts, now);
      call.take_new_items();
      return;
    }
    // What else comes on this connection can't be trusted either.
    const std::string reason = "an answer to " + std::string(name(answer.api)) +
                               " that can't be read: " + to_string(verdicts.error());
    session().disconnect(answer.from, reason, now);
    const Verdict unreadable{.message = reason};
    for (const std::size_t index : batch.items) {
      try_again(call, call.items[index], unreadable, now);
    }
    return;
  }
}

void AdminNode::judge(AdminCall& call, const Batch& batch, const std::vector<Verdict>& verdicts,
                      Instant now) {
  for (std::size_t i = 0; i < batch.items.size(); ++i) {
    CallItem& item = call.items[batch.items[i]];
    Verdict verdict = verdicts.at(i);
    if (verdict.code != ErrorCode::none && verdict.message.empty()) {
      verdict.message = "broker " + std::to_string(batch.to.node_id) + " answered so to " +
                        describe_question(call, item);
      if (batch.to.node_id < 0) {
        verdict.message = "answered to " + describe_question(call, item);
      }
    }
    judge_one(call, item, verdict, now);
  }
}

void AdminNode::judge_one(AdminCall& call, CallItem& item, const Verdict& verdict, Instant now) {
  item.is_under_way = false;
  if (verdict.code == ErrorCode::none) {
    item.is_done = true;
    return;
  }
  const bool is_wrong_for_good =
      item.target.must_exist && verdict.code == ErrorCode::unknown_topic_or_partition;
  switch (is_wrong_for_good ? Remedy::none : remedy(verdict.code, item.target.place)) {
    case Remedy::none:
      call.fail(item, {.code = verdict.code, .message = verdict.message});
      return;
    case Remedy::wait:
      break;
    case Remedy::new_metadata:
      item.metadata_revision = cache().revision();
      cache().invalidate();
      break;
    case Remedy::new_coordinator:
      finder(item.target.group).forget(std::string(name(verdict.code)));
      break;
  }
  try_again(call, item, verdict, now);
}

void AdminNode::try_again(AdminCall& call, CallItem& item, const Verdict& trouble, Instant now) {
  item.is_under_way = false;
  item.last_code = trouble.code;
  item.last_trouble =
      trouble.code == ErrorCode::none ? trouble.message : std::string(name(trouble.code));
  ++item.failures;
  if (item.failures > retries_) {
    call.fail(item,
              {.code = trouble.code,
               .message = trouble.message + " (after " + std::to_string(retries_) + " retries)"});
    return;
  }
  item.not_before = now + std::max(trouble.pause, retry_.after(item.failures, rng()));
}

void AdminNode::lost(const Lost& lost, Instant now) {
  for (auto& [group, coordinator] : coordinators_) {
    if (!coordinator.is_pending(lost.id)) continue;
    coordinator.lost(lost, now, rng());
    return;
  }
  for (auto& [id, call] : calls_) {
    const auto found = call.under_way.find(lost.id);
    if (found == call.under_way.end()) continue;
    const Batch batch = std::move(found->second);
    call.under_way.erase(found);
    for (const std::size_t index : batch.items) {
      CallItem& item = call.items[index];
      if (lost.kind == LossKind::unwritable) {
        call.fail(item, {.code = ErrorCode::invalid_request, .message = lost.reason});
        continue;
      }
      if (item.target.place == Place::coordinator) finder(item.target.group).forget(lost.reason);
      try_again(call, item, {.message = lost.reason}, now);
    }
    // The broker may be gone, and others lead what it led.
    cache().invalidate();
    return;
  }
}

}  // namespace cohort::client
