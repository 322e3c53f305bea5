// What a consumer tells people of itself.
#include "consumer/consumer_node.hpp"

namespace cohort::client {

namespace {

void add_part(std::string& text, const std::string& part) {
  if (part.empty()) return;
  if (!text.empty()) text.append("; ");
  text.append(part);
}

std::string text_of(const TopicPartition& partition, const AssignedPartition& state) {
  std::string text = to_string(partition);
  if (state.position) {
    text.append(" at ").append(std::to_string(state.position->offset));
    if (state.needs_validation) text.append(" (to be validated)");
  } else {
    text.append(" with no position yet");
  }
  if (state.is_paused) text.append(" (paused)");
  return text;
}

}  // namespace

std::set<std::string> ConsumerNode::subscription() const {
  if (!is_subscribed()) return {};
  return member_->topics();
}

GroupMembership ConsumerNode::group_membership() const {
  const Membership membership = member_ ? member_->membership() : Membership();
  return {.group_id = config_.group_id.value_or(""),
          .generation = membership.generation_id,
          .member_id = membership.member_id,
          .instance_id = membership.instance_id};
}

std::string ConsumerNode::describe_waiting() const {
  std::string text;
  if (finder_ && !finder_->where()) {
    add_part(text, finder_->describe());
  } else if (finder_) {
    const CoordinatorView view{.session = session(), .coordinator = *finder_};
    add_part(text, commits_.describe(view));
    add_part(text, queries_.describe(view));
  }
  add_part(text, describe_connections());
  return text;
}

std::string ConsumerNode::describe(Instant now) const {
  std::string text;
  if (is_subscribed() || !has_left()) {
    add_part(text, member_->describe({.session = session(), .coordinator = *finder_}, now));
  }
  for (const auto& [partition, state] : positions_.all()) add_part(text, text_of(partition, state));
  add_part(text, describe_waiting());
  return text;
}

}  // namespace cohort::client
