#include "explore/polling_world.hpp"

#include <cohort/broker/broker.hpp>
#include <cohort/client/assignor.hpp>

#include <algorithm>
#include <chrono>
#include <optional>
#include <variant>

namespace cohort::testing {

namespace {

constexpr const char* consumers_broker = "broker";
constexpr std::uint16_t consumers_port = 9092;
/// Before the first of the timers that clean up.
constexpr Duration consumers_horizon = std::chrono::minutes(4);

/// The two ends of a link are made together.
LinkId beyond(LinkId own) { return LinkId{static_cast<std::uint64_t>(own) + 1}; }

broker::Config consumers_broker_config() {
  broker::Config config;
  config.group.initial_rebalance_delay = Duration::zero();
  config.log.initial_task_delay = std::chrono::hours(1);
  return config;
}

/// Pauses of nothing, which draw no chance; a Fetch that finds nothing waits for ever.
client::ConsumerConfig polling_config() {
  client::ConsumerConfig config;
  config.client.bootstrap_servers = {{.host = consumers_broker, .port = consumers_port}};
  config.client.client_id = "reader";
  config.client.retry_backoff = Duration::zero();
  config.client.retry_backoff_max = Duration::zero();
  config.client.reconnect_backoff = Duration::zero();
  config.client.reconnect_backoff_max = Duration::zero();
  config.client.request_timeout = std::chrono::hours(2);
  config.client.socket_connection_setup_timeout = std::chrono::hours(2);
  config.client.socket_connection_setup_timeout_max = std::chrono::hours(2);
  config.fetch_max_wait = std::chrono::hours(1);
  config.group_id = PollingWorld::group;
  config.session_timeout = std::chrono::seconds(10);
  config.auto_offset_reset = client::AutoOffsetReset::earliest;
  config.enable_auto_commit = false;
  config.partition_assignment_strategy = {"range"};
  return config;
}

struct CommitsWhatWasRead {
  static void on_records(const Records& /*records*/, Plan& plan) { plan.commit_async(); }
};

}  // namespace

PollingWorld::PollingWorld(Alike alike) : alike_(alike), started_(simulation_.now()) {
  auto broker = std::make_unique<broker::Broker>(consumers_broker_config(), started_);
  broker->advertise({.host = consumers_broker, .port = consumers_port});
  simulation_.add(consumers_broker, std::move(broker));
  simulation_.listen(consumers_broker, consumers_broker, consumers_port);
  act_on_broker([](broker::Control& control) {
    control.create_topic(topic, partitions);
    control.append(topic, 0, {Record{.value = Buffer::copy_of("a")}});
  });
}

void PollingWorld::act_on_broker(const std::function<void(broker::Control&)>& work) {
  broker::Control control([this](const auto& act) {
    simulation_.turn(consumers_broker, [&](Node& node) {
      act(dynamic_cast<broker::Broker&>(node), simulation_.now());
    });
  });
  work(control);
}

void PollingWorld::start(const std::string& seat) {
  const std::string process = seat + "." + std::to_string(processes_.size());
  seats_.insert_or_assign(seat, process);
  processes_.push_back(process);
  simulation_.add(process, std::make_unique<MemberNode>(polling_config(),
                                                        client::Assignors{client::range_assignor()},
                                                        CommitsWhatWasRead{}, StepTaking::at_once));
  simulation_.turn(process, [this](Node& node) {
    dynamic_cast<MemberNode&>(node).start({topic}, simulation_.now());
  });
}

void PollingWorld::crash(const std::string& seat, Arrives arrives) {
  const std::vector<LinkId> links = simulation_.links_of(process_in(seat));
  if (arrives == Arrives::nothing) {
    for (const LinkId link : links) simulation_.reset_link(link);
  }
  simulation_.retire(process_in(seat));
  seats_.erase(seat);
  if (alike_ == Alike::no) return;
  for (const LinkId link : links) {
    while (can_arrive(beyond(link))) simulation_.take(beyond(link));
  }
}

bool PollingWorld::can_arrive(LinkId end) const {
  const std::vector<sim::Choice> choices = simulation_.choices();
  return std::ranges::find(choices, sim::Choice(end)) != choices.end();
}

sim::AlikeNodes PollingWorld::alike_nodes() const {
  return alike_ == Alike::yes ? sim::AlikeNodes{processes_} : sim::AlikeNodes{};
}

std::vector<std::string> PollingWorld::seats_in_order() const {
  std::vector<std::string> seats;
  if (alike_ == Alike::no) {
    for (const auto& [seat, process] : seats_) seats.push_back(seat);
    return seats;
  }
  StateDigest digest(simulation_.now(), promises(3));
  for (const std::string_view name : simulation_.add_state(digest, alike_nodes())) {
    const auto found =
        std::ranges::find_if(seats_, [&](const auto& each) { return each.second == name; });
    seats.push_back(found->first);
  }
  return seats;
}

std::vector<PollingWorld::Move> PollingWorld::moves() const {
  std::vector<sim::Choice> left = simulation_.choices();
  std::vector<Move> moves;
  const auto take = [&](const sim::Choice& choice) {
    if (std::erase(left, choice) > 0) moves.push_back({.what = choice});
  };
  const std::vector<sim::Choice> all = left;
  const auto node_timer = [&](const std::string& name) {
    const Instant due = simulation_.node(name).next_deadline();
    if (due > started_ + consumers_horizon) return;
    const auto index = name == consumers_broker
                           ? std::size_t{0}
                           : static_cast<std::size_t>(std::ranges::find(processes_, name) -
                                                      processes_.begin() + 1);
    take(sim::NodeIndex{static_cast<std::uint32_t>(index)});
  };
  for (const std::string& seat : seats_in_order()) {
    for (const LinkId link : simulation_.links_of(process_in(seat))) {
      take(link);
      take(beyond(link));
    }
    node_timer(process_in(seat));
    moves.push_back({.kind = Move::Kind::crash, .seat = seat});
  }
  node_timer(consumers_broker);
  std::ranges::sort(left);
  for (const sim::Choice& choice : left) {
    if (std::holds_alternative<LinkId>(choice)) moves.push_back({.what = choice});
  }
  return moves;
}

void PollingWorld::make(const Move& move) {
  if (move.kind == Move::Kind::happens) return simulation_.take(move.what);
  crash(move.seat);
  start(move.seat);
}

void PollingWorld::run(const std::string& seat) {
  const auto next = [&]() -> std::optional<LinkId> {
    for (const LinkId own : simulation_.links_of(process_in(seat))) {
      for (const LinkId end : {own, beyond(own)}) {
        if (can_arrive(end)) return end;
      }
    }
    return std::nullopt;
  };
  while (true) {
    // A rebalance that is delayed by nothing is due at once.
    while (simulation_.node(consumers_broker).next_deadline() <= simulation_.now()) {
      simulation_.take(sim::NodeIndex{0});
    }
    const std::optional<LinkId> end = next();
    if (!end) return;
    simulation_.take(*end);
  }
}

DigestPromises PollingWorld::promises(std::size_t member_ids_to_come) const {
  return {.coordinator_logs_stay_unread = true,
          .ends = started_ + consumers_horizon,
          .ages_go_unread = true,
          .whole_frames = true,
          .member_ids_to_come = member_ids_to_come};
}

StateHash PollingWorld::state(std::size_t member_ids_to_come) const {
  return simulation_.state(promises(member_ids_to_come), alike_nodes());
}

const client::ConsumerNode& PollingWorld::consumer(const std::string& seat) const {
  return dynamic_cast<const MemberNode&>(simulation_.node(process_in(seat))).consumer();
}

}  // namespace cohort::testing
