// What Control does to requests, to clients, to brokers, and to the whole.
#include "admission.hpp"
#include "control/acting.hpp"
#include "dispatch.hpp"
#include "fault/fencing.hpp"
#include "marker_faults.hpp"
#include "parked_answers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <variant>

namespace cohort::broker {

namespace {

/// What no request can be is a mistake in the rule.
void check(const RequestMatch& match, const BrokerState& state) {
  if (match.broker && state.cluster.find(*match.broker) == nullptr) {
    throw std::invalid_argument(fmt::format("broker {}: there is none", *match.broker));
  }
  if (!match.api) return;
  const DispatchRow* row = find_dispatch_row(*match.api);
  const auto versions = row == nullptr ? std::nullopt : served_versions(state.config.release, *row);
  if (!versions) throw std::invalid_argument(fmt::format("{} is not served", name(*match.api)));
  if (match.version && !versions->contains(*match.version)) {
    throw std::invalid_argument(fmt::format("version {}: {} is served from {} to {}",
                                            *match.version, name(*match.api), versions->first,
                                            versions->last));
  }
}

bool is_marker_sender(const BrokerState& state, const std::string& client_id) {
  return std::ranges::any_of(state.cluster.nodes(), [&](const ClusterNode& node) {
    return marker_sender(node.id) == client_id;
  });
}

/// What can't happen to the coordinator's markers. An administrator's can have any answer: who
/// means those names the client.
void check_for_markers(const FaultRule& rule, const BrokerState& state) {
  const RequestMatch& match = rule.match;
  if (match.api != ApiKey::write_txn_markers) return;
  if (match.client_id && !is_marker_sender(state, *match.client_id)) return;
  if (std::holds_alternative<Throttle>(rule.action)) {
    throw std::invalid_argument("throttle: an answer to WriteTxnMarkers has no place for it");
  }
  const auto* answer = std::get_if<AnswerError>(&rule.action);
  if (answer == nullptr || is_markers_answer(answer->error)) return;
  throw std::invalid_argument(
      fmt::format("error {}: no leader gives a transaction coordinator this answer; a rule for an "
                  "administrator's requests names the client_id",
                  name(answer->error)));
}

void check(const FaultRule& rule, const BrokerState& state) {
  check(rule.match, state);
  check_for_markers(rule, state);
  if (!(rule.probability >= 0 && rule.probability <= 1)) {  // Nor is it a NaN.
    throw std::invalid_argument(fmt::format("probability {}: from 0 to 1", rule.probability));
  }
  if (rule.nth && *rule.nth == 0) throw std::invalid_argument("nth 0: the first request is 1");
  if (rule.times && *rule.times == 0) throw std::invalid_argument("times 0: it would never act");
  const auto* delay = std::get_if<DelayAnswer>(&rule.action);
  const auto* throttle = std::get_if<Throttle>(&rule.action);
  if ((delay != nullptr && delay->by < Duration::zero()) ||
      (throttle != nullptr && throttle->time < Duration::zero())) {
    throw std::invalid_argument("a time below 0: answers can't leave before they are there");
  }
  const auto* answer = std::get_if<AnswerError>(&rule.action);
  if (answer != nullptr && answer->error == ErrorCode::none) {
    throw std::invalid_argument("error NONE: it is none");
  }
  const bool fences = std::holds_alternative<Fence>(rule.action) && rule.match.api;
  if (fences && !fencing_error(*rule.match.api, rule.match.version.value_or(0))) {
    throw std::invalid_argument(
        fmt::format("fence: nobody can take the place of who sends {}", name(*rule.match.api)));
  }
}

[[noreturn]] void refuse_rule(RuleId id) {
  throw NotThere(fmt::format("rule {}: there is none", static_cast<std::uint64_t>(id)));
}

}  // namespace

std::optional<RuleStatus> rule_status(const Broker& broker, RuleId id) {
  const RuleStatus* found = broker.state().interventions.rules.find(id);
  return found == nullptr ? std::nullopt : std::optional(*found);
}

void Control::stop_broker(std::int32_t node_id) {
  turn_([&](Broker& broker, Instant now) { broker.stop_broker(node_id, now); });
}

void Control::start_broker(std::int32_t node_id) {
  turn_([&](Broker& broker, Instant now) { broker.start_broker(node_id, now); });
}

std::size_t Control::disconnect(const std::string& client_id) {
  std::size_t count = 0;
  turn_([&](Broker& broker, Instant now) {
    BrokerState& state = broker.state();
    act(state, "disconnect", now, [&] {
      for (auto& [link, connection] : state.connections) {
        if (connection.client_id != client_id || connection.is_closing) continue;
        if (connection.parked) forget_parked(state, *connection.parked);
        close_connection(state, link, "asked for by control");
        ++count;
      }
      state.facts.push_back({.at = now,
                             .kind = FactKind::client_disconnected,
                             .client_id = client_id,
                             .detail = fmt::format("{} connections", count)});
    });
  });
  return count;
}

RuleId Control::add_rule(FaultRule rule) {
  RuleId id{};
  turn_([&](Broker& broker, Instant) {
    check(rule, broker.state());
    id = broker.state().interventions.rules.add(std::move(rule));
  });
  return id;
}

void Control::remove_rule(RuleId id) {
  turn_([&](Broker& broker, Instant now) {
    act(broker.state(), "remove_rule", now, [&] {
      if (!cohort::broker::remove_rule(broker.state(), id, now)) refuse_rule(id);
    });
  });
}

std::optional<RuleStatus> Control::rule(RuleId id) {
  std::optional<RuleStatus> status;
  turn_([&](Broker& broker, Instant) { status = rule_status(broker, id); });
  return status;
}

std::vector<RuleStatus> Control::rules() {
  std::vector<RuleStatus> statuses;
  turn_([&](Broker& broker, Instant) { statuses = broker.state().interventions.rules.all(); });
  return statuses;
}

std::vector<HeldRequest> Control::held() {
  std::vector<HeldRequest> held;
  turn_([&](Broker& broker, Instant) { held = held_requests(broker.state()); });
  return held;
}

void Control::release(std::uint64_t number) {
  turn_([&](Broker& broker, Instant now) {
    act(broker.state(), "release", now, [&] {
      if (cohort::broker::release(broker.state(), number, now)) return;
      throw NotThere(fmt::format("request {}: none is held", number));
    });
  });
}

std::size_t Control::release_all(RuleId id) {
  std::size_t count = 0;
  turn_([&](Broker& broker, Instant now) {
    BrokerState& state = broker.state();
    act(state, "release", now, [&] {
      if (state.interventions.rules.find(id) == nullptr) refuse_rule(id);
      for (const HeldRequest& held : held_requests(state)) {
        if (held.rule != id) continue;
        cohort::broker::release(state, held.number, now);
        ++count;
      }
    });
  });
  return count;
}

}  // namespace cohort::broker
