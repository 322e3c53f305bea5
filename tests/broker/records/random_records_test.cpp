// Random clients: whatever they do, the bytes of __consumer_offsets tell of every group what the
// coordinator does, a coordinator that is loaded from them is as the running one, and the same seed
// gives the same bytes.
#include "coordinator_loading.hpp"
#include "loaded_coordinators.hpp"
#include "log/topic_name.hpp"
#include "records_world.hpp"
#include <cohort/node/rng.hpp>
#include <cohort/sim/digest.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <tuple>

namespace cohort::broker {
namespace {

using testing::WireClient;

constexpr std::size_t clients = 6;
constexpr std::uint64_t groups = 3;

/// A member that may be waiting for the answer to its last request.
struct RandomMember {
  std::unique_ptr<WireClient> client;
  std::string group;
  std::optional<std::string> instance;
  std::string id;
  std::int32_t generation = -1;
  std::vector<JoinGroupResponseMember> followers;  ///< Of a leader that has not synced yet.
  enum class Waits : std::uint8_t { nothing, joined, synced } waits = Waits::nothing;
};

class RandomRecords {
 public:
  explicit RandomRecords(std::uint64_t seed) : rng_(Rng(seed).fork("records")), world_(config()) {
    for (std::size_t i = 0; i < clients; ++i) {
      members_.push_back(
          {.client = std::make_unique<WireClient>(world_.simulation, "client" + std::to_string(i)),
           .group = "g" + std::to_string(i % groups)});
      if (i % 2 == 0) members_.back().instance = "i" + std::to_string(i);
    }
    for (const char* id : {"x", "y"}) producers_[id] = world_.init(id);
  }

  void step() {
    act();
    loaded_.note(world_.broker().state());
  }
  void check() { world_.expect_rebuilt(); }
  void check_loading() { loaded_.expect_same(world_.broker().state(), world_.simulation.now()); }
  std::uint64_t digest() {
    sim::Digest digest;
    for (const char* topic : {"__consumer_offsets", "__transaction_state"}) {
      for (const ReadBatch& batch : world_.read(topic)) {
        digest.add(static_cast<std::uint64_t>(batch.header.base_offset));
        digest.add(batch.header.crc);
      }
    }
    return digest.value();
  }

 private:
  static Config config() {
    Config config = RecordsWorld::quick();
    config.log.offsets_topic_partitions = 2;
    config.log.transaction_topic_partitions = 1;
    config.group.offsets_retention = seconds(20);
    config.group.offsets_retention_check_interval = seconds(5);
    return config;
  }

  RandomMember& some_member() { return members_[rng_.below(clients)]; }
  std::string some_group() { return "g" + std::to_string(rng_.below(groups + 1)); }
  std::string some_topic() { return rng_.below(2) == 0 ? "t" : "u"; }
  std::int32_t some_partition() { return static_cast<std::int32_t>(rng_.below(2)); }
  std::int64_t some_offset() { return static_cast<std::int64_t>(rng_.below(1'000)); }

  void act();
  void collect(RandomMember& member);
  void join(RandomMember& member);
  void sync(RandomMember& member);
  void leave(RandomMember& member);
  void commit();
  void commit_as_member(RandomMember& member);
  void transact();
  void remove();
  void compact();
  void reload();

  Rng rng_;
  RecordsWorld world_;
  LoadedCoordinators loaded_;
  std::vector<RandomMember> members_;
  std::map<std::string, InitProducerIdResponse> producers_;
};

void RandomRecords::act() {
  switch (rng_.below(16)) {
    case 0:
    case 1:
    case 2:
      return join(some_member());
    case 3:
    case 4:
    case 5:
      return sync(some_member());
    case 6:
      return leave(some_member());
    case 7:
      return commit_as_member(some_member());
    case 8:
      return commit();
    case 9:
    case 10:
      return transact();
    case 11:
      return remove();
    case 12:
      return compact();
    case 13:
      return reload();
    default:
      return world_.advance(milliseconds(static_cast<std::int64_t>(rng_.below(4'000))));
  }
}

void RandomRecords::collect(RandomMember& member) {
  world_.simulation.settle();
  if (member.waits == RandomMember::Waits::joined) {
    const auto answer = member.client->take<JoinGroupResponse>(5);
    if (!answer) return;
    member.id = answer->error_code == ErrorCode::unknown_member_id ? "" : answer->member_id;
    if (answer->error_code == ErrorCode::fenced_instance_id) member.id.clear();
    member.generation = answer->generation_id;
    member.followers = answer->members;
  } else if (member.waits == RandomMember::Waits::synced) {
    const auto answer = member.client->take<SyncGroupResponse>(3);
    if (!answer) return;
    if (answer->error_code == ErrorCode::unknown_member_id) member.id.clear();
  }
  member.waits = RandomMember::Waits::nothing;
}

void RandomRecords::join(RandomMember& member) {
  collect(member);
  if (member.waits != RandomMember::Waits::nothing) return;
  if (member.instance && rng_.below(3) == 0) member.id.clear();  // It restarts.
  JoinGroupRequest request = join_request(member.group, member.id);
  request.group_instance_id = member.instance;
  if (rng_.below(3) == 0) request.protocols[0].metadata = Buffer::copy_of("changed");
  member.client->send(request, 5);
  member.waits = RandomMember::Waits::joined;
  collect(member);
}

void RandomRecords::sync(RandomMember& member) {
  collect(member);
  if (member.waits != RandomMember::Waits::nothing || member.id.empty()) return;
  SyncGroupRequest request{.group_id = member.group,
                           .generation_id = member.generation,
                           .member_id = member.id,
                           .group_instance_id = member.instance};
  for (const JoinGroupResponseMember& each : member.followers) {
    request.assignments.push_back({each.member_id, Buffer::copy_of("for " + each.member_id)});
  }
  member.client->send(request, 3);
  member.waits = RandomMember::Waits::synced;
  collect(member);
}

void RandomRecords::leave(RandomMember& member) {
  std::ignore = world_.leave(member.group, member.id);
  collect(member);
}

// No two draws in one list of arguments.
void RandomRecords::commit() {
  const std::string group = some_group();
  const std::string topic = some_topic();
  const std::int32_t partition = some_partition();
  const std::int64_t offset = some_offset();
  const bool brings_retention = rng_.below(4) == 0;
  const std::int64_t retention_ms = static_cast<std::int64_t>(rng_.below(30'000));
  std::ignore = brings_retention ? world_.commit_for(group, topic, partition, offset, retention_ms)
                                 : world_.commit(group, topic, partition, offset);
}

void RandomRecords::commit_as_member(RandomMember& member) {
  collect(member);
  if (member.waits != RandomMember::Waits::nothing) return;
  const std::string topic = some_topic();
  const std::int32_t partition = some_partition();
  const std::int64_t offset = some_offset();
  const OffsetCommitRequest request{
      .group_id = member.group,
      .generation_id_or_member_epoch = member.generation,
      .member_id = member.id,
      .group_instance_id = member.instance,
      .topics = {{topic, {{.partition_index = partition, .committed_offset = offset}}}}};
  EXPECT_TRUE(member.client->ask<OffsetCommitResponse>(request, 7).has_value());
}

void RandomRecords::transact() {
  const std::string id = rng_.below(2) == 0 ? "x" : "y";
  InitProducerIdResponse& producer = producers_[id];
  const std::string group = some_group();
  const std::int64_t offset = some_offset();
  const bool is_commit = rng_.below(2) == 0;
  switch (rng_.below(6)) {
    case 0:
      producer = world_.init(id);
      return;
    case 1:
      std::ignore = world_.end(id, producer, is_commit);
      return;
    default:
      std::ignore = world_.add_offsets(id, producer, group);
      std::ignore = world_.commit_in(id, producer, group, offset);
  }
}

void RandomRecords::remove() {
  const std::string group = some_group();
  const std::string topic = some_topic();
  const std::int32_t partition = some_partition();
  switch (rng_.below(4)) {
    case 0:
      std::ignore = world_.delete_group(group);
      return;
    case 1:
      world_.delete_topic(topic);
      world_.create_topic(topic);
      return;
    default:
      std::ignore = world_.delete_offset(group, topic, partition);
  }
}

void RandomRecords::compact() {
  sim::Simulation& simulation = world_.simulation;
  for (const char* topic : {"__consumer_offsets", "__transaction_state"}) {
    if (world_.broker().state().catalog.find(topic) == nullptr) continue;
    simulation.turn("broker", [&] { world_.broker().compact(topic, simulation.now()); });
  }
}

/// Another broker leads one of the partitions from now on; members go on or learn of it.
void RandomRecords::reload() {
  const bool is_group = rng_.below(3) > 0;
  const std::int32_t partition = is_group ? some_partition() : 0;
  sim::Simulation& simulation = world_.simulation;
  simulation.turn("broker", [&] {
    reload_coordinator(world_.broker().state(), is_group ? offsets_topic : transaction_topic,
                       partition, simulation.now());
    world_.broker().advance(simulation.now());
  });
}

std::uint64_t run(std::uint64_t seed) {
  RandomRecords random(seed);
  for (int i = 0; i < 300 && !::testing::Test::HasFailure(); ++i) {
    random.step();
    if (i % 10 == 0) random.check();
    if (i % 30 == 0) random.check_loading();
  }
  random.check();
  random.check_loading();
  return random.digest();
}

TEST(RandomRecords, TheBytesTellWhatTheCoordinatorKnowsAndAreTheSameTwice) {
  const char* const chosen = std::getenv("COHORT_SEED");
  const std::uint64_t first = chosen == nullptr ? 1 : std::strtoull(chosen, nullptr, 10);
  const std::uint64_t last = chosen == nullptr ? 20 : first;
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    SCOPED_TRACE("COHORT_SEED=" + std::to_string(seed));
    const std::uint64_t digest = run(seed);
    EXPECT_EQ(run(seed), digest);
    if (::testing::Test::HasFailure()) return;
  }
}

}  // namespace
}  // namespace cohort::broker
