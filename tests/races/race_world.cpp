#include "races/race_world.hpp"

#include <cohort/testing/gtest.hpp>

namespace cohort::testing {

using broker::DropAnswer;
using broker::FaultAction;
using broker::GroupView;
using broker::Hold;
using broker::Moment;
using broker::RuleId;

namespace {

broker::VirtualOptions virtual_options(const RaceOptions& options) {
  broker::VirtualOptions made;
  made.config.brokers = options.brokers;
  made.topics = {{.name = RaceWorld::topic, .partitions = options.partitions}};
  return made;
}

/// All that can be told of a world from outside.
struct Trail {
  std::uint64_t digest = 0;
  std::string facts;
  bool operator==(const Trail&) const = default;
};

Trail trail_of(const RaceOptions& options, const Scenario& scenario) {
  RaceWorld world(options);
  scenario(world);
  Trail trail{.digest = world.broker.world().digest().value()};
  const auto entries = world.broker.journal().since(1).value();
  for (const broker::Entry& entry : entries) trail.facts += to_string(entry) + "\n";
  return trail;
}

}  // namespace

void PrintTo(const Standing& standing, std::ostream* out) {
  *out << name(standing.state) << " in generation " << standing.generation << ":";
  for (const std::string& member : standing.members) *out << ' ' << member;
}

RaceWorld::RaceWorld(const RaceOptions& options) : broker(virtual_options(options)) {}

RaceWorld::~RaceWorld() { detail::tell_if_failed(broker); }

RuleId RaceWorld::for_next(ApiKey api, const std::string& client, const FaultAction& action) {
  return broker.control().add_rule(
      {.match = {.api = api, .client_id = client}, .times = 1, .action = action});
}

RuleId RaceWorld::hold(ApiKey api, const std::string& client) {
  return for_next(api, client, Hold{Moment::before});
}

RuleId RaceWorld::hold_answer(ApiKey api, const std::string& client) {
  return for_next(api, client, Hold{Moment::after});
}

void RaceWorld::lose_answer(ApiKey api, const std::string& client) {
  for_next(api, client, DropAnswer{});
}

void RaceWorld::release(RuleId held) {
  broker.control().remove_rule(held);
  broker.settle();
}

Standing RaceWorld::standing() {
  const GroupView view = broker.control().group(group).value_or(GroupView{});
  Standing standing{.state = view.state, .generation = view.generation};
  for (const broker::MemberView& member : view.members) {
    standing.members.push_back(member.client_id);
  }
  return standing;
}

std::optional<std::int64_t> RaceWorld::committed() {
  const GroupView view = broker.control().group(group).value_or(GroupView{});
  for (const broker::OffsetView& offset : view.offsets) {
    if (offset.topic == topic && offset.partition == 0) return offset.committed;
  }
  return std::nullopt;
}

void race(const RaceOptions& options, const Scenario& scenario) {
  const Trail first = trail_of(options, scenario);
  if (::testing::Test::HasFailure()) return;
  const Trail second = trail_of(options, scenario);
  EXPECT_EQ(first.digest, second.digest);
  EXPECT_EQ(first.facts, second.facts);
}

}  // namespace cohort::testing
