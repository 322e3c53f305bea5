// Operation, call(): one call of a client that takes time, and waiting for its end.
#pragma once

#include <cohort/client/error.hpp>
#include <cohort/client/runtime.hpp>

#include <boost/system/result.hpp>

#include <chrono>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace cohort::client {

/// How a call is started, watched and ended on its node, whatever waits for it: call() here,
/// async_call() over sockets. `Machine` is the type of the node, `Token` what the node knows the
/// call by, `Value` what comes out of it, which may be void. Each function is called on the thread
/// that runs the node; start, take and abandon in a turn, so that what the node then wants is done.
template <class Machine, class Token, class Value>
struct Operation {
  std::function<Token(Machine&, Instant now)> start;
  std::function<bool(const Machine&, const Token&)> is_done;
  /// The result, once it is done; the node then forgets the call.
  std::function<Outcome<Value>(Machine&, const Token&, Instant now)> take;
  /// Nobody waits for it any more. If not set, there is nothing to do then.
  std::function<void(Machine&, const Token&, Instant now)> abandon{};
  /// What is still waited for, as in "waited for …". If not set, the message says less.
  std::function<std::string(const Machine&, const Token&)> describe{};
  /// The outcome when its time is over. If not set, a failure of kind timed_out.
  std::function<Outcome<Value>()> at_timeout{};
  /// What was taken reaches nobody, since the call was canceled before its handler was due. On any
  /// thread. If not set, it is handed over all the same.
  std::function<void(const Token&)> discard{};
};

/// "timed out after 500 ms: waited for the coordinator of group orders". A timeout that is
/// negative counts as none.
Failure timed_out_failure(Duration timeout, const std::string& waited_for);
/// "canceled: waited for the coordinator of group orders".
Failure canceled_failure(const std::string& waited_for);

namespace detail {

/// An operation under way. Each function is for a turn of the node but is_done().
template <class Machine, class Token, class Value>
class OngoingCall {
 public:
  explicit OngoingCall(Operation<Machine, Token, Value> operation)
      : operation_(std::move(operation)) {}

  /// Whether that was all: then outcome() is there.
  bool start(Node& node, Instant now) {
    token_.emplace(operation_.start(machine(node), now));
    return is_done(node) && finish(node, now);
  }
  bool is_done(Node& node) const { return operation_.is_done(machine(node), *token_); }
  /// Takes the result if it is there: what was seen outside of a turn need not be so within.
  bool take(Node& node, Instant now) { return is_done(node) && finish(node, now); }
  /// After so much time: takes the result if it is there, and gives up otherwise.
  void expire(Node& node, Instant now, Duration timeout) {
    if (take(node, now)) return;
    const std::string waited_for = describe(node);
    give_up(node, now);
    if (operation_.at_timeout) {
      outcome_.emplace(operation_.at_timeout());
    } else {
      outcome_.emplace(boost::system::in_place_error, timed_out_failure(timeout, waited_for));
    }
  }
  /// Takes nothing, be it there or not.
  void cancel(Node& node, Instant now) {
    const std::string waited_for = describe(node);
    give_up(node, now);
    outcome_.emplace(boost::system::in_place_error, canceled_failure(waited_for));
  }
  /// For a call that was canceled behind its end. Any thread may, when nobody else uses it.
  void discard() {
    if (!operation_.discard || outcome_->has_error()) return;
    operation_.discard(*token_);
    outcome_.emplace(boost::system::in_place_error, canceled_failure({}));
  }
  /// Nothing if it was not started.
  void give_up(Node& node, Instant now) {
    if (token_ && operation_.abandon) operation_.abandon(machine(node), *token_, now);
  }
  /// REQUIRES: it is started and done, or ended.
  Outcome<Value>& outcome() { return *outcome_; }

 private:
  // The driver of this client runs no other node.
  static Machine& machine(Node& node) { return static_cast<Machine&>(node); }
  std::string describe(Node& node) const {
    return operation_.describe ? operation_.describe(machine(node), *token_) : std::string();
  }
  bool finish(Node& node, Instant now) {
    outcome_.emplace(operation_.take(machine(node), *token_, now));
    return true;
  }

  Operation<Machine, Token, Value> operation_;
  std::optional<Token> token_{};
  std::optional<Outcome<Value>> outcome_{};
};

}  // namespace detail

/// Starts the operation and waits for its end. After `timeout` the operation is abandoned, and the
/// outcome is a failure of kind timed_out, or its at_timeout(). Duration::max() waits for ever.
/// What one of the functions throws is thrown here, behind abandon(). REQUIRES: the driver's node
/// is a Machine.
template <class Machine, class Token, class Value>
Outcome<Value> call(Driver& driver, Operation<Machine, Token, Value> operation, Duration timeout) {
  detail::OngoingCall<Machine, Token, Value> ongoing(std::move(operation));
  bool is_over = false;
  Instant deadline;
  driver.turn([&](Node& node, Instant now) {
    deadline = timeout < Duration::zero() ? now : now + timeout;
    is_over = ongoing.start(node, now);
  });
  while (!is_over) {
    bool has_held = false;
    try {
      has_held =
          driver.run_until([&](Node& node, Instant) { return ongoing.is_done(node); }, deadline);
    } catch (...) {
      driver.turn([&](Node& node, Instant now) { ongoing.give_up(node, now); });
      throw;
    }
    driver.turn([&](Node& node, Instant now) {
      if (!has_held) ongoing.expire(node, now, timeout);
      is_over = !has_held || ongoing.take(node, now);
    });
  }
  return std::move(ongoing.outcome());
}

}  // namespace cohort::client
