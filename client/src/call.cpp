#include <cohort/client/call.hpp>

#include <algorithm>

namespace cohort::client {

Failure timed_out_failure(Duration timeout, const std::string& waited_for) {
  const auto ms =
      std::chrono::duration_cast<milliseconds>(std::max(timeout, Duration::zero())).count();
  std::string message = "timed out after " + std::to_string(ms) + " ms";
  if (!waited_for.empty()) message.append(": waited for ").append(waited_for);
  return {.kind = FailureKind::timed_out, .message = std::move(message)};
}

Failure canceled_failure(const std::string& waited_for) {
  std::string message = "canceled";
  if (!waited_for.empty()) message.append(": waited for ").append(waited_for);
  return {.kind = FailureKind::canceled, .message = std::move(message)};
}

}  // namespace cohort::client
