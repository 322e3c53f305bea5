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

/// Reasons come from clients, and many facts are kept.
constexpr std::size_t longest_text = 1'000;
constexpr std::size_t longest_message = 16'384;

/// Cuts between two characters of UTF-8, and says that it did.
void shorten(std::string& text, std::size_t longest) {
  if (text.size() <= longest) return;
  std::size_t end = longest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  const std::size_t left = text.size() - end;
  text.resize(end);
  text.append(fmt::format("… ({} bytes more)", left));
}

}  // namespace

void gather_facts(BrokerState& state) {
  for (std::vector<Fact> facts :
       {state.coordinator.take_facts(), state.transactions.take_facts()}) {
    state.facts.insert(state.facts.end(), std::make_move_iterator(facts.begin()),
                       std::make_move_iterator(facts.end()));
  }
}

void collect_facts(BrokerState& state, const Cause& cause, const std::string& client_id) {
  gather_facts(state);
  for (; state.explained_facts < state.facts.size(); ++state.explained_facts) {
    Fact& fact = state.facts[state.explained_facts];
    shorten(fact.detail, is_message(fact.kind) ? longest_message : longest_text);
    shorten(fact.cause.client_reason, longest_text);
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
