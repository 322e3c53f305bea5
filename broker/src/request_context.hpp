// RequestContext: what an API handler knows of the request beside its body.
#pragma once

#include "cluster/cluster.hpp"
#include "interventions.hpp"
#include "reply_id.hpp"
#include <cohort/node/instant.hpp>
#include <cohort/node/node.hpp>
#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace cohort::broker {

struct BrokerState;

/// Who asks. Everything is allowed to everyone until authorisation comes.
struct Principal {
  std::string type = "User";
  std::string name = "ANONYMOUS";
};

/// The header of the request in work, and whose it is.
struct RequestOrigin {
  LinkId link{};
  ApiKey api_key{};
  std::int16_t version = 0;
  std::int32_t correlation_id = 0;
  std::string client_id;    ///< Null on the wire counts as empty.
  std::string client_host;  ///< As Kafka's DescribeGroups shows it: "/127.0.0.1".
  Principal principal;
};

/// Lives for one call. A handler returns its answer; or nothing after park() or refuse(), or when
/// the request has no answer at all (Produce with acks=0).
class RequestContext {
 public:
  RequestContext(BrokerState& broker, RequestOrigin from, Instant at)
      : state(broker), origin(std::move(from)), now(at) {}

  BrokerState& state;
  const RequestOrigin origin;
  const Instant now;

  bool is_under_scrutiny = true;  ///< Fault rules are asked about it.
  // What fault rules want of this request.
  std::optional<ErrorCode> injected_error;  ///< Answered in place of what would happen.
  Duration throttle{};                      ///< Told in the answer.
  std::optional<AnswerFate> fate;           ///< Of the answer, if it is not just sent.

  std::int16_t version() const { return origin.version; }
  /// The one by which the request came in.
  const Listener& listener() const;
  /// The broker that was asked.
  std::int32_t node_id() const { return listener().node_id; }
  /// Whom the client is told of, and at what address.
  Entrance entrance() const;

  /// Owes the answer: the connection stops until reply() is called with the id.
  ReplyId park();

  /// Closes the connection instead of answering.
  void refuse(std::string why) { refusal_ = std::move(why); }
  const std::optional<std::string>& refusal() const { return refusal_; }

 private:
  std::optional<std::string> refusal_;
};

}  // namespace cohort::broker
