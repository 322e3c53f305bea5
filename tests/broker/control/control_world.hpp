// ControlWorld: a broker in virtual time that tests act upon from outside, and clients of it.
#pragma once

#include "support/wire_client.hpp"
#include <cohort/broker/virtual_broker.hpp>
#include <cohort/protocol/batch_builder.hpp>
#include <cohort/protocol/messages.hpp>
#include <cohort/protocol/messages/consumer_protocol.hpp>
#include <cohort/testing/gtest.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <typeinfo>
#include <utility>
#include <vector>

namespace cohort::broker {

/// Brokers from node id 1 on, with `t` of three partitions that all brokers have a replica of, and
/// without an initial rebalance delay.
inline VirtualOptions control_options(std::int32_t brokers = 1) {
  VirtualOptions options{.topics = {{.name = "t", .partitions = 3}}};
  options.config.brokers = brokers;
  options.config.set("group.initial.rebalance.delay.ms", "0");
  options.config.set("default.replication.factor", std::to_string(brokers));
  return options;
}

inline Cause by_control(std::string_view name) {
  return {.kind = Cause::Kind::control, .name = name, .client_reason = {}};
}
inline Cause by_request(std::string_view name, const std::string& client_reason = {}) {
  return {.kind = Cause::Kind::request, .name = name, .client_reason = client_reason};
}
inline Cause by_timer(std::string_view name) {
  return {.kind = Cause::Kind::timer, .name = name, .client_reason = {}};
}

inline Buffer consumer_assignment(const Partitions& partitions) {
  ConsumerProtocolAssignment assignment;
  for (const auto& [topic, of_topic] : partitions) {
    assignment.assigned_partitions.push_back({topic, of_topic});
  }
  return encode_versioned(assignment, 1);
}

struct MemberOptions {
  std::string group = "g";
  std::int32_t session_timeout_ms = 45'000;
  std::int32_t rebalance_timeout_ms = 300'000;
};

/// A consumer that speaks the group protocol request by request. REQUIRES: the broker outlives it.
class Member {
 public:
  Member(VirtualBroker& broker, const std::string& name, MemberOptions options = {})
      : client(broker.world(), name), broker_(&broker), options_(std::move(options)) {}

  JoinGroupRequest join_request(const std::optional<std::string>& reason = {}) const {
    return {.group_id = options_.group,
            .session_timeout_ms = options_.session_timeout_ms,
            .rebalance_timeout_ms = options_.rebalance_timeout_ms,
            .member_id = id,
            .protocol_type = "consumer",
            .protocols = {{"range", {}}},
            .reason = reason};
  }
  /// Takes what the broker hands out with MEMBER_ID_REQUIRED.
  void ask_for_id() { id = client.ask<JoinGroupResponse>(join_request(), 9).value().member_id; }
  /// Sends JoinGroup, with a member id that it has or gets; the answer is for take_joined().
  void join(const std::optional<std::string>& reason = {}) {
    if (id.empty()) ask_for_id();
    client.send(join_request(reason), 9);
    broker_->settle();
  }
  /// Nothing while the group waits.
  std::optional<JoinGroupResponse> take_joined() {
    std::optional<JoinGroupResponse> joined = client.take<JoinGroupResponse>(9);
    if (joined) generation = joined->generation_id;
    return joined;
  }
  void sync(const std::map<std::string, Partitions>& shares = {}) {
    SyncGroupRequest request{.group_id = options_.group,
                             .generation_id = generation,
                             .member_id = id,
                             .protocol_type = "consumer",
                             .protocol_name = "range"};
    for (const auto& [member, partitions] : shares) {
      request.assignments.push_back({member, consumer_assignment(partitions)});
    }
    client.send(request, 5);
    broker_->settle();
  }
  std::optional<SyncGroupResponse> take_synced() { return client.take<SyncGroupResponse>(5); }
  /// The whole rebalance of a group with no other member.
  void join_alone(const Partitions& partitions = {{"t", {0, 1, 2}}}) {
    join();
    ASSERT_EQ(take_joined().value().leader, id);
    sync({{id, partitions}});
    ASSERT_EQ(take_synced().value().error_code, ErrorCode::none);
  }

  HeartbeatRequest heartbeat_request() const {
    return {.group_id = options_.group, .generation_id = generation, .member_id = id};
  }
  ErrorCode heartbeat() {
    return client.ask<HeartbeatResponse>(heartbeat_request(), 4).value().error_code;
  }
  void leave(const std::optional<std::string>& reason = {}) {
    LeaveGroupRequest request{.group_id = options_.group};
    request.members.push_back({.member_id = id, .group_instance_id = {}, .reason = reason});
    ASSERT_TRUE(client.ask<LeaveGroupResponse>(request, 5).has_value());
  }
  ErrorCode commit(std::int32_t partition, std::int64_t offset) {
    OffsetCommitRequest request{
        .group_id = options_.group, .generation_id_or_member_epoch = generation, .member_id = id};
    request.topics.push_back(
        {.name = "t", .partitions = {{.partition_index = partition, .committed_offset = offset}}});
    const auto answer = client.ask<OffsetCommitResponse>(request, 8).value();
    return answer.topics.at(0).partitions.at(0).error_code;
  }

  testing::WireClient client;
  std::string id;
  std::int32_t generation = -1;

 private:
  VirtualBroker* broker_;
  MemberOptions options_;
};

/// All of a broker that Control shows, and how much it has told.
struct Seen {
  std::vector<TopicView> topics;
  std::vector<GroupView> groups;
  std::vector<HeldRequest> held;
  std::size_t rules = 0;
  std::uint64_t next_fact = 0;
  bool operator==(const Seen&) const = default;
};
inline void PrintTo(const Seen& seen, std::ostream* out) {
  for (const GroupView& group : seen.groups) *out << to_string(group) << '\n';
  *out << seen.topics.size() << " topics, " << seen.held.size() << " held, " << seen.rules
       << " rules, next fact " << seen.next_fact;
}

class ControlWorld : public testing::VirtualBrokerTest {
 protected:
  explicit ControlWorld(VirtualOptions options = control_options())
      : VirtualBrokerTest(std::move(options)) {}

  Control& control() { return broker.control(); }

  Seen seen() {
    return {.topics = control().topics(true),
            .groups = control().groups(),
            .held = control().held(),
            .rules = control().rules().size(),
            .next_fact = broker.journal().next()};
  }
  /// It throws just this with a text, and nothing has changed.
  template <class Error>
  void expect_refused(const std::function<void(Control&)>& call) {
    const Seen before = seen();
    try {
      call(control());
      ADD_FAILURE() << "it is not refused";
    } catch (const std::invalid_argument& error) {
      EXPECT_EQ(typeid(error), typeid(Error)) << error.what();
      EXPECT_STRNE(error.what(), "");
    }
    EXPECT_EQ(seen(), before);
  }

  std::vector<Fact> facts_of(FactKind kind) const {
    std::vector<Fact> facts;
    const auto entries = broker.journal().since(broker.journal().first()).value();
    for (const Entry& entry : entries) {
      if (entry.fact.kind == kind) facts.push_back(entry.fact);
    }
    return facts;
  }
  Fact newest(FactKind kind) const {
    const std::vector<Fact> facts = facts_of(kind);
    if (!facts.empty()) return facts.back();
    ADD_FAILURE() << "no fact " << name(kind);
    return {};
  }
  PartitionView partition(std::int32_t index, const std::string& topic = "t") {
    return control().topic(topic).value().partitions.at(static_cast<std::size_t>(index));
  }
};

inline Record record_of(std::string_view value, std::int64_t timestamp = no_timestamp) {
  return {.timestamp = timestamp, .value = Buffer::copy_of(value)};
}

/// One record for partition 0 of a topic.
inline ProduceRequest produce_request(std::int16_t acks = -1, const std::string& topic = "t") {
  BatchBuilder batch(BatchOptions{});
  batch.add(record_of("v", 1000));
  ProduceRequest request{.acks = acks};
  request.topic_data = {
      {.name = topic, .partition_data = {{.index = 0, .records = Buffers(batch.build().bytes())}}}};
  return request;
}

/// For what is behind `offset` in partition 0 of `t`, waiting for a minute.
inline FetchRequest fetch_request(std::int64_t offset) {
  FetchRequest request{.max_wait_ms = 60'000, .min_bytes = 1};
  request.topics.push_back(
      {.topic = "t",
       .partitions = {{.partition = 0, .fetch_offset = offset, .partition_max_bytes = 1 << 20}}});
  return request;
}

}  // namespace cohort::broker
