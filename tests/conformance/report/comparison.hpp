// Comparison: several brokers' reports side by side.
#pragma once

#include "conformance/report/report.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cohort::conform {

/// An area's tally by broker; nothing where none of its cases was played.
struct ComparedArea {
  std::string area;
  std::vector<std::optional<Tally>> tallies{};
  bool operator==(const ComparedArea&) const = default;
};

/// A case that did not come out the same everywhere; nothing where it was not played.
struct DividedCase {
  std::string id;
  std::string title;
  std::vector<std::optional<Outcome>> outcomes{};
  bool operator==(const DividedCase&) const = default;
};

/// All lists have an entry for each broker, in the order of the reports.
struct Comparison {
  /// `name`, and `name (2)` for the second that is called so.
  std::vector<std::string> brokers{};
  std::vector<Tally> totals{};
  std::vector<ComparedArea> areas{};   ///< In the suite's order.
  std::vector<DividedCase> divided{};  ///< In the suite's order of areas, then by id.
  bool operator==(const Comparison&) const = default;
};

Comparison compare(std::span<const Report> reports);

}  // namespace cohort::conform
