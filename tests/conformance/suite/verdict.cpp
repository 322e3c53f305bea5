#include "conformance/suite/verdict.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace cohort::conform {

namespace {

constexpr std::size_t most_differences = 8;
constexpr std::array<std::string_view, 4> outcome_names{"passed", "failed", "unsupported",
                                                        "skipped"};

}  // namespace

std::string_view name(Outcome outcome) {
  return outcome_names.at(static_cast<std::size_t>(outcome));
}

std::optional<Outcome> outcome_named(std::string_view name) {
  const auto* const found = std::find(outcome_names.begin(), outcome_names.end(), name);
  if (found == outcome_names.end()) return std::nullopt;
  return static_cast<Outcome>(found - outcome_names.begin());
}

std::string text_of(const Verdict& verdict) {
  std::string text;
  if (verdict.step > 0) text = "step " + std::to_string(verdict.step) + ": ";
  text += verdict.why;
  const std::size_t shown = std::min(verdict.differences.size(), most_differences);
  for (std::size_t i = 0; i < shown; ++i) text += "\n    " + text_of(verdict.differences[i]);
  if (shown < verdict.differences.size()) {
    text.append("\n    and ").append(std::to_string(verdict.differences.size() - shown));
    text += " more";
  }
  return text;
}

}  // namespace cohort::conform
