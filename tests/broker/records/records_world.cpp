#include "records_world.hpp"

#include "state.hpp"

namespace cohort::broker {

namespace {

sim::Simulation world_of(const Config& config) {
  sim::Simulation simulation;
  auto broker = std::make_unique<Broker>(config, simulation.now());
  broker->advertise({"broker", 9092});
  simulation.add("broker", std::move(broker));
  simulation.listen("broker", "broker", 9092);
  return simulation;
}

}  // namespace

JoinGroupRequest join_request(const std::string& group, const std::string& member_id) {
  return {.group_id = group,
          .session_timeout_ms = 10'000,
          .rebalance_timeout_ms = 20'000,
          .member_id = member_id,
          .protocol_type = "consumer",
          .protocols = {{"range", Buffer::copy_of("subscription")}}};
}

Config RecordsWorld::quick() {
  Config config;
  config.group.initial_rebalance_delay = Duration::zero();
  config.connections_max_idle = Duration::max();
  return config;
}

RecordsWorld::RecordsWorld(const Config& config)
    : simulation(world_of(config)), admin(simulation, "admin") {
  create_topic("t");
  create_topic("u");
}

void RecordsWorld::create_topic(const std::string& name) {
  simulation.turn("broker", [&] { broker().create_topic(name, 2, simulation.now()); });
}

std::string RecordsWorld::join_alone(testing::WireClient& client, const std::string& group,
                                     const std::optional<std::string>& instance) {
  JoinGroupRequest join = join_request(group, "");
  join.group_instance_id = instance;
  const std::int16_t version = instance ? 5 : 3;
  client.send(join, version);
  simulation.settle();
  const auto joined = client.take<JoinGroupResponse>(version).value();
  EXPECT_EQ(joined.error_code, ErrorCode::none);
  SyncGroupRequest sync{.group_id = group,
                        .generation_id = joined.generation_id,
                        .member_id = joined.member_id,
                        .group_instance_id = instance};
  sync.assignments = {{joined.member_id, Buffer::copy_of("assignment")}};
  EXPECT_EQ(client.ask<SyncGroupResponse>(sync, 3)->error_code, ErrorCode::none);
  return joined.member_id;
}

ErrorCode RecordsWorld::leave(const std::string& group, const std::string& member_id) {
  const LeaveGroupRequest request{.group_id = group, .members = {{.member_id = member_id}}};
  return admin.ask<LeaveGroupResponse>(request, 4)->members.at(0).error_code;
}

ErrorCode RecordsWorld::commit(const std::string& group, const std::string& topic,
                               std::int32_t partition, std::int64_t offset) {
  const OffsetCommitRequest request{.group_id = group,
                                    .topics = {{topic,
                                                {{.partition_index = partition,
                                                  .committed_offset = offset,
                                                  .committed_leader_epoch = 0,
                                                  .committed_metadata = "m"}}}}};
  return admin.ask<OffsetCommitResponse>(request, 8)->topics.at(0).partitions.at(0).error_code;
}

ErrorCode RecordsWorld::commit_for(const std::string& group, const std::string& topic,
                                   std::int32_t partition, std::int64_t offset,
                                   std::int64_t retention_ms) {
  const OffsetCommitRequest request{
      .group_id = group,
      .retention_time_ms = retention_ms,
      .topics = {{topic, {{.partition_index = partition, .committed_offset = offset}}}}};
  return admin.ask<OffsetCommitResponse>(request, 3)->topics.at(0).partitions.at(0).error_code;
}

ErrorCode RecordsWorld::delete_offset(const std::string& group, const std::string& topic,
                                      std::int32_t partition) {
  const OffsetDeleteRequest request{.group_id = group, .topics = {{topic, {{partition}}}}};
  return admin.ask<OffsetDeleteResponse>(request, 0)->error_code;
}

ErrorCode RecordsWorld::delete_group(const std::string& group) {
  const DeleteGroupsRequest request{.groups_names = {group}};
  return admin.ask<DeleteGroupsResponse>(request, 2)->results.at(0).error_code;
}

void RecordsWorld::delete_topic(const std::string& topic) {
  const DeleteTopicsRequest request{.topic_names = {topic}, .timeout_ms = 1'000};
  EXPECT_EQ(admin.ask<DeleteTopicsResponse>(request, 4)->responses.at(0).error_code,
            ErrorCode::none);
}

InitProducerIdResponse RecordsWorld::init(const std::string& transactional_id) {
  const InitProducerIdRequest request{.transactional_id = transactional_id,
                                      .transaction_timeout_ms = 60'000};
  return admin.ask<InitProducerIdResponse>(request, 4).value();
}

ErrorCode RecordsWorld::add_offsets(const std::string& transactional_id,
                                    const InitProducerIdResponse& producer,
                                    const std::string& group) {
  const AddOffsetsToTxnRequest request{.transactional_id = transactional_id,
                                       .producer_id = producer.producer_id,
                                       .producer_epoch = producer.producer_epoch,
                                       .group_id = group};
  return admin.ask<AddOffsetsToTxnResponse>(request, 3)->error_code;
}

ErrorCode RecordsWorld::commit_in(const std::string& transactional_id,
                                  const InitProducerIdResponse& producer, const std::string& group,
                                  std::int64_t offset) {
  const TxnOffsetCommitRequest request{
      .transactional_id = transactional_id,
      .group_id = group,
      .producer_id = producer.producer_id,
      .producer_epoch = producer.producer_epoch,
      .topics = {{"t", {{.partition_index = 0, .committed_offset = offset}}}}};
  return admin.ask<TxnOffsetCommitResponse>(request, 3)->topics.at(0).partitions.at(0).error_code;
}

ErrorCode RecordsWorld::end(const std::string& transactional_id,
                            const InitProducerIdResponse& producer, bool commits) {
  const EndTxnRequest request{.transactional_id = transactional_id,
                              .producer_id = producer.producer_id,
                              .producer_epoch = producer.producer_epoch,
                              .committed = commits};
  return admin.ask<EndTxnResponse>(request, 3)->error_code;
}

void RecordsWorld::expect_rebuilt() {
  const RebuiltGroups from_bytes = rebuilt();
  const auto listed = admin.ask<ListGroupsResponse>(ListGroupsRequest{}, 4).value();
  std::size_t found = 0;
  for (const ListGroupsListedGroup& group : listed.groups) {
    SCOPED_TRACE("group " + group.group_id);
    const auto in_bytes = from_bytes.all().find(group.group_id);
    found += in_bytes == from_bytes.all().end() ? 0 : 1;
    const RebuiltGroup bytes =
        in_bytes == from_bytes.all().end() ? RebuiltGroup{} : in_bytes->second;
    expect_offsets(group.group_id, bytes);
    expect_members(group.group_id, bytes);
  }
  EXPECT_EQ(found, from_bytes.all().size()) << "a group that the coordinator does not know";
}

void RecordsWorld::expect_offsets(const std::string& group, const RebuiltGroup& rebuilt) {
  const OffsetFetchRequest request{.group_id = group, .topics = std::nullopt};
  std::map<PartitionName, OffsetFetchResponsePartition> answered;
  const auto response = admin.ask<OffsetFetchResponse>(request, 7).value();
  for (const OffsetFetchResponseTopic& topic : response.topics) {
    for (const auto& partition : topic.partitions) {
      answered[{topic.name, partition.partition_index}] = partition;
    }
  }
  std::map<PartitionName, OffsetFetchResponsePartition> expected;
  for (const auto& [name, value] : rebuilt.offsets) {
    expected[name] = {.partition_index = name.second,
                      .committed_offset = value.offset,
                      .committed_leader_epoch = value.leader_epoch,
                      .metadata = value.metadata};
  }
  EXPECT_EQ(answered, expected);
}

void RecordsWorld::expect_members(const std::string& group, const RebuiltGroup& rebuilt) {
  const DescribeGroupsRequest request{.groups = {group}};
  const auto described = admin.ask<DescribeGroupsResponse>(request, 4)->groups.at(0);
  const bool is_settled = described.group_state == "Stable" || described.group_state == "Empty";
  if (!is_settled) return;  // The bytes still tell of the generation before.
  const GroupMetadataValue bytes = rebuilt.metadata.value_or(GroupMetadataValue{});
  DescribeGroupsDescribedGroup expected{.group_id = group,
                                        .group_state = described.group_state,
                                        .protocol_type = bytes.protocol_type,
                                        .protocol_data = bytes.protocol.value_or("")};
  for (const GroupMetadataMember& member : bytes.members) {
    expected.members.push_back({.member_id = member.member_id,
                                .group_instance_id = member.group_instance_id,
                                .client_id = member.client_id,
                                .client_host = member.client_host,
                                .member_metadata = member.subscription,
                                .member_assignment = member.assignment});
  }
  EXPECT_EQ(described, expected);
  const GroupDescription inside = broker().state().coordinator.describe(group).value();
  EXPECT_EQ(bytes.generation, inside.generation);
  EXPECT_EQ(bytes.leader.value_or(""), inside.leader);
}

}  // namespace cohort::broker
