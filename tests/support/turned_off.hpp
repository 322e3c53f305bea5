// TurnedOff: a rule switch that is off while this lives; for builds with COHORT_RULE_SWITCHES.
#pragma once

namespace cohort::testing {

/// A rule of the broker (rule_switches.hpp) or the client (membership/rule_switches.hpp).
class TurnedOff {
 public:
  explicit TurnedOff(bool& rule) : rule_(rule) { rule_ = false; }
  ~TurnedOff() { rule_ = true; }
  TurnedOff(const TurnedOff&) = delete;
  TurnedOff& operator=(const TurnedOff&) = delete;

 private:
  bool& rule_;
};

}  // namespace cohort::testing
