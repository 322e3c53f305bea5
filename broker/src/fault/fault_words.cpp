// How the facts tell what a rule does.
#include <cohort/broker/fault_rule.hpp>

#include <fmt/format.h>

namespace cohort::broker {

namespace {

std::int64_t ms(Duration time) { return std::chrono::ceil<milliseconds>(time).count(); }

struct InWords {
  std::string operator()(const Observe& /*nothing*/) const { return "observed"; }
  std::string operator()(const AnswerError& answer) const {
    return fmt::format("answered with {}", name(answer.error));
  }
  std::string operator()(const Fence& /*nothing*/) const { return "fenced"; }
  std::string operator()(const DelayAnswer& delay) const {
    return fmt::format("its answer is delayed by {} ms", ms(delay.by));
  }
  std::string operator()(const Hold& hold) const {
    return hold.moment == Moment::before ? "held before it has its effect" : "its answer is held";
  }
  std::string operator()(const DropAnswer& /*nothing*/) const { return "its answer is dropped"; }
  std::string operator()(const Disconnect& disconnect) const {
    return disconnect.moment == Moment::before ? "disconnected before it has its effect"
                                               : "disconnected in place of an answer";
  }
  std::string operator()(const Throttle& throttle) const {
    return fmt::format("told to pause for {} ms", ms(throttle.time));
  }
};

}  // namespace

std::string to_string(const FaultAction& action) { return std::visit(InWords{}, action); }

}  // namespace cohort::broker
