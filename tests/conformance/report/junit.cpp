#include "conformance/report/junit.hpp"

#include "conformance/report/markup.hpp"

#include <fmt/format.h>

namespace cohort::conform {

namespace {

/// An attribute's value: a line feed would be read as a blank.
std::string attribute(std::string_view text) {
  std::string out;
  for (const char each : escaped_markup(text)) {
    if (each == '\n') {
      out += "&#10;";
    } else if (each == '\t') {
      out += "&#9;";
    } else {
      out += each;
    }
  }
  return out;
}

std::string counts(const Tally& tally, double seconds) {
  return fmt::format(R"(tests="{}" failures="{}" errors="0" skipped="{}" time="{:.3f}")",
                     tally.all(), tally.failed, tally.unsupported + tally.skipped, seconds);
}

std::string place_of(const Verdict& verdict) {
  return verdict.step > 0 ? fmt::format("step {}: ", verdict.step) : std::string();
}

std::string failure(const ReportedCase& reported) {
  const Verdict& verdict = reported.verdict;
  std::string text = reported.title + "\n" + place_of(verdict) + verdict.why + "\n";
  for (const Difference& each : verdict.differences) text += "    " + text_of(each) + "\n";
  if (!reported.origin.empty()) text += "expected: " + reported.origin + "\n";
  return fmt::format("      <failure message=\"{}\">{}</failure>\n",
                     attribute(place_of(verdict) + verdict.why), escaped_markup(text));
}

std::string test_case(const ReportedCase& reported) {
  const std::size_t slash = reported.id.find('/');
  const std::string case_name =
      slash == std::string::npos ? reported.id : reported.id.substr(slash + 1);
  const std::string tag =
      fmt::format(R"(    <testcase classname="conform.{}" name="{}" time="{:.3f}")",
                  attribute(reported.area()), attribute(case_name), reported.seconds);
  const Verdict& verdict = reported.verdict;
  switch (verdict.outcome) {
    case Outcome::passed:
      return tag + "/>\n";
    case Outcome::failed:
      return tag + ">\n" + failure(reported) + "    </testcase>\n";
    case Outcome::unsupported:
    case Outcome::skipped:
      return tag + ">\n" +
             fmt::format("      <skipped message=\"{}: {}\"/>\n", name(verdict.outcome),
                         attribute(verdict.why)) +
             "    </testcase>\n";
  }
  return {};
}

}  // namespace

std::string to_junit(const Report& report) {
  const std::string stopped = report.is_stopped ? " (stopped: not all cases were played)" : "";
  std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  xml += fmt::format("<testsuites name=\"{}\" {}>\n", attribute(report.broker + stopped),
                     counts(tally_of(report.cases), report.seconds));
  for (const auto& [area, tally] : tallies_by_area(report.cases)) {
    double seconds = 0;
    std::string cases;
    for (const ReportedCase& each : report.cases) {
      if (each.area() != area) continue;
      seconds += each.seconds;
      cases += test_case(each);
    }
    xml += fmt::format("  <testsuite name=\"{}\" {}>\n{}  </testsuite>\n", attribute(area),
                       counts(tally, seconds), cases);
  }
  return xml + "</testsuites>\n";
}

}  // namespace cohort::conform
