#include "conformance/report/html_parts.hpp"

#include "conformance/report/markup.hpp"
#include "conformance/suite/area.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace cohort::conform {

namespace {

/// More failures are shown folded, or none would find their way among them.
constexpr std::size_t most_unfolded = 25;

std::string differences_table(const std::vector<Difference>& differences) {
  if (differences.empty()) return {};
  std::string rows;
  for (const Difference& each : differences) {
    const std::string path = each.path.empty() ? "the whole answer" : escaped_markup(each.path);
    rows +=
        fmt::format("<tr><td>{}</td><td class=\"expected\">{}</td><td class=\"got\">{}</td></tr>\n",
                    path, escaped_markup(each.expected), escaped_markup(each.got));
  }
  return "<table class=\"differences\"><thead><tr><th>Field</th><th>Expected</th><th>Got</th></tr>"
         "</thead><tbody>\n" +
         rows + "</tbody></table>\n";
}

std::string count_cell(std::size_t count, std::string_view kind) {
  return fmt::format("<td class=\"number {}{}\">{}</td>", kind, count == 0 ? " zero" : "", count);
}

std::string area_row(const std::string& area, const Tally& tally) {
  return fmt::format("<tr><td>{}</td><td class=\"wide\">{}</td><td class=\"number\">{}/{}</td>",
                     area_title(area), tally_bar(tally, "thin"), tally.passed, tally.all()) +
         count_cell(tally.failed, "failed") + count_cell(tally.unsupported, "minor") +
         count_cell(tally.skipped, "minor") + "</tr>\n";
}

std::string failed_case(const ReportedCase& reported, bool is_open) {
  return fmt::format("<details class=\"case failed\" data-outcome=\"failed\"{}><summary>{} ",
                     is_open ? " open" : "", badge(Outcome::failed)) +
         fmt::format("<code>{}</code> <span class=\"title\">{}</span></summary>\n",
                     escaped_markup(reported.id), escaped_markup(reported.title)) +
         verdict_part(reported.verdict) + origin_part(reported) + "</details>\n";
}

std::string listed_case(const ReportedCase& reported) {
  const Verdict& verdict = reported.verdict;
  std::string why = escaped_markup(verdict.why);
  if (verdict.step > 0) why = fmt::format("step {}: {}", verdict.step, why);
  const std::string third = verdict.outcome == Outcome::passed ? "" : "<td>" + why + "</td>";
  return fmt::format(
      "<tr class=\"case\" data-outcome=\"{}\"><td><code>{}</code></td><td class=\"soft\">{}</td>{}"
      "</tr>\n",
      name(verdict.outcome), escaped_markup(reported.id), escaped_markup(reported.title), third);
}

using Cases = std::vector<const ReportedCase*>;

/// In the suite's order of areas.
Cases cases_that(const Report& report, Outcome outcome) {
  Cases cases;
  for (const ReportedCase& each : report.cases) {
    if (each.verdict.outcome == outcome) cases.push_back(&each);
  }
  std::stable_sort(cases.begin(), cases.end(), [](const ReportedCase* a, const ReportedCase* b) {
    return std::pair(area_place(a->area()), a->area()) <
           std::pair(area_place(b->area()), b->area());
  });
  return cases;
}

std::string failed_part(const Cases& cases) {
  std::string text;
  std::string_view area;
  for (const ReportedCase* each : cases) {
    if (each->area() != area) {
      if (!text.empty()) text += "</div>\n";
      area = each->area();
      text += "<div class=\"group\"><h3>" + area_title(area) + "</h3>\n";
    }
    text += failed_case(*each, cases.size() <= most_unfolded);
  }
  return text.empty() ? text : "<h2>Failed</h2>\n" + text + "</div>\n";
}

std::string list_part(std::string_view heading, const Cases& cases, bool is_open) {
  if (cases.empty()) return {};
  std::string text = fmt::format(
      "<details class=\"group\"{}><summary>{} <span class=\"soft\">{}</span></summary>"
      "<table class=\"list\"><tbody>\n",
      is_open ? " open" : "", heading, cases.size());
  for (const ReportedCase* each : cases) text += listed_case(*each);
  return text + "</tbody></table></details>\n";
}

}  // namespace

std::string area_title(std::string_view area) {
  const std::size_t place = area_place(area);
  return escaped_markup(place < areas().size() ? areas()[place].title : area);
}

std::string badge(Outcome outcome) {
  return fmt::format("<span class=\"badge {0}\">{0}</span>", name(outcome));
}

std::string tally_bar(const Tally& tally, std::string_view kind) {
  std::string pieces;
  const auto add = [&](Outcome outcome, std::size_t count) {
    if (count == 0) return;
    pieces += fmt::format("<i class=\"{}\" style=\"width:{:.2f}%\"></i>", name(outcome),
                          100.0 * static_cast<double>(count) / static_cast<double>(tally.all()));
  };
  add(Outcome::passed, tally.passed);
  add(Outcome::failed, tally.failed);
  add(Outcome::unsupported, tally.unsupported);
  add(Outcome::skipped, tally.skipped);
  return fmt::format("<span class=\"bar {}\" role=\"img\" aria-label=\"{}\">{}</span>", kind,
                     tally_text(tally), pieces);
}

std::string tally_text(const Tally& tally) {
  std::string text = fmt::format("{} of {} passed", tally.passed, tally.all());
  if (tally.failed > 0) text += fmt::format(", {} failed", tally.failed);
  if (tally.unsupported > 0) text += fmt::format(", {} unsupported", tally.unsupported);
  if (tally.skipped > 0) text += fmt::format(", {} skipped", tally.skipped);
  return text;
}

std::string verdict_part(const Verdict& verdict) {
  const std::string step = verdict.step > 0 ? fmt::format("<b>step {}:</b> ", verdict.step) : "";
  const std::string why = verdict.why.empty() ? "" : escaped_markup(verdict.why);
  return "<p class=\"why\">" + step + why + "</p>\n" + differences_table(verdict.differences);
}

std::string origin_part(const ReportedCase& reported) {
  if (reported.origin.empty()) return {};
  return "<p class=\"origin\">Expected by: " + escaped_markup(reported.origin) + "</p>\n";
}

const ReportedCase* find_case(const Report& report, std::string_view id) {
  const auto found = std::find_if(report.cases.begin(), report.cases.end(),
                                  [&](const ReportedCase& each) { return each.id == id; });
  return found == report.cases.end() ? nullptr : &*found;
}

std::string facts_part(const Report& report) {
  std::string text = "<p class=\"facts\">";
  const auto add = [&](const std::string& what, const std::string& value) {
    if (!value.empty()) {
      text += fmt::format("<span>{} <b>{}</b></span>\n", what, escaped_markup(value));
    }
  };
  add("reached", report.reached);
  add("suite", report.suite);
  add("cases", std::to_string(report.cases.size()));
  add("took", fmt::format("{:.1f} s", report.seconds));
  return text + "</p>\n";
}

std::string notes_part(const Report& report) {
  std::string text;
  if (report.is_stopped) {
    text += "<p class=\"note\">The run was stopped: not all cases were played.</p>\n";
  }
  if (report.left_behind.empty()) return text;
  text += "<div class=\"note\">Left behind on the broker:<ul>\n";
  for (const std::string& each : report.left_behind) {
    text += "<li>" + escaped_markup(each) + "</li>\n";
  }
  return text + "</ul></div>\n";
}

std::string areas_part(const Report& report) {
  std::string rows;
  for (const auto& [area, tally] : tallies_by_area(report.cases)) rows += area_row(area, tally);
  if (rows.empty()) return "<p class=\"soft\">No case was played.</p>\n";
  return "<div class=\"scroll\"><table class=\"areas\"><thead><tr><th>Area</th><th></th>"
         "<th class=\"number\">Passed</th><th class=\"number\">Failed</th>"
         "<th class=\"number minor\">Unsupported</th><th class=\"number minor\">Skipped</th></tr>"
         "</thead><tbody>\n" +
         rows + "</tbody></table></div>\n";
}

std::string cases_part(const Report& report) {
  return failed_part(cases_that(report, Outcome::failed)) +
         list_part("Unsupported", cases_that(report, Outcome::unsupported), true) +
         list_part("Skipped", cases_that(report, Outcome::skipped), true) +
         list_part("Passed", cases_that(report, Outcome::passed), false);
}

}  // namespace cohort::conform
