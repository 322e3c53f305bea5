// interventions: what fault rules do to the requests of a connection and to their answers.
#pragma once

#include "fault/fault_rules.hpp"
#include "reply_id.hpp"
#include "transaction/waiting_end.hpp"
#include <cohort/broker/fact.hpp>
#include <cohort/node/instant.hpp>
#include <cohort/node/node.hpp>
#include <cohort/node/timer_queue.hpp>
#include <cohort/protocol/buffers.hpp>
#include <cohort/protocol/subjects.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace cohort::broker {

struct BrokerState;
class RequestContext;

/// What becomes of an answer once it is there.
struct AnswerFate {
  enum class Kind : std::uint8_t { drop, hold, delay, disconnect };
  Kind kind{};
  Duration by{};      ///< Of `delay`.
  HeldRequest about;  ///< Which request it answers, and the rule that wants it so.
};

/// A marker that the transaction coordinator sends, and what comes next once it is let go.
struct HeldMarker {
  std::string transactional_id;
  TransactionPartition partition;
  MarkerOnItsWay::Step next{};
};

/// A request as the frame that it came in, its answer, or a marker.
using KeptWork = std::variant<Buffer, Buffers, HeldMarker>;

/// What waits for its release. A marker has come by no link.
struct HeldWork {
  HeldRequest about;
  LinkId link{};
  KeptWork what;
};

/// What of all this outlasts a request. A connection with work that is kept is stopped, as by a
/// parked request.
struct Interventions {
  explicit Interventions(const Rng& chance) : rules(chance) {}

  FaultRules rules;
  std::map<ReplyId, HeldWork> held;
  TimerQueue<ReplyId> delayed;          ///< Those of `held` that are released by the time.
  std::map<ReplyId, AnswerFate> fates;  ///< Of answers that are still owed.
};

/// Asks the rules about the request in work. True: it is not to be applied now, and has no answer
/// yet. Else `context` knows what is to become of it.
bool intercept(RequestContext& context, const Buffer& frame, const Subjects& subjects);

/// Puts the answer on its connection, unless its fate is another.
void deliver(BrokerState& state, LinkId link, const Buffers& answer,
             const std::optional<AnswerFate>& fate, Instant now);
/// The fate of an answer that was owed, which is to be delivered now.
std::optional<AnswerFate> take_fate(BrokerState& state, ReplyId id);

/// Lets a request go on that a rule keeps. False if there is none of this number.
bool release(BrokerState& state, std::uint64_t number, Instant now);
/// Releases what is delayed until now.
void release_delayed(BrokerState& state, Instant now);
/// Forgets the rule, and releases what it keeps. False if there is none.
bool remove_rule(BrokerState& state, RuleId id, Instant now);
/// The client is gone.
void forget_held(BrokerState& state, ReplyId id);

/// Tells of a request that a rule acted on.
void tell_of(BrokerState& state, const HeldRequest& about, FactKind kind, const std::string& what,
             Instant now);

/// What rules keep until it is released, in the order in which it came.
std::vector<HeldRequest> held_requests(const BrokerState& state);

}  // namespace cohort::broker
