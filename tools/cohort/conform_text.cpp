#include "conform_text.hpp"

#include "table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace cohort::tool {

namespace {

using conform::Outcome;
using conform::Report;
using conform::ReportedCase;
using conform::Tally;

constexpr std::size_t most_names = 4;

/// A broker's answers, or somebody else's report, must not tell the terminal what to do: a question
/// mark for each control character (C0 but line feeds, DEL, and C1 in UTF-8).
std::string harmless(std::string_view text) {
  constexpr unsigned char before_c1 = 0xC2;
  std::string shown;
  shown.reserve(text.size());
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : static_cast<unsigned char>(0);
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_c1 = byte(i) == before_c1 && byte(i + 1) >= 0x80 && byte(i + 1) < 0xA0;
    const bool is_control = (byte(i) < 0x20 && text[i] != '\n') || byte(i) == 0x7F;
    if (is_c1) ++i;
    shown.push_back(is_c1 || is_control ? '?' : text[i]);
  }
  return shown;
}

std::string failures_of(const Report& report) {
  std::string text;
  for (const ReportedCase& each : report.cases) {
    if (each.verdict.outcome != Outcome::failed) continue;
    text += fmt::format("FAILED {}: {}\n  {}\n  {}\n", each.id, each.title,
                        conform::text_of(each.verdict), each.origin);
  }
  if (text.empty()) return text;
  return text + "What a case sends and wants, and why: cohort conform --explain AREA/NAME\n\n";
}

/// A line for each reason, with some of the cases.
std::string reasons_of(const Report& report, Outcome outcome) {
  std::map<std::string, std::vector<std::string>> cases_by_reason;
  for (const ReportedCase& each : report.cases) {
    if (each.verdict.outcome == outcome) cases_by_reason[each.verdict.why].push_back(each.id);
  }
  std::string text;
  for (const auto& [reason, ids] : cases_by_reason) {
    std::string names;
    for (std::size_t i = 0; i < std::min(ids.size(), most_names); ++i) {
      names += (i == 0 ? "" : ", ") + ids[i];
    }
    if (ids.size() > most_names) names += ", …";
    text += fmt::format("{} {}: {} ({})\n", ids.size(), name(outcome), reason, names);
  }
  return text;
}

std::vector<std::string> cells_of(const std::string& heading, const Tally& tally) {
  return {heading,
          std::to_string(tally.all()),
          std::to_string(tally.passed),
          std::to_string(tally.failed),
          std::to_string(tally.unsupported),
          std::to_string(tally.skipped)};
}

std::vector<std::string> headings(std::string first, const std::vector<std::string>& others) {
  std::vector<std::string> all{std::move(first)};
  all.insert(all.end(), others.begin(), others.end());
  return all;
}

std::string case_lines(const Report& report) {
  Table table({"CASE", "OUTCOME", "SECONDS", "TITLE"});
  for (const ReportedCase& each : report.cases) {
    table.add({each.id, std::string(name(each.verdict.outcome)),
               fmt::format("{:.2f}", each.seconds), each.title});
  }
  return table.text() + "\n";
}

}  // namespace

std::string text_of(const Report& report, bool is_verbose) {
  const Tally tally = tally_of(report.cases);
  Table areas({"AREA", "CASES", "PASSED", "FAILED", "UNSUPPORTED", "SKIPPED"});
  for (const auto& [area, counts] : tallies_by_area(report.cases)) {
    areas.add(cells_of(area, counts));
  }
  areas.add(cells_of("all", tally));
  std::string text = is_verbose ? case_lines(report) : "";
  text += failures_of(report);
  const std::string reasons =
      reasons_of(report, Outcome::unsupported) + reasons_of(report, Outcome::skipped);
  text += reasons.empty() ? reasons : reasons + "\n";
  text += areas.text();
  for (const std::string& each : report.notes) text += "before the cases: " + each + "\n";
  for (const std::string& each : report.left_behind) text += "left behind: " + each + "\n";
  const std::string where = report.reached == report.broker ? "" : " (" + report.reached + ")";
  text += fmt::format("\n{}{}: {} passed, {} failed, {} unsupported, {} skipped in {:.1f} s\n",
                      report.broker, where, tally.passed, tally.failed, tally.unsupported,
                      tally.skipped, report.seconds);
  if (report.is_stopped) text += "stopped before all cases were played\n";
  return harmless(text);
}

std::string text_of(const conform::Comparison& comparison) {
  Table areas(headings("AREA", comparison.brokers));
  const auto add = [&](const std::string& area, const auto& tallies) {
    std::vector<std::string> cells{area};
    for (const std::optional<Tally>& each : tallies) {
      cells.push_back(each ? fmt::format("{} of {}", each->passed, each->all()) : "");
    }
    areas.add(std::move(cells));
  };
  for (const conform::ComparedArea& each : comparison.areas) add(each.area, each.tallies);
  add("all", std::vector<std::optional<Tally>>(comparison.totals.begin(), comparison.totals.end()));
  std::string text = areas.text();
  if (comparison.divided.empty())
    return harmless(text) + "\nno case has another outcome elsewhere\n";

  Table cases(headings("CASE", comparison.brokers));
  for (const conform::DividedCase& each : comparison.divided) {
    std::vector<std::string> cells{each.id};
    for (const std::optional<Outcome>& outcome : each.outcomes) {
      cells.emplace_back(outcome ? name(*outcome) : "");
    }
    cases.add(std::move(cells));
  }
  return harmless(text + "\n" + cases.text());
}

std::string progress_text(const Tally& tally, std::size_t all, double seconds) {
  return fmt::format("{} of {} cases, {} failed, {:.0f} s", tally.all(), all, tally.failed,
                     seconds);
}

}  // namespace cohort::tool
