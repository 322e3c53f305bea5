// FaultRule: what is to go wrong with which request, or be held; a rule matches by meaning, not by
// bytes.
#pragma once

#include <cohort/node/instant.hpp>
#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cohort::broker {

/// Which requests a rule is for: those in which all that is set here is true. With the API
/// WriteTxnMarkers also the markers that the transaction coordinator sends to the leaders of
/// partitions: each as a request of its own, from the client `broker-ID-txn-marker-sender`; it
/// names the transactional id and the one partition, and `broker` is the leader.
struct RequestMatch {
  std::optional<ApiKey> api{};
  std::optional<std::int16_t> version{};
  std::optional<std::string> client_id{};  ///< Empty: clients that send none.
  std::optional<std::string> group{};      ///< One of those that the request names.
  std::optional<std::string> transactional_id{};
  std::optional<std::string> topic{};       ///< One of those that it names, also by id.
  std::optional<std::int32_t> partition{};  ///< Of `topic`, or of any.
  std::optional<std::int32_t> broker{};     ///< The id of the one that is asked.
  bool operator==(const RequestMatch&) const = default;
};

/// On which side of the request's taking effect something happens.
enum class Moment : std::uint8_t { before, after };

/// Answers with the error, wherever the answer has a place for one; the request has no effect.
struct AnswerError {
  ErrorCode error{};
  bool operator==(const AnswerError&) const = default;
};
/// Answers that somebody else has taken the client's place, in the words of the API and its version
/// (FENCED_INSTANCE_ID, PRODUCER_FENCED, FENCED_LEADER_EPOCH, …); the request has no effect. Passes
/// over requests of clients whose place can't be taken.
struct Fence {
  bool operator==(const Fence&) const = default;
};
/// The request has its effect; the answer leaves so much later, by the broker's clock.
struct DelayAnswer {
  Duration by{};
  bool operator==(const DelayAnswer&) const = default;
};
/// Keeps the request, or its answer, until it is released. What the client sends after it on the
/// same connection waits, as behind any request in work.
struct Hold {
  Moment moment = Moment::before;
  bool operator==(const Hold&) const = default;
};
/// The request has its effect and no answer; the connection goes on.
struct DropAnswer {
  bool operator==(const DropAnswer&) const = default;
};
struct Disconnect {
  Moment moment = Moment::before;
  bool operator==(const Disconnect&) const = default;
};
/// The answer tells the client to pause for so long (`throttle_time_ms`); nobody makes it.
struct Throttle {
  Duration time{};
  bool operator==(const Throttle&) const = default;
};
/// Nothing: the rule only counts.
struct Observe {
  bool operator==(const Observe&) const = default;
};
using FaultAction =
    std::variant<Observe, AnswerError, Fence, DelayAnswer, Hold, DropAnswer, Disconnect, Throttle>;

/// Without `nth` and `times` it acts on every request that matches; with `nth` on that one; with
/// `times` on the first so many; with both on so many from the nth on.
struct FaultRule {
  RequestMatch match{};
  std::optional<std::uint64_t> nth{};  ///< Counted from 1, from when the rule was made.
  std::optional<std::uint64_t> times{};
  double probability = 1;  ///< That it acts at all; drawn from the broker's seed.
  FaultAction action{};
  bool operator==(const FaultRule&) const = default;
};

enum class RuleId : std::uint64_t {};

struct RuleStatus {
  RuleId id{};
  FaultRule rule{};
  std::uint64_t matched = 0;  ///< Requests that it is for, so far.
  std::uint64_t hits = 0;     ///< Those it acted on.
};

class Broker;
/// nullopt: there is no such rule.
std::optional<RuleStatus> rule_status(const Broker& broker, RuleId id);

/// A request that a rule keeps, or its answer. Also a marker of a transaction.
struct HeldRequest {
  std::uint64_t number = 0;  ///< By which it is released; counts up.
  RuleId rule{};
  Moment moment{};
  Instant since;
  ApiKey api{};
  std::int16_t version = 0;
  std::string client_id;
  std::vector<std::string> groups;
  std::vector<std::string> transactional_ids{};
  std::vector<std::string> topics;
  std::int32_t partition = -1;  ///< Of a marker.
  bool operator==(const HeldRequest&) const = default;
};

/// "hold before" and so on, as the facts tell it.
std::string to_string(const FaultAction& action);

}  // namespace cohort::broker
