// AdminWorld: brokers in virtual time, an admin client of theirs, and members to look after.
#pragma once

#include "support/wire_client.hpp"
#include <cohort/broker/virtual_broker.hpp>
#include <cohort/client/admin.hpp>
#include <cohort/client/runtime.hpp>
#include <cohort/protocol/messages/consumer_protocol.hpp>
#include <cohort/protocol/messages/join_group.hpp>
#include <cohort/protocol/messages/sync_group.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace cohort::client {

inline void PrintTo(const Failure& failure, std::ostream* out) {
  *out << name(failure.kind) << ' ' << name(failure.code) << ": " << failure.message;
}

/// A member of a group of consumers, alone in it.
struct LoneMember {
  std::unique_ptr<testing::WireClient> wire;
  std::string member_id;
  std::int32_t generation_id = 0;
};

/// Broker 1 is on broker:9092, and so on. The topic `orders` has three partitions.
class AdminWorld {
 public:
  explicit AdminWorld(std::int32_t brokers = 1, const broker::Properties& properties = {})
      : broker(options(brokers, properties)), runtime(broker.world()), admin(config(), runtime) {
    broker.control().create_topic("orders", 3);
  }

  static AdminConfig config() {
    return {.client = {.bootstrap_servers = {{"broker", 9092}}, .client_id = "admin"}};
  }

  void append(std::int32_t partition, int records, const std::string& topic = "orders") {
    for (int i = 0; i < records; ++i) {
      broker.control().append(
          topic, partition,
          {Record{.timestamp = broker.now().unix_ms(), .value = Buffer::copy_of("v")}});
    }
  }
  void commit(const std::string& group, std::int32_t partition, std::int64_t offset) {
    broker.control().set_offsets(
        group, {{.topic = "orders", .partition = partition, .offset = offset, .metadata = "m"}});
  }

  /// Joins the group as a consumer of `orders`, is its leader, and gets partitions 0 and 1.
  LoneMember join(const std::string& group, std::uint16_t port = 9092,
                  const std::optional<std::string>& instance_id = std::nullopt) {
    LoneMember member{
        .wire = std::make_unique<testing::WireClient>(broker.world(), "member-of-" + group, port)};
    JoinGroupRequest join{.group_id = group,
                          .session_timeout_ms = 30'000,
                          .rebalance_timeout_ms = 60'000,
                          .group_instance_id = instance_id,
                          .protocol_type = "consumer"};
    ConsumerProtocolSubscription subscription{.topics = {"orders"}, .rack_id = "east"};
    subscription.owned_partitions = {{.topic = "orders", .partitions = {2}}};
    join.protocols = {{.name = "range", .metadata = encode_versioned(subscription, 3)}};
    member.wire->send(join, 5);
    broker.advance(milliseconds(100));
    auto joined = member.wire->take<JoinGroupResponse>(5);
    if (joined && joined->error_code == ErrorCode::member_id_required) {
      join.member_id = joined->member_id;
      member.wire->send(join, 5);
      broker.advance(milliseconds(100));
      joined = member.wire->take<JoinGroupResponse>(5);
    }
    member.member_id = joined.value().member_id;
    member.generation_id = joined->generation_id;
    SyncGroupRequest sync{.group_id = group,
                          .generation_id = member.generation_id,
                          .member_id = member.member_id,
                          .group_instance_id = instance_id};
    const ConsumerProtocolAssignment assignment{
        .assigned_partitions = {{.topic = "orders", .partitions = {0, 1}}}};
    sync.assignments = {
        {.member_id = member.member_id, .assignment = encode_versioned(assignment, 3)}};
    const auto synced = member.wire->ask<SyncGroupResponse>(sync, 3);
    EXPECT_EQ(synced.value().error_code, ErrorCode::none);
    return member;
  }

  /// The next such request is answered so.
  broker::RuleId refuse_next(ApiKey api, ErrorCode error) {
    return broker.control().add_rule(
        {.match = {.api = api}, .times = 1, .action = broker::AnswerError{error}});
  }
  std::uint64_t hits(broker::RuleId rule) { return broker.control().rule(rule).value().hits; }

  broker::VirtualBroker broker;
  VirtualRuntime runtime;
  Admin admin;

 private:
  static broker::VirtualOptions options(std::int32_t brokers,
                                        const broker::Properties& properties) {
    broker::VirtualOptions options{.config = {.brokers = brokers}};
    if (brokers == 3) options.config.racks = {"a", "b", "c"};
    if (brokers > 1) options.config.set("default.replication.factor", std::to_string(brokers));
    options.config.set("group.initial.rebalance.delay.ms", "0");
    for (const auto& [key, value] : properties) options.config.set(key, value);
    return options;
  }
};

/// What a call throws; fails the test if it throws nothing.
template <class Thrown>
Failure failure_of(const auto& call) {
  try {
    call();
  } catch (const Thrown& error) {
    return error.failure();
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

}  // namespace cohort::client
