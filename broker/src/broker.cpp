#include "admission.hpp"
#include "brokers.hpp"
#include "control/acting.hpp"
#include "facts.hpp"
#include "node_config.hpp"
#include "parked_answers.hpp"
#include "state.hpp"
#include "timers.hpp"
#include "topics.hpp"
#include "wake_up.hpp"
#include <cohort/broker/broker.hpp>
#include <cohort/broker/not_there.hpp>
#include <cohort/protocol/assert.hpp>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>

namespace cohort::broker {

namespace {

void check_there_is(const BrokerState& state, std::int32_t node_id) {
  if (state.cluster.find(node_id) != nullptr) return;
  std::string text = "broker ";
  text.append(std::to_string(node_id)).append(": there is none");
  throw NotThere(text);
}

/// What has arrived on a link is taken up as requests.
void take_in(BrokerState& state, LinkId link, Instant now) {
  advance_coordinators(state, now);
  state.connections.at(link).last_active = now;
  serve(state, link, now);
  finish_wake_up(state, now);
}

Cause by_control(std::string_view name) {
  return {.kind = Cause::Kind::control, .name = name, .client_reason = {}};
}

}  // namespace

BrokerState::BrokerState(const Config& settings, Instant now)
    : started_with(settings),
      config(settings),
      rules(rules_of(settings.release)),
      rng(settings.seed),
      cluster_id([this] {
        Rng draws = rng.fork("cluster id");
        const std::uint64_t high = draws.next();
        return uuid_from_bits(high, draws.next());
      }()),
      cluster(settings),
      catalog(rng.fork("catalog"), cluster.ids()),
      coordinator(settings.group, rng.fork("coordinator"), now, rules.group),
      transactions(settings.transaction, now),
      log_timers(now),
      next_producer_check(now + settings.log.producer_id_expiration_check_interval),
      interventions(rng.fork("interventions")) {
  started_with = as_node(settings, settings.node_id, cluster.nodes().front().rack);
  config = with_dynamic(started_with, settings.dynamic);
}

Broker::Broker(const Config& config, Instant now)
    : config_(config), state_(std::make_unique<BrokerState>(config, now)) {}
Broker::~Broker() = default;
Broker::Broker(const Broker& other)
    : Node(other), config_(other.config_), state_(std::make_unique<BrokerState>(*other.state_)) {}
Broker& Broker::operator=(const Broker& other) {
  if (this == &other) return *this;
  config_ = other.config_;
  state_ = std::make_unique<BrokerState>(*other.state_);
  return *this;
}
std::unique_ptr<Node> Broker::clone() const { return std::make_unique<Broker>(*this); }

void Broker::advertise(std::vector<Listener> listeners) {
  state_->cluster.advertise(std::move(listeners));
}

void Broker::advertise(const Endpoint& endpoint) {
  advertise({Listener{.node_id = state_->config.node_id, .advertised = endpoint}});
}

const std::vector<Listener>& Broker::listeners() const { return state_->cluster.listeners(); }

void Broker::reset(Instant now) {
  for (const ClusterNode& node : state_->cluster.nodes()) {
    start_broker_in(*state_, node.id, now);
  }
  const Cause cause = by_control("reset");
  collect_facts(*state_, cause);
  auto fresh = std::make_unique<BrokerState>(config_, now);
  fresh->cluster.advertise(state_->cluster.listeners());
  fresh->facts = take_facts();
  fresh->facts.push_back(
      {.at = now, .kind = FactKind::broker_reset, .cause = cause, .detail = "all is forgotten"});
  fresh->explained_facts = fresh->facts.size();
  fresh->actions = std::move(state_->actions);
  for (const auto& [link, connection] : state_->connections) {
    fresh->actions.push_back(Close{link, "the broker was reset"});
  }
  state_ = std::move(fresh);
}

void Broker::stop_broker(std::int32_t node_id, Instant now) {
  check_there_is(*state_, node_id);
  act(*state_, "stop_broker", now, [&] { stop_broker_in(*state_, node_id, now); });
}

void Broker::start_broker(std::int32_t node_id, Instant now) {
  check_there_is(*state_, node_id);
  act(*state_, "start_broker", now, [&] { start_broker_in(*state_, node_id, now); });
}

void Broker::create_topic(const std::string& name, std::int32_t partitions, Instant now) {
  const NewTopic wanted{.name = name, .num_partitions = partitions, .replication_factor = -1};
  const TopicCreation made = create_topics_in(*state_, {&wanted, 1}, false, now).front();
  collect_facts(*state_, by_control("create_topic"));
  if (made.error == ErrorCode::none) return;
  throw std::invalid_argument("topic '" + name + "': " + made.message.value_or(""));
}

void Broker::apply_retention(Instant now) {
  act(*state_, "apply_retention", now, [&] {
    tell_start_moved(*state_, state_->catalog.apply_retention(TopicKind::any, now),
                     "retention, at once", now);
  });
}

void Broker::compact(const std::string& topic, Instant now) {
  const Topic* found = state_->catalog.find(topic);
  if (found == nullptr) throw NotThere("topic '" + topic + "': there is none");
  if (!found->settings.is_compacted) {
    throw std::invalid_argument("topic '" + topic + "': its cleanup.policy is not compact");
  }
  act(*state_, "compact", now, [&] { state_->catalog.compact_all(topic, now); });
}

std::vector<Fact> Broker::take_facts() { return take_facts_of(*state_); }

void Broker::take_actions(std::vector<Action>& into) {
  into.clear();
  std::swap(into, state_->actions);
}

void Broker::opened(LinkId link, const Peer& peer, Instant now) {
  Connection connection{.peer = peer,
                        .frames = FrameReader(state_->config.socket_request_max_bytes)};
  state_->connections.emplace(link, std::move(connection));
  if (!state_->cluster.is_running(state_->cluster.listener(peer.listener).node_id)) {
    // It was on its way when its listener closed.
    return close_connection(*state_, link, "the broker is stopped");
  }
  admit(*state_, link, now);
}

void Broker::dial_failed(DialTag /*tag*/, const std::string& /*reason*/, Instant /*now*/) {
  COHORT_ASSERT(false);  // A broker dials nobody.
}

void Broker::received(LinkId link, Buffer bytes, Instant now) {
  const auto found = state_->connections.find(link);
  if (found == state_->connections.end() || found->second.is_closing) return;
  found->second.bytes_ahead += bytes.size();
  found->second.frames.feed(std::move(bytes));
  take_in(*state_, link, now);
}

std::span<std::uint8_t> Broker::room(LinkId link) {
  const auto found = state_->connections.find(link);
  const bool has_room = found != state_->connections.end() && !found->second.is_closing;
  return has_room ? found->second.frames.room() : std::span<std::uint8_t>();
}

void Broker::filled(LinkId link, std::size_t count, Instant now) {
  Connection& connection = state_->connections.at(link);
  connection.bytes_ahead += count;
  connection.frames.added(count);
  take_in(*state_, link, now);
}

void Broker::sent(LinkId link, std::size_t unsent_bytes, Instant now) {
  const auto found = state_->connections.find(link);
  if (found == state_->connections.end()) return;
  const bool was_ready = found->second.is_ready();
  found->second.unsent = unsent_bytes;
  found->second.last_active = now;  // Slow to read is not idle (Selector.poll).
  if (was_ready || !found->second.is_ready()) return;
  serve(*state_, link, now);
  finish_wake_up(*state_, now);
}

void Broker::closed(LinkId link, Instant now) {
  const auto found = state_->connections.find(link);
  if (found == state_->connections.end()) return;
  // A client that goes leaves its group membership behind, as in Kafka; only the answer has nobody
  // to go to.
  if (found->second.parked) forget_parked(*state_, *found->second.parked);
  state_->idle_timers.cancel(link);
  release_place(*state_, link);
  state_->connections.erase(found);
  govern_admission(*state_, now);
}

void Broker::advance(Instant now) {
  // What a timer answers may let a client's next request arm a timer that is due at once (an
  // initial delay of 0).
  do {
    fire_timers(*state_, now);
    finish_wake_up(*state_, now);
  } while (next_deadline() <= now);
}

Instant Broker::next_deadline() const { return next_deadline_of(*state_); }

std::vector<ArmedTimer> Broker::armed_timers() const { return armed_timers_of(*state_); }

}  // namespace cohort::broker
