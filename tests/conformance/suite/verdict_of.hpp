// The verdict on a case, from how the playing of it ends.
#pragma once

#include "conformance/suite/verdict.hpp"

namespace cohort::conform {

/// `play` throws Failure or Unsupported where the case does not pass.
template <class Play>
Verdict verdict_of(const Play& play) {
  try {
    play();
    return {};
  } catch (const StepFailure& failure) {
    return {.outcome = Outcome::failed,
            .step = failure.step(),
            .why = failure.what(),
            .differences = failure.differences()};
  } catch (const Failure& failure) {
    return {.outcome = Outcome::failed, .why = failure.what()};
  } catch (const Unsupported& reason) {
    return {.outcome = Outcome::unsupported, .why = reason.what()};
  }
}

}  // namespace cohort::conform
