// marker_faults: what fault rules do to the markers that the transaction coordinator sends to the
// leaders of partitions, by WriteTxnMarkers.
#pragma once

#include "interventions.hpp"
#include "reply_id.hpp"
#include "transaction/waiting_end.hpp"
#include <cohort/broker/fault_rule.hpp>
#include <cohort/node/instant.hpp>
#include <cohort/protocol/error_code.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace cohort::broker {

struct BrokerState;

/// What becomes of a marker that was sent.
struct MarkerFate {
  bool is_written = true;           ///< Now.
  std::optional<ErrorCode> answer;  ///< That the coordinator hears instead of the leader's.
  RuleId by{};
};

/// The client id of the coordinator on this broker. Source: TransactionMarkerChannelManager.apply.
std::string marker_sender(std::int32_t node_id);

/// Asks the rules about a marker that is to be sent to the partition's leader. Whatever has to wait
/// is among the interventions then, and `marker.kept`.
MarkerFate intercept_marker(BrokerState& state, const TransactionEnd& ending,
                            MarkerOnItsWay& marker, Instant now);

/// It is sent again, a little later, because of a rule.
void send_again(BrokerState& state, const TransactionEnd& ending, MarkerOnItsWay& marker, RuleId by,
                Instant now);

/// Forgets what rules keep of it: nobody waits for it any more.
void forget_kept(BrokerState& state, MarkerOnItsWay& marker);

/// What was kept goes on; the ends that wait are to be looked at next.
void let_marker_go(BrokerState& state, const HeldMarker& held);

/// Is it an answer that the coordinator goes on after? All others are a fault of Kafka's own.
/// Source: TransactionMarkerRequestCompletionHandler.onComplete.
bool is_markers_answer(ErrorCode error);

/// "held by rule 3", or why else it is not on its way. REQUIRES: `marker.kept`.
std::string keeper_in_words(const BrokerState& state, const MarkerOnItsWay& marker);

}  // namespace cohort::broker
