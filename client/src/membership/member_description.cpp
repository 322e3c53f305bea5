// What a member waits for, in words.
#include "membership/classic_member.hpp"

#include <algorithm>

namespace cohort::client {

namespace {

std::string kind_text(RebalanceCallKind kind) {
  switch (kind) {
    case RebalanceCallKind::assigned:
      return "assigned ";
    case RebalanceCallKind::revoked:
      return "revoked ";
    case RebalanceCallKind::lost:
      return "lost ";
  }
  return "";
}

/// With one decimal: "2.1 s".
std::string in_seconds(Duration time) {
  const std::int64_t tenths = std::chrono::duration_cast<milliseconds>(time).count() / 100;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " s";
}

}  // namespace

std::string ClassicMember::describe_request(ApiKey api, const CoordinatorView& around,
                                            Instant now) const {
  const std::string what = std::string(name(api)) + " of group " + options_.group_id;
  const auto sent = std::ranges::find_if(in_flight_, [api](const auto& entry) {
    return entry.second.api == api && !entry.second.is_abandoned;
  });
  if (sent != in_flight_.end()) {
    return "the answer to " + what + " from broker " + std::to_string(sent->second.to.node_id);
  }
  const auto where = around.coordinator.where();
  if (!where) return around.coordinator.describe();
  if (!around.session.is_ready(*where)) return around.session.describe(*where);
  if (failure_) return "poll(), which fails first: " + failure_->message;
  if (farewell_) return "the answer to LeaveGroup of group " + options_.group_id;
  if (not_before_ > now) return "the end of a pause before " + what;
  return "poll()";
}

std::string ClassicMember::describe(const CoordinatorView& around, Instant now) const {
  std::string text = describe_wait(around, now);
  if (!text.empty() && rebalance_since_) {
    text += " (rebalance under way for " + in_seconds(now - *rebalance_since_) + ")";
  }
  return text;
}

std::string ClassicMember::describe_wait(const CoordinatorView& around, Instant now) const {
  if (const auto& call = calls_.call()) {
    return "the rebalance listener, to be told: " + kind_text(call->kind) +
           to_string(call->partitions);
  }
  switch (state_) {
    case MemberState::outside:
      if (farewell_) return describe_request(ApiKey::leave_group, around, now);
      return topics_ ? "poll()" : "";
    case MemberState::preparing:
      return "poll()";
    case MemberState::joining:
      return describe_request(ApiKey::join_group, around, now);
    case MemberState::assigning:
      return "metadata of the topics of group " + options_.group_id;
    case MemberState::syncing:
      return describe_request(ApiKey::sync_group, around, now);
    case MemberState::stable:
    case MemberState::leaving:
      break;
    case MemberState::fenced:
      return "nothing: it is fenced";
  }
  return "";
}

}  // namespace cohort::client
