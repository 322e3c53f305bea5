#include "admission.hpp"
#include "brokers.hpp"
#include "coordinator_records.hpp"
#include "dispatch.hpp"
#include "node_config.hpp"
#include "parked_answers.hpp"
#include "reply.hpp"
#include "state.hpp"
#include "topics.hpp"
#include "transactions.hpp"
#include <cohort/broker/broker.hpp>
#include <cohort/protocol/assert.hpp>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>

namespace cohort::broker {

namespace {

/// As many as a Journal begins with.
constexpr std::ptrdiff_t most_untaken_facts = 65'536;

/// Stops reading a client that sends ahead of a parked request or does not take its answers, and
/// starts again.
void govern_reading(BrokerState& state, LinkId link, Connection& connection) {
  if (connection.awaits_place) return;
  const bool should_pause =
      !connection.is_closing && !connection.is_ready() &&
      (connection.backlog() >= unsent_before_pause || connection.bytes_ahead >= ahead_before_pause);
  if (should_pause == connection.is_read_paused) return;
  connection.is_read_paused = should_pause;
  if (should_pause) {
    state.actions.push_back(PauseRead{link});
  } else if (!connection.is_closing) {
    state.actions.push_back(ResumeRead{link});
  }
}

/// Takes up the requests of one connection until one parks, none is complete, or its answers pile
/// up.
void serve(BrokerState& state, LinkId link, Instant now) {
  const auto found = state.connections.find(link);
  if (found == state.connections.end()) return;
  Connection& connection = found->second;
  while (connection.is_ready()) {
    const std::optional<Buffer> frame = connection.frames.next();
    if (!frame) break;
    connection.bytes_ahead -= std::min(connection.bytes_ahead, frame->size() + 4);
    Handled handled = dispatch(state, link, *frame, now);
    if (handled.refusal) return refuse_connection(state, link, *handled.refusal, now);
    if (handled.answer) {
      connection.outgoing.append(*handled.answer);
      state.touched.insert(link);
    }
  }
  if (connection.frames.error()) {
    refuse_connection(state, link, to_string(*connection.frames.error()), now);
  }
  govern_reading(state, link, connection);
}

/// Whoever waits below a log's new start learns that its offset is out of range.
void wake_fetches(BrokerState& state, const std::vector<PartitionKey>& moved) {
  for (const PartitionKey& partition : moved) {
    const std::vector<ReplyId> woken = state.fetch_waits.changed(partition);
    state.woken_fetches.insert(state.woken_fetches.end(), woken.begin(), woken.end());
  }
}

void arm_log_timers(BrokerState& state, Instant now) {
  state.log_timers.arm(state.config.log,
                       {.has_records = state.catalog.total_bytes() > 0,
                        .may_need_cleaner = state.catalog.may_need_cleaner()},
                       now);
}

/// Answers what has become due, lets the connections that were held up go on, and so on until
/// nothing moves; then hands every connection's answers over in one piece.
void finish_wake_up(BrokerState& state, Instant now) {
  if (!state.waiting_ends.empty()) resume_transactions(state);
  answer_parked(state, now);
  while (!state.resumed.empty()) {
    for (const LinkId link : std::exchange(state.resumed, {})) serve(state, link, now);
    answer_parked(state, now);
  }
  for (const LinkId link : std::exchange(state.touched, {})) {
    const auto found = state.connections.find(link);
    if (found == state.connections.end()) continue;
    Connection& connection = found->second;
    if (connection.is_unanswerable) {
      refuse_connection(state, link, std::string(unwritable_answer), now);
    }
    if (connection.outgoing.empty()) continue;
    // One answer may be as large as a batch may be; only what lay there before it counts.
    const bool is_hopeless = connection.unsent > unsent_before_close;
    connection.unsent += connection.outgoing.size();
    state.actions.push_back(Send{link, std::exchange(connection.outgoing, {})});
    if (is_hopeless) {
      refuse_connection(state, link, "more than 64 MB of answers were not read", now);
    }
    govern_reading(state, link, connection);
  }
  govern_admission(state, now);
  arm_log_timers(state, now);
  // A host that takes no facts pays for the newest only.
  if (std::ssize(state.facts) > most_untaken_facts) {
    state.facts.erase(state.facts.begin(), state.facts.end() - most_untaken_facts / 2);
  }
}

/// Connections that were silent for connections.max.idle.ms are closed, waiting for an answer or
/// not, as in Kafka (Selector.maybeCloseOldestConnection). Activity only moves a note in the
/// connection; the timer looks at it when it fires.
void close_idle(BrokerState& state, Instant now) {
  while (const std::optional<LinkId> link = state.idle_timers.pop_due(now)) {
    Connection& connection = state.connections.at(*link);
    const Instant due = connection.last_active + state.config.connections_max_idle;
    if (due > now) {
      state.idle_timers.set(*link, due);
    } else {
      close_connection(state, *link, "idle for connections.max.idle.ms");
    }
  }
}

/// The timers of both coordinators, in the order in which they fall due.
void advance_coordinators(BrokerState& state, Instant now) {
  while (state.transactions.next_deadline() <= now) {
    const Instant due = state.transactions.next_deadline();
    state.coordinator.advance(due);
    state.transactions.advance(due);
    end_transactions(state);
  }
  state.coordinator.advance(now);
  write_coordinator_records(state);
}

/// The cleaner compacts and then deletes from compacted topics what they do not keep either.
void look_after_logs(BrokerState& state, Instant now) {
  while (state.log_timers.next_deadline() <= now) {
    const Instant due = state.log_timers.next_deadline();
    if (state.log_timers.take_retention(due)) {
      wake_fetches(state, state.catalog.apply_retention(TopicKind::not_compacted, due));
    }
    if (state.log_timers.take_cleaning(due)) {
      state.catalog.compact(due);
      wake_fetches(state, state.catalog.apply_retention(TopicKind::compacted, due));
    }
    arm_log_timers(state, due);
  }
}

void check_there_is(const BrokerState& state, std::int32_t node_id) {
  if (state.cluster.find(node_id) != nullptr) return;
  std::string text = "broker ";
  text.append(std::to_string(node_id)).append(": there is none");
  throw std::invalid_argument(text);
}

void fire_timers(BrokerState& state, Instant now) {
  advance_coordinators(state, now);
  look_after_logs(state, now);
  close_idle(state, now);
  if (state.next_producer_check > now) return;
  state.catalog.expire_producers(now, state.config.log.producer_id_expiration);
  state.next_producer_check = now + state.config.log.producer_id_expiration_check_interval;
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
      next_producer_check(now + settings.log.producer_id_expiration_check_interval) {
  started_with = as_node(settings, settings.node_id, cluster.nodes().front().rack);
  config = with_dynamic(started_with, settings.dynamic);
}

Broker::Broker(const Config& config, Instant now)
    : state_(std::make_unique<BrokerState>(config, now)) {}
Broker::~Broker() = default;
Broker::Broker(const Broker& other)
    : Node(other), state_(std::make_unique<BrokerState>(*other.state_)) {}
Broker& Broker::operator=(const Broker& other) {
  if (this != &other) state_ = std::make_unique<BrokerState>(*other.state_);
  return *this;
}
std::unique_ptr<Node> Broker::clone() const { return std::make_unique<Broker>(*this); }

void Broker::advertise(std::vector<Listener> listeners) {
  state_->cluster.advertise(std::move(listeners));
}

void Broker::advertise(const Endpoint& endpoint) {
  advertise({Listener{.node_id = state_->config.node_id, .advertised = endpoint}});
}

void Broker::stop_broker(std::int32_t node_id, Instant now) {
  check_there_is(*state_, node_id);
  advance_coordinators(*state_, now);
  stop_broker_in(*state_, node_id, now);
  finish_wake_up(*state_, now);
}

void Broker::start_broker(std::int32_t node_id, Instant now) {
  check_there_is(*state_, node_id);
  advance_coordinators(*state_, now);
  start_broker_in(*state_, node_id, now);
  finish_wake_up(*state_, now);
}

void Broker::create_topic(const std::string& name, std::int32_t partitions, Instant now) {
  const NewTopic wanted{.name = name, .num_partitions = partitions, .replication_factor = -1};
  const TopicCreation made = create_topics_in(*state_, {&wanted, 1}, false, now).front();
  if (made.error == ErrorCode::none) return;
  throw std::invalid_argument("topic '" + name + "': " + made.message.value_or(""));
}

void Broker::apply_retention(Instant now) {
  wake_fetches(*state_, state_->catalog.apply_retention(TopicKind::any, now));
  finish_wake_up(*state_, now);
}

void Broker::compact(const std::string& topic, Instant now) {
  const Topic* found = state_->catalog.find(topic);
  if (found == nullptr) throw std::invalid_argument("topic '" + topic + "': there is none");
  if (!found->settings.is_compacted) {
    throw std::invalid_argument("topic '" + topic + "': its cleanup.policy is not compact");
  }
  state_->catalog.compact_all(topic, now);
  finish_wake_up(*state_, now);
}

std::vector<Fact> Broker::take_facts() { return std::exchange(state_->facts, {}); }

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
  advance_coordinators(*state_, now);
  found->second.last_active = now;
  found->second.bytes_ahead += bytes.size();
  found->second.frames.feed(std::move(bytes));
  serve(*state_, link, now);
  finish_wake_up(*state_, now);
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

Instant Broker::next_deadline() const {
  return std::min({state_->coordinator.next_deadline(), state_->transactions.next_deadline(),
                   state_->fetch_waits.next_deadline(), state_->idle_timers.next_deadline(),
                   state_->log_timers.next_deadline(), state_->next_producer_check});
}

std::size_t Broker::read_hint(LinkId link) const {
  const auto found = state_->connections.find(link);
  return found == state_->connections.end() ? 0 : found->second.frames.missing();
}

}  // namespace cohort::broker
