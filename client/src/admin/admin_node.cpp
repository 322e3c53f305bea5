// Calls, and where their questions go. What becomes of answers is in admin_answers.cpp.
#include "admin/admin_node.hpp"

#include "admin/sender.hpp"
#include "session/client_options.hpp"
#include <cohort/client/call.hpp>
#include <cohort/protocol/assert.hpp>

#include <algorithm>
#include <set>
#include <utility>

namespace cohort::client {

AdminNode::AdminNode(const AdminConfig& config)
    : ClientNode(client_node_options(config.client, /*may_create_topics=*/false)),
      retry_(retry_backoff(config.client)),
      retries_(static_cast<std::uint32_t>(std::max(config.retries, 0))) {}

CallId AdminNode::start(Plan plan, Duration timeout, Instant now) {
  const CallId id{next_call_++};
  calls_.emplace(id, AdminCall(std::move(plan), timeout, now));
  want_topics();
  settle(now);
  return id;
}

bool AdminNode::is_done(CallId id) const { return calls_.at(id).is_done(); }

Plan AdminNode::take(CallId id) {
  const auto found = calls_.find(id);
  COHORT_ASSERT(found != calls_.end());
  COHORT_ASSERT(found->second.is_done());
  Plan plan = std::move(found->second.plan);
  calls_.erase(found);
  return plan;
}

void AdminNode::abandon(CallId id, Instant now) {
  calls_.erase(id);
  settle(now);
}

/// The topics whose leaders some call has to find.
void AdminNode::want_topics() {
  std::set<std::string> topics;
  for (const auto& [id, call] : calls_) {
    for (const CallItem& item : call.items) {
      if (!item.is_done && item.target.place == Place::leader) {
        topics.insert(item.target.partition.topic);
      }
    }
  }
  cache().want_topics(std::move(topics));
}

void AdminNode::drive(Instant now, Alarms& alarms) {
  drive_coordinators(now, alarms);
  want_topics();
  for (auto& [id, call] : calls_) drive_call(call, now, alarms);
}

void AdminNode::drive_coordinators(Instant now, Alarms& alarms) {
  std::set<std::string> groups;
  for (const auto& [id, call] : calls_) {
    for (const CallItem& item : call.items) {
      if (!item.is_done && item.target.place == Place::coordinator) {
        groups.insert(item.target.group);
      }
    }
  }
  for (const std::string& group : groups) {
    finder(group).drive(session(), request_timeout(), now, alarms);
  }
}

CoordinatorFinder& AdminNode::finder(const std::string& group) {
  return coordinators_.try_emplace(group, group, CoordinatorKind::group, retry_).first->second;
}

void AdminNode::drive_call(AdminCall& call, Instant now, Alarms& alarms) {
  if (call.is_done()) return;
  if (call.deadline <= now) {
    end_in_time(call, now);
    return;
  }
  alarms.ring({.at = call.deadline, .name = "timeout of an admin call", .is_periodic = true});
  std::map<std::pair<Destination, Step>, Batch> batches;
  for (std::size_t i = 0; i < call.items.size(); ++i) {
    CallItem& item = call.items[i];
    if (item.is_done || item.is_under_way) continue;
    if (item.not_before > now) {
      alarms.ring({.at = item.not_before, .name = "retry of an admin call"});
      continue;
    }
    const std::optional<Destination> to = find_destination(call, item, now);
    if (!to) continue;
    Batch& batch = batches[{*to, item.step}];
    batch.to = *to;
    batch.step = item.step;
    batch.items.push_back(i);
    batch.subjects.push_back(item.subject);
  }
  for (auto& [key, batch] : batches) send(call, std::move(batch), now);
}

void AdminNode::end_in_time(AdminCall& call, Instant /*now*/) {
  for (CallItem& item : call.items) {
    if (item.is_done) continue;
    Failure failure = timed_out_failure(call.timeout, describe_item(call, item));
    failure.code = item.last_code;
    call.fail(item, std::move(failure));
  }
  call.under_way.clear();
}

std::optional<Destination> AdminNode::find_destination(AdminCall& call, CallItem& item,
                                                       Instant now) {
  switch (item.target.place) {
    case Place::any_broker:
      return session().least_loaded(now);
    case Place::controller:
      if (cache().revision() <= item.metadata_revision) return std::nullopt;
      return find_controller(item);
    case Place::broker:
      return find_node(item.target.node_id);
    case Place::coordinator:
      return find_coordinator(call, item);
    case Place::leader:
      return find_leader(call, item);
  }
  return std::nullopt;
}

std::optional<Destination> AdminNode::find_controller(CallItem& item) {
  const std::int32_t controller = cache().controller();
  const auto found = find_node(controller);
  if (!found) {
    item.last_trouble = controller < 0
                            ? std::string("metadata that names no controller")
                            : "metadata that names broker " + std::to_string(controller) +
                                  " as controller, and no such broker";
  }
  return found;
}

std::optional<Destination> AdminNode::find_node(std::int32_t node_id) {
  if (node_id >= 0 && session().find_broker(node_id)) return Destination{.node_id = node_id};
  cache().invalidate();
  return std::nullopt;
}

std::optional<Destination> AdminNode::find_coordinator(AdminCall& call, CallItem& item) {
  CoordinatorFinder& coordinator = finder(item.target.group);
  if (std::optional<Failure> failure = coordinator.take_failure()) {
    // Every call about this group that comes later asks again.
    const std::string group = item.target.group;
    for (CallItem& other : call.items) {
      if (!other.is_done && other.target.group == group) call.fail(other, *failure);
    }
    return std::nullopt;
  }
  return coordinator.where();
}

std::optional<Destination> AdminNode::find_leader(AdminCall& call, CallItem& item) {
  if (!cache().covers_wanted() || cache().revision() <= item.metadata_revision) {
    return std::nullopt;
  }
  const TopicPartition& partition = item.target.partition;
  if (const auto leader = cache().leader(partition)) return find_node(*leader);
  const TopicMetadata* topic = cache().find_with_error(partition.topic);
  const ErrorCode error = topic == nullptr ? ErrorCode::unknown_topic_or_partition : topic->error;
  const bool is_there = cache().find(partition) != nullptr;
  if (!is_there) {
    item.last_code = error == ErrorCode::none ? ErrorCode::unknown_topic_or_partition : error;
    item.last_trouble = "metadata: " + std::string(name(item.last_code));
  }
  const bool is_final = error == ErrorCode::topic_authorization_failed ||
                        error == ErrorCode::invalid_topic_exception ||
                        (!is_there && item.target.must_exist);
  if (is_final) {
    call.fail(item, {.code = item.last_code, .message = to_string(partition) + " is not there"});
    return std::nullopt;
  }
  cache().invalidate();
  return std::nullopt;
}

std::optional<int> AdminNode::choose_version(AdminCall& call, const Batch& batch) {
  const Api api = call.api(batch.step);
  const std::optional<int> version = session().version(batch.to, api);
  const int lowest =
      std::visit([&](const auto& plan) { return plan.lowest_version(batch.step); }, call.plan);
  if (version && *version >= lowest) return version;
  const std::optional<Step> instead =
      std::visit([&](const auto& plan) { return plan.instead_of(batch.step); }, call.plan);
  for (const std::size_t index : batch.items) {
    CallItem& item = call.items[index];
    if (instead) {
      item.step = *instead;
      continue;
    }
    std::string message =
        session().describe(batch.to) + ", which has " +
        (version ? std::string(name(api.key)) + " up to v" + std::to_string(*version) +
                       "; what is asked for needs v" + std::to_string(lowest)
                 : "no " + std::string(name(api.key)) + " that is known here");
    call.fail(item, {.kind = FailureKind::unsupported,
                     .code = ErrorCode::unsupported_version,
                     .message = std::move(message)});
  }
  return std::nullopt;
}

void AdminNode::send(AdminCall& call, Batch batch, Instant now) {
  if (!session().is_ready(batch.to)) {
    // Another may be the leader or the controller by now, or it listens elsewhere.
    if (session().is_broken(batch.to)) cache().invalidate();
    session().connect(batch.to, now);
    return;
  }
  std::optional<int> version = choose_version(call, batch);
  if (!version) {
    const Step instead = call.items[batch.items.front()].step;
    if (instead == batch.step) return;
    batch.step = instead;
    version = choose_version(call, batch);
    if (!version) return;
  }
  batch.version = *version;
  const Sender sender(
      session(), batch.to,
      {.version = *version, .timeout = std::min(request_timeout(), call.deadline - now)}, now);
  const RequestId id =
      std::visit([&](const auto& plan) { return plan.send(sender, batch); }, call.plan);
  for (const std::size_t index : batch.items) call.items[index].is_under_way = true;
  call.under_way.emplace(id, std::move(batch));
}

std::string AdminNode::describe(CallId id) const {
  const AdminCall& call = calls_.at(id);
  const auto waiting = std::ranges::find(call.items, false, &CallItem::is_done);
  return waiting == call.items.end() ? "nothing" : describe_item(call, *waiting);
}

std::string AdminNode::describe_item(const AdminCall& call, const CallItem& item) const {
  std::string text = to_string(item.target);
  const auto coordinator = coordinators_.find(item.target.group);
  if (item.target.place == Place::coordinator && coordinator != coordinators_.end()) {
    text = coordinator->second.describe();
  }
  text.append(" to answer ").append(describe_question(call, item));
  if (!item.last_trouble.empty()) text.append(", after ").append(item.last_trouble);
  return text.append("; ").append(describe_connections());
}

}  // namespace cohort::client
