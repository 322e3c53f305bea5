#include "broker/group/group_test.hpp"

#include <ostream>

namespace cohort::broker {

void PrintTo(ErrorCode error, std::ostream* out) { *out << name(error); }

void PrintTo(const Buffer& bytes, std::ostream* out) { *out << '"' << bytes.text() << '"'; }

void PrintTo(const JoinAnswer& answer, std::ostream* out) {
  *out << "{" << name(answer.error) << " generation=" << answer.generation
       << " type=" << answer.protocol_type.value_or("null")
       << " protocol=" << answer.protocol_name.value_or("null") << " leader=" << answer.leader
       << " skip=" << answer.skip_assignment << " id=" << answer.member_id << " members=[";
  for (const JoinedMember& member : answer.members) {
    *out << member.member_id << "/" << member.group_instance_id.value_or("null") << "/"
         << member.metadata.text() << " ";
  }
  *out << "]}";
}

void PrintTo(const SyncAnswer& answer, std::ostream* out) {
  *out << "{" << name(answer.error) << " type=" << answer.protocol_type.value_or("null")
       << " protocol=" << answer.protocol_name.value_or("null") << " assignment=\""
       << answer.assignment.text() << "\"}";
}

OfferedProtocol offers(std::string name, const std::string& metadata,
                       std::optional<std::vector<std::string>> topics) {
  return {
      .name = std::move(name), .metadata = Buffer::copy_of(metadata), .topics = std::move(topics)};
}

GroupConfig GroupTest::without_delay() {
  GroupConfig config;
  config.min_session_timeout = seconds(6);
  config.initial_rebalance_delay = Duration{0};
  return config;
}

GroupTest::GroupTest(GroupConfig config)
    : config_(config), coordinator_(config, Rng(1).fork("groups"), now_) {}

ReplyId GroupTest::join(const Joining& joining) {
  const ReplyId reply{next_reply_++};
  coordinator_.join({.group_id = group_,
                     .member_id = joining.member_id,
                     .group_instance_id = joining.instance,
                     .client_id = "client",
                     .client_host = "/127.0.0.1",
                     .session_timeout = joining.session,
                     .rebalance_timeout = joining.rebalance,
                     .protocol_type = joining.type,
                     .protocols = joining.protocols,
                     .reason = joining.reason,
                     .requires_member_id = joining.version >= 4,
                     .understands_skip_assignment = joining.version >= 9},
                    reply, now_);
  return reply;
}

ReplyId GroupTest::join_v3(Joining joining) {
  joining.version = 3;
  return join(joining);
}

std::string GroupTest::pending_id(Duration session) {
  const JoinAnswer answer = joined(join({.session = session}));
  EXPECT_EQ(answer.error, ErrorCode::member_id_required);
  return answer.member_id;
}

ReplyId GroupTest::sync(const std::string& member_id, std::int32_t generation,
                        std::vector<MemberAssignment> assignments,
                        std::optional<std::string> instance) {
  const ReplyId reply{next_reply_++};
  coordinator_.sync({.group_id = group_,
                     .member = {member_id, std::move(instance)},
                     .generation = generation,
                     .assignments = std::move(assignments)},
                    reply, now_);
  return reply;
}

ErrorCode GroupTest::heartbeat(const std::string& member_id, std::int32_t generation,
                               std::optional<std::string> instance) {
  return coordinator_.heartbeat(
      {.group_id = group_, .member = {member_id, std::move(instance)}, .generation = generation},
      now_);
}

std::vector<ErrorCode> GroupTest::leave(const std::vector<MemberIdentity>& members) {
  LeaveRequest request{.group_id = group_};
  for (const MemberIdentity& member : members) request.members.push_back({.member = member});
  const LeaveAnswer answer = coordinator_.leave(request, now_);
  EXPECT_EQ(answer.error, ErrorCode::none);
  return answer.members;
}

ErrorCode GroupTest::leave(const std::string& member_id) {
  return leave(std::vector<MemberIdentity>{{.member_id = member_id}}).at(0);
}

void GroupTest::leaves(const std::string& member_id) {
  EXPECT_EQ(leave(member_id), ErrorCode::none);
}

ErrorCode GroupTest::commit(const std::string& member_id, std::int32_t generation,
                            std::optional<std::string> instance) {
  return coordinator_
      .commit_offsets({.group_id = group_,
                       .member = {member_id, std::move(instance)},
                       .generation = generation,
                       .offsets = {{.key = {"t", 0}, .offset = 10}}},
                      now_)
      .at(0);
}

ErrorCode GroupTest::commit_simple(const OffsetKey& key, std::int64_t offset,
                                   std::string metadata) {
  return coordinator_
      .commit_offsets(
          {.group_id = group_,
           .offsets = {{.key = key, .offset = offset, .metadata = std::move(metadata)}}},
          now_)
      .at(0);
}

FetchedOffset GroupTest::fetch(const OffsetKey& key) {
  return coordinator_.fetch_offsets(group_, {key}).at(0);
}

void GroupTest::pass(Duration time) {
  now_ = now_ + time;
  coordinator_.advance(now_);
}

void GroupTest::collect() {
  for (GroupAnswer& answer : coordinator_.take_answers()) {
    const bool is_first = answers_.emplace(answer.to, std::move(answer.what)).second;
    EXPECT_TRUE(is_first) << "answered twice";
  }
}

bool GroupTest::is_waiting(ReplyId reply) {
  collect();
  return !answers_.contains(reply);
}

JoinAnswer GroupTest::joined(ReplyId reply) {
  collect();
  const auto found = answers_.find(reply);
  if (found != answers_.end()) return std::get<JoinAnswer>(found->second);
  ADD_FAILURE() << "JoinGroup is not answered yet";
  return {};
}

SyncAnswer GroupTest::synced(ReplyId reply) {
  collect();
  const auto found = answers_.find(reply);
  if (found != answers_.end()) return std::get<SyncAnswer>(found->second);
  ADD_FAILURE() << "SyncGroup is not answered yet";
  return {};
}

std::vector<FactKind> GroupTest::facts() {
  std::vector<FactKind> kinds;
  for (const Fact& fact : coordinator_.take_facts()) kinds.push_back(fact.kind);
  return kinds;
}

GroupDescription GroupTest::described() {
  return coordinator_.describe(group_).value_or(GroupDescription{});
}

std::vector<std::string> GroupTest::member_ids() {
  std::vector<std::string> ids;
  for (const MemberDescription& member : described().members) ids.push_back(member.member_id);
  return ids;
}

std::vector<std::string> GroupTest::completing(const std::vector<Joining>& members) {
  // All come while the initial delay of no length has not passed yet.
  std::vector<ReplyId> replies;
  replies.reserve(members.size());
  for (const Joining& member : members) replies.push_back(join_v3(member));
  pass();
  std::vector<std::string> ids;
  for (const ReplyId reply : replies) {
    ids.push_back(joined(reply).member_id);
    EXPECT_EQ(joined(reply).generation, 1);
  }
  EXPECT_EQ(state(), GroupState::completing_rebalance);
  return ids;
}

std::vector<std::string> GroupTest::stable(const std::vector<Joining>& members) {
  std::vector<std::string> ids = completing(members);
  std::vector<MemberAssignment> plan;
  plan.reserve(ids.size());
  for (const std::string& id : ids) plan.push_back({id, Buffer::copy_of("of " + id)});
  for (const std::string& id : ids)
    sync(id, 1, id == ids.front() ? plan : std::vector<MemberAssignment>{}, std::nullopt);
  EXPECT_EQ(state(), GroupState::stable);
  EXPECT_EQ(described().waiting_for, std::nullopt);
  coordinator_.take_facts();
  return ids;
}

}  // namespace cohort::broker
