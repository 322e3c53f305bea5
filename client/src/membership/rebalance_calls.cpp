#include "membership/rebalance_calls.hpp"

#include "membership/rule_switches.hpp"

#include <utility>

namespace cohort::client {

void RebalanceCalls::add(RebalanceCall call) {
  if (call_) {
    later_.push_back(std::move(call));
  } else {
    call_ = std::move(call);
  }
}

void RebalanceCalls::assign(PartitionSet added) {
  add({.kind = RebalanceCallKind::assigned, .partitions = std::move(added)});
}

void RebalanceCalls::revoke(PartitionSet revoked) {
  add({.kind = RebalanceCallKind::revoked, .partitions = std::move(revoked)});
}

void RebalanceCalls::drop_what_is_not_begun() {
  later_.clear();
  if (!is_begun_) call_.reset();
}

PartitionSet RebalanceCalls::remaining() const {
  PartitionSet remaining = owned_;
  if (call_ && call_->kind != RebalanceCallKind::assigned) {
    for (const TopicPartition& partition : call_->partitions) remaining.erase(partition);
  }
  return remaining;
}

void RebalanceCalls::revoke_all() {
  drop_what_is_not_begun();
  PartitionSet all = remaining();
  if (!all.empty()) revoke(std::move(all));
}

void RebalanceCalls::lose_all() {
  drop_what_is_not_begun();
  PartitionSet all = remaining();
  if (!all.empty()) add({.kind = RebalanceCallKind::lost, .partitions = std::move(all)});
}

void RebalanceCalls::begin() {
  if (!call_ || std::exchange(is_begun_, true)) return;
  if (call_->kind == RebalanceCallKind::assigned) {
    owned_.insert(call_->partitions.begin(), call_->partitions.end());
  }
}

void RebalanceCalls::finish() {
  if (!call_) return;
  begin();
  if (revocation_ends_ownership) owned_ = remaining();
  is_begun_ = false;
  call_.reset();
  if (later_.empty()) return;
  call_ = std::move(later_.front());
  later_.pop_front();
}

}  // namespace cohort::client
