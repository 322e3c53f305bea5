#include "storm/storm_world.hpp"

#include "world/checked.hpp"
#include <cohort/client/assignor.hpp>
#include <cohort/client/consumer_config.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace cohort::testing {

namespace {

broker::VirtualOptions broker_options(std::uint64_t seed, const StormOptions& options,
                                      bool tells_messages) {
  broker::VirtualOptions made;
  made.config.brokers = options.brokers;
  made.config.seed = seed;
  made.config.tells_messages = tells_messages;
  made.config.set("offsets.topic.num.partitions", "1");
  made.config.set("offsets.topic.replication.factor", std::to_string(options.brokers));
  made.config.set("default.replication.factor", std::to_string(options.brokers));
  made.config.set("group.initial.rebalance.delay.ms", "20");
  for (const auto& [key, value] : options.broker) made.config.set(key, value);
  for (int topic = 1; topic <= options.topics; ++topic) {
    made.topics.push_back({.name = fmt::format("t{}", topic), .partitions = options.partitions});
  }
  made.world.seed = seed;
  made.journal_capacity = 1;
  return made;
}

/// How long a session lasts, and how long a rebalance may: sessions end before or after.
struct Patience {
  const char* session_ms;
  const char* rebalance_ms;
};

constexpr std::array patiences{Patience{"10000", "20000"}, Patience{"6000", "20000"},
                               Patience{"10000", "60000"}, Patience{"30000", "8000"}};

/// What all members have in common.
client::ConsumerConfig storm_consumer(std::uint64_t seed, const StormOptions& options,
                                      const std::string& servers) {
  const Patience& patience = patiences.at(Rng(seed).fork("patience").below(patiences.size()));
  client::Properties properties = {{"bootstrap.servers", servers},
                                   {"group.id", storm_group},
                                   {"session.timeout.ms", patience.session_ms},
                                   {"heartbeat.interval.ms", "3000"},
                                   {"max.poll.interval.ms", patience.rebalance_ms},
                                   {"fetch.max.wait.ms", "20000"},
                                   {"metadata.max.age.ms", "20000"},
                                   {"allow.auto.create.topics", "false"},
                                   {"auto.offset.reset", "earliest"},
                                   {"enable.auto.commit", "false"}};
  for (const auto& [key, value] : options.consumer) properties[key] = value;
  return client::consumer_config(properties);
}

}  // namespace

StormWorld::StormWorld(std::uint64_t seed, const StormOptions& options, Trace* trace)
    : options_(checked(options)),
      broker_(broker_options(seed, options, trace != nullptr)),
      consumer_(storm_consumer(seed, options, broker_.bootstrap_servers())),
      watch_(storm_group) {
  if (trace != nullptr) recorder_.emplace(*trace, broker_.world(), "broker");
  start_ = broker_.now();
  for (int topic = 1; topic <= options.topics; ++topic)
    topics_.push_back(fmt::format("t{}", topic));
  Rng draws = Rng(seed).fork("members");
  for (int number = 1; number <= options.members; ++number) {
    const std::size_t drawn = draws.below(options.assignors.size());
    seats_.push_back({.name = fmt::format("m{}", number),
                      .assignors = options.assignors.at(drawn),
                      .topics = {topics_.begin(), topics_.end()}});
  }
  broker_.world().after_turn([this] { after_turn(); });
  for (Seat& seat : seats_) start_process(seat);
}

/// Called very often.
void StormWorld::after_turn() {
  ++events_;
  const std::vector<broker::Fact> facts = broker_.broker().take_facts();
  if (!facts.empty()) {
    for (const broker::Fact& fact : facts) {
      if (fact.kind == broker::FactKind::generation_formed) ++generations_;
    }
    if (recorder_) recorder_->broker(facts);
    watch_.see(facts, broker_.broker());
  }
  for (Seat& seat : seats_) {
    if (!seat.is_alive) continue;
    const MemberNode& node = member(seat);
    if (std::exchange(seat.seen, node.changes()) == node.changes()) continue;
    // A static member's place outlives its process.
    watch_.see(options_.are_static ? seat.name : seat.process, node);
  }
  if (!recorder_) return;
  for (const Seat& seat : seats_) {
    if (seat.is_alive) record(seat);
  }
}

void StormWorld::record(const Seat& seat) {
  broker_.world().look(seat.process, [&](Node& node) {
    for (const std::string& note : static_cast<MemberNode&>(node).take_notes()) {
      recorder_->member(seat.process, note);
    }
  });
  const client::ConsumerNode& consumer = member(seat).consumer();
  recorder_->member_owns(seat.process, consumer.committer().membership.generation_id,
                         consumer.owned());
}

void StormWorld::start_process(Seat& seat) {
  ++seat.incarnations;
  seat.process =
      seat.incarnations == 1 ? seat.name : fmt::format("{}.{}", seat.name, seat.incarnations);
  seat.is_alive = true;
  seat.seen = 0;
  const std::uint64_t seed = Rng(events_).fork(seat.process).next();
  client::ConsumerConfig config = consumer_;
  config.client.client_id = seat.name;
  config.client.seed = seed;
  if (options_.are_static) config.group_instance_id = "instance-" + seat.name;
  const StormProgram program{.commits_when_revoked = seed % 4 != 0,
                             .commits_each_batch = seed % 3 == 0};
  auto node = std::make_unique<MemberNode>(config, client::assignors_named(seat.assignors), program,
                                           StepTaking::at_once);
  if (!options_.reads) node->read_nothing();
  if (recorder_) {
    node->tell_notes();
    recorder_->process_starts(seat.process, seat.name, "starts, with " + seat.assignors);
  }
  seat.node = node.get();
  broker_.world().add(seat.process, std::move(node), sim::Changes::in_turns);
  act_on(seat, [&](MemberNode& made, Instant now) { made.start(seat.topics, now); });
}

void StormWorld::act_on(Seat& seat, const std::function<void(MemberNode&, Instant)>& work) {
  broker_.world().turn(seat.process,
                       [&](Node& node) { work(static_cast<MemberNode&>(node), broker_.now()); });
}

const MemberNode& StormWorld::member(const Seat& seat) const {
  return static_cast<const MemberNode&>(*seat.node);
}

bool StormWorld::is_open(const Seat& seat) const {
  return seat.is_alive && !member(seat).is_closing();
}

void StormWorld::retire(Seat& seat) {
  for (const auto& [partition, runs] : member(seat).program().as<StormProgram>()->processed) {
    for (const auto& [from, end] : runs) add_offsets(processed_[partition], from, end);
  }
  seat.is_alive = false;
  broker_.world().retire(seat.process);
}

void StormWorld::crash(Seat& seat) {
  retire(seat);
  if (recorder_) recorder_->process_ends(seat.process, ProcessEnd::crashed);
}

/// Their places are free again.
void StormWorld::drop_those_that_closed() {
  for (Seat& seat : seats_) {
    if (!seat.is_alive || !member(seat).has_closed()) continue;
    retire(seat);
    if (recorder_) recorder_->process_ends(seat.process, ProcessEnd::closed);
  }
}

StormWorld::Seat* StormWorld::pick(Rng& draws, const std::function<bool(const Seat&)>& fits) {
  std::vector<Seat*> those;
  for (Seat& seat : seats_) {
    if (fits(seat)) those.push_back(&seat);
  }
  return those.empty() ? nullptr : those.at(draws.below(those.size()));
}

void StormWorld::fail(const char* checker, const char* what) {
  if (!violation_) violation_ = Violation{.checker = checker, .what = what, .path = {}};
}

void StormWorld::run_until(Instant then) {
  if (then <= broker_.now()) return;
  broker_.run_until([this] { return is_over(); }, then - broker_.now());
}

StormRun StormWorld::result() {
  StormRun run{.digest = broker_.world().digest().value(),
               .events = events_,
               .generations = generations_,
               .violation = violation_};
  if (!run.violation) run.violation = watch_.broken();
  if (recorder_) recorder_->end(run.digest, run.events, run.violation);
  return run;
}

}  // namespace cohort::testing
