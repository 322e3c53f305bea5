// The verdict on a case, from how the playing of it ends.
#pragma once

#include "conformance/suite/verdict.hpp"

#include <exception>

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
  } catch (const Unsupported& reason) {
    return {.outcome = Outcome::unsupported, .why = reason.what()};
  } catch (const std::exception& error) {
    // An answer that nobody thought of must not end the other cases.
    return {.outcome = Outcome::failed, .why = error.what()};
  }
}

}  // namespace cohort::conform
