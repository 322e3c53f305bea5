// facts: how what happened finds its way to the broker's journal, with what it came of.
#pragma once

#include <cohort/broker/fact.hpp>
#include <cohort/node/instant.hpp>
#include <cohort/node/node.hpp>

#include <string>
#include <vector>

namespace cohort::broker {

struct BrokerState;

/// Brings in what the coordinators noted, so that what is told next comes behind it.
void gather_facts(BrokerState& state);

/// The same, and: all that was noted since the last call and does not know better came of this
/// cause, and of this client.
void collect_facts(BrokerState& state, const Cause& cause, const std::string& client_id = {});

std::vector<Fact> take_facts_of(BrokerState& state);

/// One message of the transcript.
void tell_message(BrokerState& state, FactKind kind, LinkId link, const std::string& client_id,
                  std::string text, Instant now);

/// A host that takes no facts pays for the newest only.
void forget_untaken_facts(BrokerState& state);

}  // namespace cohort::broker
