// Report: a run of the suite against one broker, whole, as it is kept and compared.
#pragma once

#include "conformance/codec/json.hpp"
#include "conformance/suite/verdict.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cohort::conform {

struct ReportedCase {
  std::string id;  ///< AREA/NAME
  std::string title;
  std::string origin;  ///< Where the expected answers come from, in words.
  Verdict verdict{};
  double seconds = 0;

  std::string_view area() const { return std::string_view(id).substr(0, id.find('/')); }
  bool operator==(const ReportedCase&) const = default;
};

struct Report {
  std::string broker;   ///< What the user calls it.
  std::string reached;  ///< Its address, or how else cases were played against it.
  std::string suite;    ///< The version of this program.
  double seconds = 0;
  bool is_stopped = false;            ///< Not all cases that were wanted were played.
  std::vector<ReportedCase> cases{};  ///< By id.
  /// What went wrong when the broker was asked what it is, before the cases.
  std::vector<std::string> notes{};
  /// What could not be cleaned up.
  std::vector<std::string> left_behind{};
  bool operator==(const Report&) const = default;
};

struct Tally {
  std::size_t passed = 0;
  std::size_t failed = 0;
  std::size_t unsupported = 0;
  std::size_t skipped = 0;

  void count(Outcome outcome);
  std::size_t all() const { return passed + failed + unsupported + skipped; }
  bool operator==(const Tally&) const = default;
};

Tally tally_of(const std::vector<ReportedCase>& cases);
/// By area, in the order of the suite's areas (area.hpp).
std::vector<std::pair<std::string, Tally>> tallies_by_area(const std::vector<ReportedCase>& cases);

/// `{"broker", "reached", "suite", "seconds", "summary": {"passed", …}, "cases": […], …}`
Json to_json(const Report& report);
/// The other way round. Throws std::runtime_error for what is no report.
Report report_from_json(const Json& json);

}  // namespace cohort::conform
