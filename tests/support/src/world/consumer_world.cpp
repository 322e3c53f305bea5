#include "state.hpp"
#include "world/world.hpp"
#include <cohort/testing/consumer_world.hpp>

#include <fmt/format.h>

#include <utility>

namespace cohort::testing {

ConsumerWorld::ConsumerWorld(const Scenario& scenario, const Reductions& reductions)
    : world_(std::make_unique<World>(scenario, reductions)) {}
ConsumerWorld::ConsumerWorld(const ConsumerWorld& other)
    : world_(std::make_unique<World>(*other.world_)) {}
ConsumerWorld& ConsumerWorld::operator=(const ConsumerWorld& other) {
  if (this != &other) world_ = std::make_unique<World>(*other.world_);
  return *this;
}
ConsumerWorld::ConsumerWorld(ConsumerWorld&&) noexcept = default;
ConsumerWorld& ConsumerWorld::operator=(ConsumerWorld&&) noexcept = default;
ConsumerWorld::~ConsumerWorld() = default;

std::size_t ConsumerWorld::move_count() const { return world_->moves().size(); }
std::string ConsumerWorld::move_name(std::size_t move) const {
  return world_->name(world_->moves().at(move));
}
void ConsumerWorld::make(std::size_t move) {
  const Move made = world_->moves().at(move);
  world_->make(made);
}
StateHash ConsumerWorld::state() const { return world_->state(); }
bool ConsumerWorld::is_finished() const { return world_->is_finished(); }
std::string ConsumerWorld::missing() const { return world_->missing(); }

const std::map<std::string, int>& ConsumerWorld::effects() const { return world_->effects(); }
std::vector<MemberLook> ConsumerWorld::members() const { return world_->looks(); }

std::map<client::TopicPartition, std::int64_t> ConsumerWorld::committed() const {
  std::map<client::TopicPartition, std::int64_t> all;
  const auto* committed = world_->broker().state().coordinator.committed(scenario_group);
  if (committed == nullptr) return all;
  for (const auto& [key, value] : committed->all()) {
    all[{key.topic, key.partition}] = value.offset;
  }
  return all;
}

std::optional<broker::GroupView> ConsumerWorld::group() const {
  return broker::group_view(world_->broker(), scenario_group);
}
Instant ConsumerWorld::now() const { return world_->simulation().now(); }
const std::optional<Violation>& ConsumerWorld::broken() const { return world_->watch().broken(); }
void ConsumerWorld::tell() { world_->tell(); }
std::vector<std::string> ConsumerWorld::take_story() { return world_->take_story(); }

std::vector<Checker<ConsumerWorld>> group_checkers() {
  std::vector<Checker<ConsumerWorld>> checkers;
  for (const char* rule : rule_names::all) {
    const auto fault = [rule](const ConsumerWorld& world) -> std::optional<std::string> {
      const std::optional<Violation>& broken = world.broken();
      if (!broken || broken->checker != rule) return std::nullopt;
      return broken->what;
    };
    checkers.push_back({.name = rule, .fault = fault});
  }
  return checkers;
}

Checker<ConsumerWorld> never_twice(std::string name) {
  return {.name = std::move(name),
          .fault = [](const ConsumerWorld& world) -> std::optional<std::string> {
            for (const auto& [effect, times] : world.effects()) {
              if (times > 1) return fmt::format("{}: {} times", effect, times);
            }
            return std::nullopt;
          }};
}

}  // namespace cohort::testing
