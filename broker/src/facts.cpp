#include "facts.hpp"

#include "state.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

namespace cohort::broker {

namespace {

/// As many as a Journal begins with.
constexpr std::ptrdiff_t most_untaken_facts = 65'536;

}  // namespace

void collect_facts(BrokerState& state, const Cause& cause, const std::string& client_id) {
  for (std::vector<Fact> facts :
       {state.coordinator.take_facts(), state.transactions.take_facts()}) {
    state.facts.insert(state.facts.end(), std::make_move_iterator(facts.begin()),
                       std::make_move_iterator(facts.end()));
  }
  for (; state.explained_facts < state.facts.size(); ++state.explained_facts) {
    Fact& fact = state.facts[state.explained_facts];
    if (fact.client_id.empty()) fact.client_id = client_id;
    if (fact.cause.kind != Cause::Kind::start) continue;
    fact.cause.kind = cause.kind;
    fact.cause.name = cause.name;
  }
}

void tell_message(BrokerState& state, FactKind kind, LinkId link, const std::string& client_id,
                  std::string text, Instant now) {
  // The order tells who came first: what the coordinators noted until now did.
  state.facts.push_back(
      {.at = now,
       .kind = kind,
       .client_id = client_id,
       .detail = fmt::format("link {}: {}", static_cast<std::uint64_t>(link), std::move(text))});
}

std::vector<Fact> take_facts_of(BrokerState& state) {
  state.explained_facts = 0;
  return std::exchange(state.facts, {});
}

void forget_untaken_facts(BrokerState& state) {
  if (std::ssize(state.facts) <= most_untaken_facts) return;
  state.facts.erase(state.facts.begin(), state.facts.end() - most_untaken_facts / 2);
  state.explained_facts = state.facts.size();
}

}  // namespace cohort::broker
