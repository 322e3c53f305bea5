// COHORT_ASSERT: a check of our own reasoning that stays on in every build.
#pragma once

namespace cohort::detail {
/// Prints the condition and its place to stderr and aborts.
[[noreturn]] void assertion_failed(const char* condition, const char* file, int line);
}  // namespace cohort::detail

/// Aborts the process when `condition` is false: a bug of ours, never a fault of the input.
#define COHORT_ASSERT(condition)      \
  ((condition) ? static_cast<void>(0) \
               : ::cohort::detail::assertion_failed(#condition, __FILE__, __LINE__))
