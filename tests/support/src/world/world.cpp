#include "world/world.hpp"

#include "consumer/assignors_of.hpp"
#include "state.hpp"
#include "world/checked.hpp"
#include <cohort/broker/control.hpp>
#include <cohort/client/consumer_config.hpp>
#include <cohort/protocol/assert.hpp>
#include <cohort/sim/probe.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace cohort::testing {

namespace {

constexpr const char* broker_host = "broker";
constexpr std::uint16_t broker_port = 9092;

broker::Config broker_config(const Scenario& scenario) {
  broker::Config config;
  config.set("group.initial.rebalance.delay.ms", "0");
  config.set("offsets.topic.num.partitions", "1");
  // Housekeeping comes behind the horizon; a fetch session counts its fetches for nothing.
  config.set("log.initial.task.delay.ms", "3600000");
  config.set("max.incremental.fetch.session.cache.slots", "0");
  for (const auto& [key, value] : scenario.broker) config.set(key, value);
  return config;
}

/// Nothing comes of time but what the group is about: what an answer or metadata wait for lies
/// beyond the horizon.
client::Properties quiet_properties() {
  return {{"bootstrap.servers", fmt::format("{}:{}", broker_host, broker_port)},
          {"group.id", scenario_group},
          {"client.id", "member"},
          {"session.timeout.ms", "10000"},
          {"heartbeat.interval.ms", "3000"},
          {"max.poll.interval.ms", "20000"},
          {"request.timeout.ms", "3600000"},
          {"default.api.timeout.ms", "3600000"},
          {"reconnect.backoff.ms", "0"},
          {"reconnect.backoff.max.ms", "0"},
          {"fetch.max.wait.ms", "3000"},
          {"socket.connection.setup.timeout.ms", "3600000"},
          {"socket.connection.setup.timeout.max.ms", "3600000"},
          {"metadata.max.age.ms", "3600000"},
          {"connections.max.idle.ms", "3600000"},
          {"auto.offset.reset", "earliest"},
          {"enable.auto.commit", "false"}};
}

client::ConsumerConfig consumer_config(const Scenario& scenario, const ScenarioMember& member) {
  client::Properties properties = quiet_properties();
  for (const auto& [key, value] : scenario.consumer) properties[key] = value;
  for (const auto& [key, value] : member.properties) properties[key] = value;
  return client::consumer_config(properties);
}

/// Until a group has got over the last that went wrong: a session ends, a rebalance waits as long
/// as it may, and who lives hears of it by heartbeats.
Duration longest_recovery(const Scenario& scenario) {
  Duration longest{};
  for (const ScenarioMember& member : scenario.members) {
    const client::ConsumerConfig config = consumer_config(scenario, member);
    longest = std::max(
        longest, config.session_timeout + config.max_poll_interval + 3 * config.heartbeat_interval);
  }
  return longest;
}

bool may_go_wrong(const ScenarioMember& member) {
  return member.crashes + member.leaves + member.expiries + member.breaks > 0;
}

std::int64_t count_ms(Duration time) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
}

std::set<std::string> topics_of(const Scenario& scenario, const ScenarioMember& member) {
  if (!member.topics.empty()) return member.topics;
  std::set<std::string> all;
  for (const ScenarioTopic& topic : scenario.topics) all.insert(topic.name);
  return all;
}

Record record_of(const std::string& value, Instant now) {
  return {.timestamp = now.unix_ms(), .value = Buffer::copy_of(value)};
}

}  // namespace

ConsumerWorld::World::World(const Scenario& scenario, const Reductions& reductions)
    : scenario_(std::make_shared<const Scenario>(checked(scenario))),
      reductions_(reductions),
      watch_(scenario_group),
      end_(simulation_.now() + scenario.horizon),
      calm_(end_ - longest_recovery(scenario)) {
  const bool goes_wrong = std::ranges::any_of(scenario.members, may_go_wrong);
  if (goes_wrong && is_calm()) {
    throw std::invalid_argument(fmt::format("horizon: what may go wrong takes {} ms to get over",
                                            count_ms(longest_recovery(scenario))));
  }
  set_up();
  take_stock();
  if (scenario.begins_settled) form_group();
}

/// In one of the orders in which it can, and in the same one whatever is left out later.
void ConsumerWorld::World::form_group() {
  constexpr int most_moves = 10'000;  // A program may ask for rebalances for ever.
  const Reductions asked = std::exchange(reductions_, {});
  moves_ = possible_moves();
  const auto is_of_its_own = [](const Move& move) {
    return move.kind == Move::Kind::arrival || move.kind == Move::Kind::step ||
           move.kind == Move::Kind::timer;
  };
  for (int made = 0; !has_settled() || !simulation_.is_quiet(); ++made) {
    const auto next = std::ranges::find_if(moves_, is_of_its_own);
    if (next == moves_.end() || made == most_moves) {
      throw std::logic_error("the scenario's group does not form");
    }
    make(Move(*next));
  }
  reductions_ = asked;
  moves_ = possible_moves();
}

void ConsumerWorld::World::set_up() {
  auto made = std::make_unique<broker::Broker>(broker_config(*scenario_), simulation_.now());
  made->advertise({.host = broker_host, .port = broker_port});
  simulation_.add(broker_node, std::move(made), sim::Changes::in_turns);
  simulation_.listen(broker_node, broker_host, broker_port);
  broker::Control control([this](const auto& work) { act_on_broker(work); });
  for (const ScenarioTopic& topic : scenario_->topics) {
    control.create_topic(topic.name, topic.partitions);
    for (std::size_t partition = 0; partition < topic.records.size(); ++partition) {
      for (const std::string& value : topic.records.at(partition)) {
        control.append(topic.name, static_cast<std::int32_t>(partition),
                       {record_of(value, simulation_.now())});
      }
    }
  }
  for (const ScenarioMember& member : scenario_->members) {
    const std::size_t kind = kind_of(member);
    seats_.push_back({.kind = kind,
                      .starts = 1,
                      .restarts = member.restarts,
                      .crashes = member.crashes,
                      .leaves = member.leaves,
                      .commits = member.commits,
                      .expiries = member.expiries,
                      .breaks = member.breaks,
                      .stray_commits = member.stray_commits});
  }
  const bool has_strays =
      std::ranges::any_of(seats_, [](const Seat& seat) { return seat.stray_commits > 0; });
  if (has_strays) {
    auto stray = std::make_unique<sim::RawEnd>();
    stray->dial(broker_host, broker_port);
    simulation_.add(stray_node, std::move(stray), sim::Changes::in_turns);
  }
  processes_of_kind_.resize(seats_.size());
  for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
    if (scenario_->members.at(seat).is_here) start(seat);
  }
  settle();
}

void ConsumerWorld::World::start(std::size_t number) {
  Seat& seat = seats_.at(number);
  const ScenarioMember& as = scenario_->members.at(number);
  --seat.starts;
  seat.process = seat.process.empty() ? as.name : seat.process + "'";
  seat.is_alive = true;
  seat.effects_seen = 0;
  const client::ConsumerConfig config = consumer_config(*scenario_, as);
  auto node = std::make_unique<MemberNode>(config, client::assignors_of(config, as.assignors),
                                           as.program, StepTaking::one_by_one);
  if (!scenario_->reads) node->read_nothing();
  if (tells_) node->tell_notes();
  simulation_.add(seat.process, std::move(node), sim::Changes::in_turns);
  processes_of_kind_.at(seat.kind).push_back(seat.process);
  act_on(seat, [&](MemberNode& made, Instant now) { made.start(topics_of(*scenario_, as), now); });
}

void ConsumerWorld::World::act_on_broker(
    const std::function<void(broker::Broker&, Instant)>& work) {
  simulation_.turn(broker_node, [&](Node& node) {
    work(dynamic_cast<broker::Broker&>(node), simulation_.now());
  });
}

void ConsumerWorld::World::act_on(Seat& seat,
                                  const std::function<void(MemberNode&, Instant)>& work) {
  simulation_.turn(seat.process,
                   [&](Node& node) { work(dynamic_cast<MemberNode&>(node), simulation_.now()); });
}

const broker::Broker& ConsumerWorld::World::broker() const {
  return dynamic_cast<const broker::Broker&>(simulation_.node(broker_node));
}

const MemberNode& ConsumerWorld::World::member(const Seat& seat) const {
  return dynamic_cast<const MemberNode&>(simulation_.node(seat.process));
}

/// As the broker knows it; nothing: it is no member there.
std::optional<std::string> ConsumerWorld::World::member_id_of(const Seat& seat) const {
  const std::string& id = member(seat).consumer().committer().membership.member_id;
  const broker::ClassicGroup* group = broker().state().coordinator.classic(scenario_group);
  if (id.empty() || group == nullptr || group->roster().find(id) == nullptr) return std::nullopt;
  return id;
}

bool ConsumerWorld::World::is_finished() const {
  return has_settled() && std::ranges::all_of(scenario_->wanted, [this](const std::string& effect) {
           return effects_.contains(effect);
         });
}

/// The group, with those that are there.
bool ConsumerWorld::World::has_settled() const {
  const auto group = broker().state().coordinator.describe(scenario_group);
  client::PartitionSet owned;
  std::size_t living = 0;
  for (const Seat& seat : seats_) {
    if (!seat.is_alive || member(seat).has_closed()) continue;
    if (!member(seat).is_settled()) return false;
    ++living;
    owned.insert(member(seat).consumer().owned().begin(), member(seat).consumer().owned().end());
  }
  if (living == 0) return true;
  if (!group || group->members.size() != living || group->state != broker::GroupState::stable) {
    return false;
  }
  return owned == subscribed_partitions();
}

/// By those that live.
client::PartitionSet ConsumerWorld::World::subscribed_partitions() const {
  client::PartitionSet all;
  for (const ScenarioTopic& topic : scenario_->topics) {
    const bool is_subscribed = std::ranges::any_of(seats_, [&](const Seat& seat) {
      return seat.is_alive && !member(seat).has_closed() &&
             member(seat).consumer().subscription().contains(topic.name);
    });
    for (std::int32_t number = 0; is_subscribed && number < topic.partitions; ++number) {
      all.insert({topic.name, number});
    }
  }
  return all;
}

std::string ConsumerWorld::World::missing() const {
  std::vector<std::string> parts;
  for (const std::string& effect : scenario_->wanted) {
    if (!effects_.contains(effect)) parts.push_back(fmt::format("\"{}\" has not happened", effect));
  }
  client::PartitionSet ownerless = subscribed_partitions();
  for (const Seat& seat : seats_) {
    if (!seat.is_alive || member(seat).has_closed()) continue;
    if (!member(seat).is_settled()) parts.push_back(seat.process + " is not settled");
    for (const client::TopicPartition& owned : member(seat).consumer().owned()) {
      ownerless.erase(owned);
    }
  }
  if (!ownerless.empty()) parts.push_back("nobody owns " + client::to_string(ownerless));
  if (parts.empty() && !has_settled())
    parts.emplace_back("the group is not Stable with just these");
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::vector<MemberLook> ConsumerWorld::World::looks() const {
  std::vector<MemberLook> all;
  for (const Seat& seat : seats_) {
    if (seat.process.empty()) continue;
    const MemberNode& node = member(seat);
    all.push_back({.name = seat.process,
                   .is_alive = seat.is_alive,
                   .has_closed = node.has_closed(),
                   .is_settled = node.is_settled(),
                   .generation = node.claim().generation,
                   .owned = node.consumer().owned()});
  }
  return all;
}

}  // namespace cohort::testing
