// Verdict: what came of playing a case.
#pragma once

#include "conformance/codec/json.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::conform {

enum class Outcome : std::uint8_t {
  passed,
  failed,
  unsupported,  ///< The broker does not advertise what the case sends.
  skipped,      ///< The broker is not set as the case needs it.
};

std::string_view name(Outcome outcome);
/// Null for what is no name.
std::optional<Outcome> outcome_named(std::string_view name);

struct Verdict {
  Outcome outcome = Outcome::passed;
  int step = 0;       ///< Where it failed, counted from 1; 0: before the first.
  std::string why{};  ///< Empty if it passed.
  std::vector<Difference> differences{};
  bool operator==(const Verdict&) const = default;
};

/// `step 2: not as expected`, and a line for each difference.
std::string text_of(const Verdict& verdict);

}  // namespace cohort::conform
