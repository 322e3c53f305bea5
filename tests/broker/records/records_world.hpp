// RecordsWorld: a broker in virtual time whose coordinators' topics are read back, with the verbs
// of group members and transactional producers.
#pragma once

#include "rebuilt_groups.hpp"
#include "support/wire_client.hpp"
#include <cohort/broker/broker.hpp>
#include <cohort/protocol/messages.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cohort::broker {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

/// With the topics `t` and `u` of two partitions.
class RecordsWorld {
 public:
  explicit RecordsWorld(const Config& config = quick());
  /// Members form a generation at once, and connections stay.
  static Config quick();

  Broker& broker() { return simulation.node_as<Broker>("broker"); }
  void create_topic(const std::string& name);
  void advance(Duration by) { simulation.advance(by); }
  std::vector<ReadBatch> read(const std::string& topic) { return read_topic(admin, topic); }
  RebuiltGroups rebuilt() { return RebuiltGroups(read("__consumer_offsets")); }

  /// Joins a member and syncs it as the leader of a group of one; its id. By version 3, so that
  /// the first JoinGroup is the last.
  std::string join_alone(testing::WireClient& client, const std::string& group,
                         const std::optional<std::string>& instance = std::nullopt);
  ErrorCode leave(const std::string& group, const std::string& member_id);
  ErrorCode commit(const std::string& group, const std::string& topic, std::int32_t partition,
                   std::int64_t offset);
  /// With a retention time of its own, as versions 2 to 4 could ask for.
  ErrorCode commit_for(const std::string& group, const std::string& topic, std::int32_t partition,
                       std::int64_t offset, std::int64_t retention_ms);
  ErrorCode delete_offset(const std::string& group, const std::string& topic,
                          std::int32_t partition);
  ErrorCode delete_group(const std::string& group);
  void delete_topic(const std::string& topic);

  InitProducerIdResponse init(const std::string& transactional_id);
  ErrorCode add_offsets(const std::string& transactional_id, const InitProducerIdResponse& producer,
                        const std::string& group);
  ErrorCode commit_in(const std::string& transactional_id, const InitProducerIdResponse& producer,
                      const std::string& group, std::int64_t offset);
  ErrorCode end(const std::string& transactional_id, const InitProducerIdResponse& producer,
                bool commits);

  /// The bytes tell of every group what OffsetFetch, ListGroups and DescribeGroups do.
  void expect_rebuilt();

  sim::Simulation simulation;
  testing::WireClient admin;

 private:
  void expect_offsets(const std::string& group, const RebuiltGroup& rebuilt);
  void expect_members(const std::string& group, const RebuiltGroup& rebuilt);
};

JoinGroupRequest join_request(const std::string& group, const std::string& member_id);

}  // namespace cohort::broker
