#include "explore/processing_world.hpp"

#include "state.hpp"
#include <cohort/broker/control.hpp>
#include <cohort/protocol/assert.hpp>
#include <cohort/sim/probe.hpp>

#include <algorithm>
#include <utility>

namespace cohort::testing {

namespace {

constexpr const char* broker_node = "broker";

broker::Config small_config() {
  broker::Config config;
  config.set("group.initial.rebalance.delay.ms", "0");
  config.set("offsets.topic.num.partitions", "1");
  config.set("transaction.state.log.num.partitions", "1");
  return config;
}

/// While time stands still.
bool changes_nothing(Step request) {
  return request == Step::fetch || request == Step::fetch_offsets || request == Step::heartbeat;
}

DigestPromises promises() { return {.coordinator_logs_stay_unread = true}; }

std::vector<Record> records_of(const std::vector<std::string>& values, std::size_t at) {
  return {Record{.timestamp = record_time_ms, .value = Buffer::copy_of(values.at(at))}};
}

}  // namespace

const std::array<std::vector<std::string>, input_partitions>& input_records() {
  static const std::array<std::vector<std::string>, input_partitions> records{
      {{"a0", "a1"}, {"b0"}}};
  return records;
}

ProcessingWorld::ProcessingWorld(const ProcessingOptions& options) : options_(options) {
  set_up();
  look();
  moves_ = possible_moves();
}

void ProcessingWorld::act_on_broker(const std::function<void(broker::Broker&, Instant)>& work) {
  simulation_.turn(broker_node, [&](Node& node) {
    work(dynamic_cast<broker::Broker&>(node), simulation_.now());
  });
}

/// The group forms while the input is empty, so that nobody has begun anything when it is there.
void ProcessingWorld::set_up() {
  auto broker = std::make_unique<broker::Broker>(small_config(), simulation_.now());
  broker->advertise({.host = broker_host, .port = broker_port});
  simulation_.add(broker_node, std::move(broker), sim::Changes::in_turns);
  simulation_.listen(broker_node, broker_host, broker_port);
  broker::Control control([this](const auto& work) { act_on_broker(work); });
  control.create_topic(input_topic, input_partitions);
  control.create_topic(output_topic, 1);

  auto reader = std::make_unique<sim::RawEnd>();
  reader->dial(broker_host, broker_port);
  simulation_.add("reader", std::move(reader), sim::Changes::in_turns);
  simulation_.settle();
  reader_end_ = simulation_.links_of(broker_node).back();

  for (std::size_t place = 0; place < 2; ++place) {
    seats_.push_back(seated("p" + std::to_string(place + 1), place, 0));
  }
  const auto is_ready = [this](const Seat& seat) {
    return processor(seat).step() == Step::fetch_offsets && processor(seat).generation() == 2;
  };
  // The first makes a generation alone, the second another one with it.
  for (std::size_t turn = 0; !std::ranges::all_of(seats_, is_ready); ++turn) {
    COHORT_ASSERT(turn < 100);
    for (const Seat& seat : seats_) {
      if (is_ready(seat) || !can_arrive(seat.broker_end)) continue;
      simulation_.take(seat.broker_end);
      settle();
    }
  }
  for (std::size_t partition = 0; partition < input_records().size(); ++partition) {
    const std::vector<std::string>& values = input_records().at(partition);
    for (std::size_t at = 0; at < values.size(); ++at) {
      control.append(input_topic, static_cast<std::int32_t>(partition), records_of(values, at));
    }
  }
}

const Processor& ProcessingWorld::processor(const Seat& seat) const {
  return dynamic_cast<const Processor&>(simulation_.node(seat.process));
}

/// Starts a process, connected already.
ProcessingWorld::Seat ProcessingWorld::seated(const std::string& process, std::size_t place,
                                              int incarnation) {
  simulation_.add(process, std::make_unique<Processor>(process, "t" + std::to_string(place + 1)),
                  sim::Changes::in_turns);
  Seat seat{.process = process, .incarnation = incarnation};
  // The two ends of a link are made together, and nothing else is dialled.
  seat.own_end = simulation_.links_of(process).back();
  seat.broker_end = simulation_.links_of(broker_node).back();
  simulation_.take(seat.broker_end);
  simulation_.take(seat.own_end);
  return seat;
}

bool ProcessingWorld::can_arrive(LinkId end) const {
  const std::vector<sim::Choice> choices = simulation_.choices();
  return std::ranges::find(choices, sim::Choice(end)) != choices.end();
}

void ProcessingWorld::settle() {
  // A delay of 0 has passed.
  while (simulation_.node(broker_node).next_deadline() <= simulation_.now()) {
    simulation_.take(sim::NodeIndex{0});
  }
  if (!options_.leaves_out_detours && !moves_.empty()) return;
  for (const Seat& seat : seats_) {
    const auto reads_input = [&] { return processor(seat).step() == Step::fetch; };
    while (can_arrive(seat.own_end) || (reads_input() && can_arrive(seat.broker_end))) {
      simulation_.take(can_arrive(seat.own_end) ? seat.own_end : seat.broker_end);
    }
  }
}

void ProcessingWorld::crash(Seat& seat, bool loses_request) {
  const bool is_under_way = can_arrive(seat.broker_end) && !loses_request;
  zombies_.push_back({.process = seat.process,
                      .request = processor(seat).step(),
                      .broker_end = seat.broker_end,
                      .is_under_way = is_under_way});
  if (loses_request) simulation_.reset_link(seat.broker_end);
  simulation_.retire(seat.process);
  // That the link is closed is told as soon as nothing is before it.
  if (!is_under_way) simulation_.take(seat.broker_end);
  const auto place = static_cast<std::size_t>(&seat - seats_.data());
  seat = seated("p" + std::to_string(place + 1) + "'", place, seat.incarnation + 1);
}

void ProcessingWorld::expire(const std::string& member_id) {
  broker::Control control([this](const auto& work) { act_on_broker(work); });
  control.expire_member(processor_group, member_id);
}

void ProcessingWorld::make(std::size_t number) {
  const Move move = moves_.at(number);
  const std::int64_t stable_before = last_stable_offset();
  switch (move.kind) {
    case Move::Kind::request:
      simulation_.take(seats_.at(move.who).broker_end);
      break;
    case Move::Kind::answer:
      simulation_.take(seats_.at(move.who).own_end);
      break;
    case Move::Kind::late_request: {
      Zombie& zombie = zombies_.at(move.who);
      simulation_.take(zombie.broker_end);
      simulation_.take(zombie.broker_end);  // It is closed.
      zombie.is_under_way = false;
      break;
    }
    case Move::Kind::crash:
    case Move::Kind::crash_and_cut:
      --options_.crashes;
      crash(seats_.at(move.who), move.kind == Move::Kind::crash_and_cut);
      break;
    case Move::Kind::expiry:
      --options_.expiries;
      expire(processor(seats_.at(move.who)).member_id());
      break;
    case Move::Kind::ghost_expiry:
      const auto group = broker_state().coordinator.describe(processor_group);
      expire(group.value().members.at(move.who).member_id);
      break;
  }
  settle();
  act_on_broker([](broker::Broker& broker, Instant) { broker.take_facts(); });
  taken_back_.reset();
  if (last_stable_offset() < stable_before) taken_back_ = "the last stable offset went back";
  moves_ = possible_moves();
}

const broker::BrokerState& ProcessingWorld::broker_state() const {
  return dynamic_cast<const broker::Broker&>(simulation_.node(broker_node)).state();
}

std::int64_t ProcessingWorld::last_stable_offset() const {
  return broker_state().catalog.find(output_topic, 0)->log.last_stable_offset();
}

bool ProcessingWorld::is_of_zombie(const std::string& client_id) const {
  return std::ranges::any_of(zombies_,
                             [&](const Zombie& zombie) { return zombie.process == client_id; });
}

std::vector<ProcessingWorld::Move> ProcessingWorld::possible_moves() const {
  std::vector<Move> moves;
  const auto group = broker_state().coordinator.describe(processor_group);
  const auto is_member = [&](const std::string& id) {
    return std::ranges::any_of(group.value().members,
                               [&](const auto& member) { return member.member_id == id; });
  };
  for (std::size_t who = 0; who < seats_.size(); ++who) {
    const Seat& seat = seats_.at(who);
    const Processor& here = processor(seat);
    const bool has_request = can_arrive(seat.broker_end);
    if (has_request) moves.push_back({Move::Kind::request, who});
    if (can_arrive(seat.own_end)) moves.push_back({Move::Kind::answer, who});
    if (options_.crashes > 0) {
      const bool is_detour = options_.leaves_out_detours && changes_nothing(here.step());
      if (!is_detour) moves.push_back({Move::Kind::crash, who});
      if (has_request && options_.leaves_out_detours) {
        moves.push_back({Move::Kind::crash_and_cut, who});
      }
    }
    const bool waits_in_group = here.step() == Step::join || here.step() == Step::sync;
    if (options_.expiries > 0 && !waits_in_group && is_member(here.member_id())) {
      moves.push_back({Move::Kind::expiry, who});
    }
  }
  for (std::size_t who = 0; who < zombies_.size(); ++who) {
    if (zombies_.at(who).is_under_way) moves.push_back({Move::Kind::late_request, who});
  }
  const auto& members = group.value().members;
  for (std::size_t who = 0; who < members.size(); ++who) {
    if (is_of_zombie(members.at(who).client_id)) moves.push_back({Move::Kind::ghost_expiry, who});
  }
  return moves;
}

std::string ProcessingWorld::move_name(std::size_t number) const {
  const Move move = moves_.at(number);
  const auto process = [&] { return seats_.at(move.who).process; };
  const auto step = [&] { return std::string(name(processor(seats_.at(move.who)).step())); };
  switch (move.kind) {
    case Move::Kind::request:
      return process() + "'s " + step() + " arrives";
    case Move::Kind::answer:
      return "the answer to " + process() + "'s " + step() + " arrives";
    case Move::Kind::late_request:
      return "the late " + std::string(name(zombies_.at(move.who).request)) + " of " +
             zombies_.at(move.who).process + ", which is dead, arrives";
    case Move::Kind::crash:
      return process() + " dies and is replaced; its " + step() + " is still under way";
    case Move::Kind::crash_and_cut:
      return process() + " dies and is replaced; its " + step() + " is lost";
    case Move::Kind::expiry:
      return "the session of " + process() + ", which lives, ends before its " + step();
    case Move::Kind::ghost_expiry:
      return "the session of a dead member ends";
  }
  return "?";
}

StateHash ProcessingWorld::state() const {
  StateDigest digest(simulation_.now(), promises());
  simulation_.add_state(digest);
  digest.add_all(options_, reader_end_, taken_back_);
  for (const Seat& seat : seats_) digest.add_all(seat.process, seat.own_end, seat.broker_end);
  for (const Zombie& zombie : zombies_) digest.add_all(zombie.process, zombie.is_under_way);
  return digest.value();
}

bool ProcessingWorld::is_finished() const {
  std::size_t inputs = 0;
  for (const auto& values : input_records()) inputs += values.size();
  return view_.shown.size() == inputs;
}

void ProcessingWorld::look() {
  static const Buffer requests = view_requests();
  Buffers answers;
  act_on_broker([&](broker::Broker& broker, Instant now) {
    broker.received(reader_end_, requests, now);
    std::vector<Action> actions;
    broker.take_actions(actions);
    for (const Action& action : actions) answers.append(std::get<Send>(action).bytes);
    broker.sent(reader_end_, 0, now);
  });
  const OutputView before = std::exchange(view_, view_of(answers.joined()));
  const bool still_shows =
      view_.shown.size() >= before.shown.size() &&
      std::equal(before.shown.begin(), before.shown.end(), view_.shown.begin());
  if (!still_shows) taken_back_ = "records that a reader was shown are gone";
}

}  // namespace cohort::testing
