#include "client/member_client.hpp"

#include <cohort/client/assignor.hpp>

#include <algorithm>
#include <utility>

namespace cohort::client {

std::string text_of(const RebalanceCall& call) {
  switch (call.kind) {
    case RebalanceCallKind::assigned:
      return "assigned " + to_string(call.partitions);
    case RebalanceCallKind::revoked:
      return "revoked " + to_string(call.partitions);
    case RebalanceCallKind::lost:
      return "lost " + to_string(call.partitions);
  }
  return "";
}

MemberClient::MemberClient(const ClientNodeOptions& options, const MemberOptions& member)
    : ClientNode(options),
      name_(options.session.client_id),
      finder_(member.group_id, CoordinatorKind::group, member.retry),
      member_(member),
      commits_({.group_id = member.group_id}),
      queries_({.group_id = member.group_id}) {}

std::string MemberClient::describe(Instant now) {
  return member_.describe({.session = session(), .coordinator = finder_}, now);
}

void MemberClient::answered(const Answered& answer, Instant now) {
  if (finder_.is_pending(answer.id)) {
    finder_.answered(answer, session(), now, rng());
  } else if (member_.owns(answer.id)) {
    member_.answered(answer, around(), now);
  } else if (commits_.owns(answer.id)) {
    commits_.answered(answer, around(), committer(), now);
  } else {
    queries_.answered(answer, around(), now);
  }
}

void MemberClient::lost(const Lost& loss, Instant now) {
  if (finder_.is_pending(loss.id)) {
    finder_.lost(loss, now, rng());
  } else if (member_.owns(loss.id)) {
    member_.lost(loss, around(), now);
  } else if (commits_.owns(loss.id)) {
    commits_.lost(loss, around(), now);
  } else {
    queries_.lost(loss, around(), now);
  }
}

void MemberClient::drive(Instant now, Alarms& alarms) {
  if (is_dead) return;
  if (back_at_ && *back_at_ <= now) {
    polls = true;
    back_at_.reset();
  }
  if (back_at_) alarms.ring({.at = *back_at_, .name = "the user tries again"});
  finder_.drive(session(), request_timeout(), now, alarms);
  do {
    if (polls) member_.polled(now);
    commits_.drive(around(), committer(), now, alarms);
    member_.drive(around(), now, alarms);
    take_results();
  } while (do_what_is_told(now));
  queries_.drive(around(), now, alarms);
  take_results();
  cache().want_topics(member_.wanted_topics());
}

void MemberClient::take_results() {
  for (CommitResult& result : commits_.take_results()) {
    if (result.code != ErrorCode::none) member_.commit_refused(result.code, result.sent_as);
    committed.push_back(std::move(result));
  }
  for (QueryResult& result : queries_.take_results()) answers.push_back(std::move(result));
}

bool MemberClient::do_what_is_told(Instant now) {
  if (!polls) return false;
  if (auto failure = finder_.take_failure()) {
    failures.push_back(std::move(*failure));
    polls = false;
    back_at_ = now + std::chrono::seconds(1);
    return false;
  }
  if (auto failure = member_.take_failure()) {
    polls = failure->kind != FailureKind::fatal;
    failures.push_back(std::move(*failure));
    if (!polls) return false;
  }
  if (!member_.call()) return false;
  const RebalanceCall call = *member_.call();
  member_.call_begun();
  claim();
  told.push_back(text_of(call));
  if (lingers) {
    polls = false;
    return false;
  }
  if (call.kind == RebalanceCallKind::revoked && commits_when_revoked) {
    commits_.commit_async(*commits_when_revoked, now);
  }
  member_.call_finished(now);
  return true;
}

void MemberClient::end_call(Instant now) {
  member_.call_finished(now);
  lingers = false;
  polls = true;
}

void MemberClient::claim() {
  if (!ledger || member_.membership().generation_id < 0) return;
  for (const TopicPartition& partition : member_.owned()) {
    const auto [entry, is_new] =
        ledger->owners.try_emplace({member_.membership().generation_id, partition}, name_);
    if (is_new || entry->second == name_) continue;
    ledger->conflicts.push_back(to_string(partition) + " in generation " +
                                std::to_string(entry->first.first) + ": " + entry->second +
                                " and " + name_);
  }
}

namespace {

broker::VirtualOptions broker_options(const MemberWorldOptions& options) {
  broker::VirtualOptions made;
  made.config.brokers = options.brokers;
  made.config.seed = options.seed;
  made.config.release = options.release;
  made.config.tells_messages = true;
  made.topics = {{.name = MemberWorld::topic, .partitions = options.partitions}};
  made.world.seed = options.seed;
  made.world.faults = options.faults;
  return made;
}

}  // namespace

MemberWorld::MemberWorld(const MemberWorldOptions& options) : broker(broker_options(options)) {}

MemberOptions MemberWorld::eager() { return {.group_id = group, .assignors = {range_assignor()}}; }

MemberOptions MemberWorld::cooperative() {
  return {.group_id = group, .assignors = {cooperative_sticky_assignor()}};
}

MemberOptions MemberWorld::of_instance(const std::string& instance_id) {
  MemberOptions options = eager();
  options.instance_id = instance_id;
  return options;
}

MemberClient& MemberWorld::add(const std::string& name, const MemberOptions& options) {
  ClientNodeOptions node;
  node.session.client_id = name;
  node.session.bootstrap = {{.node_id = -1, .host = broker::VirtualBroker::host, .port = 9092}};
  node.metadata.may_create_topics = false;
  node.seed = ++last_seed_;
  auto made = std::make_unique<MemberClient>(node, options);
  made->ledger = ledger;
  broker.world().add(name, std::move(made));
  names_.insert(name);
  return client(name);
}

MemberClient& MemberWorld::start(const std::string& name, const MemberOptions& options) {
  add(name, options);
  turn(name, [](MemberClient& client, Instant) { client.member().subscribe({topic}); });
  return client(name);
}

MemberClient& MemberWorld::client(const std::string& name) {
  return broker.world().node_as<MemberClient>(name);
}

void MemberWorld::turn(const std::string& name,
                       const std::function<void(MemberClient&, Instant)>& work) {
  broker.world().turn(name, [&] {
    MemberClient& user = client(name);
    work(user, broker.now());
    user.settle(broker.now());
  });
}

void MemberWorld::kill(const std::string& name) {
  turn(name, [](MemberClient& client, Instant now) {
    client.is_dead = true;
    client.session().close("killed", now);
  });
  names_.erase(name);
}

void MemberWorld::leave(const std::string& name, const Departure& departure) {
  turn(name, [&](MemberClient& client, Instant now) { client.member().leave(departure, now); });
}

PartitionSet MemberWorld::all_partitions() const {
  PartitionSet all;
  const auto view = broker::topic_view(broker.broker(), topic);
  for (const auto& partition : view->partitions) all.insert({topic, partition.partition});
  return all;
}

bool MemberWorld::are_settled(const std::vector<std::string>& names) {
  PartitionSet owned;
  std::size_t count = 0;
  for (const std::string& name : names) {
    const ClassicMember& member = client(name).member();
    if (!member.is_stable() || member.call()) return false;
    owned.insert(member.owned().begin(), member.owned().end());
    count += member.owned().size();
  }
  const broker::GroupView group_now = view();
  return group_now.state == broker::GroupState::stable &&
         group_now.members.size() == names.size() && owned == all_partitions() &&
         count == owned.size();
}

bool MemberWorld::settles(const std::vector<std::string>& names, Duration within) {
  return broker.run_until([&] { return are_settled(names); }, within);
}

broker::RuleId MemberWorld::rule(ApiKey api, const broker::FaultAction& action, std::uint64_t nth,
                                 const std::string& client_id) {
  broker::FaultRule rule{.match = {.api = api}, .nth = nth, .action = action};
  if (!client_id.empty()) rule.match.client_id = client_id;
  return broker.control().add_rule(rule);
}

std::string MemberWorld::describe() {
  std::string text = to_string(view());
  for (const std::string& name : names_) {
    MemberClient& each = client(name);
    text += "\n" + name + ": " + std::string(client::name(each.member().state())) + ", owns " +
            to_string(each.member().owned()) + ", waits for " + each.describe(broker.now());
    for (const std::string& told : each.told) text += "\n  told " + told;
    for (const Failure& failure : each.failures) text += "\n  failed: " + failure.message;
  }
  for (const std::string& conflict : ledger->conflicts) text += "\nconflict: " + conflict;
  return text;
}

}  // namespace cohort::client
