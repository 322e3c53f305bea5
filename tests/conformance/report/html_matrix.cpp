#include "conformance/report/html_matrix.hpp"

#include "conformance/report/html_parts.hpp"
#include "conformance/report/markup.hpp"

#include <fmt/format.h>

#include <optional>
#include <set>
#include <vector>

namespace cohort::conform {

namespace {

std::string broker_heads(const Comparison& comparison) {
  std::string text;
  for (std::size_t i = 0; i < comparison.brokers.size(); ++i) {
    text += fmt::format("<th scope=\"col\"><a href=\"#broker-{}\">{}</a></th>", i,
                        escaped_markup(comparison.brokers[i]));
  }
  return text;
}

/// From red to green, where the last failures count more than the first: by the share of what
/// passed in what was played to its end.
std::size_t hue_of(const Tally& tally) {
  if (tally.failed == 0) return 142;
  const std::size_t played = tally.passed + tally.failed;
  return 105 * tally.passed * tally.passed / (played * played);
}

std::string tally_cell(const std::optional<Tally>& tally) {
  if (!tally || tally->all() == 0) return "<td class=\"cell empty\">–</td>";
  const bool was_played = tally->passed + tally->failed > 0;
  const std::string look = was_played
                               ? fmt::format("class=\"cell\" style=\"--hue:{}\"", hue_of(*tally))
                               : "class=\"cell empty\"";
  const std::size_t others = tally->unsupported + tally->skipped;
  const std::string small = others == 0 ? "" : fmt::format("<small>{} not run</small>", others);
  return fmt::format("<td {} title=\"{}\">{}/{}{}</td>", look, tally_text(*tally), tally->passed,
                     tally->all(), small);
}

std::string matrix_row(const std::string& heading,
                       const std::vector<std::optional<Tally>>& tallies) {
  std::string text = "<tr><th scope=\"row\">" + heading + "</th>";
  for (const std::optional<Tally>& each : tallies) text += tally_cell(each);
  return text + "</tr>\n";
}

std::string outcome_cell(const std::optional<Outcome>& outcome) {
  if (!outcome) return "<td class=\"soft\">–</td>";
  return "<td>" + badge(*outcome) + "</td>";
}

std::string outcome_words(const DividedCase& row) {
  std::set<std::string_view> words;
  for (const std::optional<Outcome>& each : row.outcomes) {
    if (each) words.insert(name(*each));
  }
  return fmt::format("{}", fmt::join(words, " "));
}

std::string verdicts_of(const DividedCase& row, const Comparison& comparison,
                        std::span<const Report> reports) {
  std::string text;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const ReportedCase* played = find_case(reports[i], row.id);
    if (played == nullptr || played->verdict.outcome == Outcome::passed) continue;
    text += fmt::format("<h3>{} {}</h3>\n", escaped_markup(comparison.brokers[i]),
                        badge(played->verdict.outcome)) +
            verdict_part(played->verdict);
  }
  for (const Report& report : reports) {
    if (const ReportedCase* played = find_case(report, row.id)) return text + origin_part(*played);
  }
  return text;
}

std::string divided_row(const DividedCase& row, const Comparison& comparison,
                        std::span<const Report> reports) {
  std::string text = fmt::format(
      "<tbody class=\"case\" data-outcome=\"{}\"><tr><th "
      "scope=\"row\"><code>{}</code><p>{}</p></th>",
      outcome_words(row), escaped_markup(row.id), escaped_markup(row.title));
  for (const std::optional<Outcome>& each : row.outcomes) text += outcome_cell(each);
  return text +
         fmt::format(
             "</tr>\n<tr class=\"more\"><td colspan=\"{}\"><details><summary>what came</summary>\n",
             row.outcomes.size() + 1) +
         verdicts_of(row, comparison, reports) + "</details></td></tr></tbody>\n";
}

}  // namespace

std::string matrix_part(const Comparison& comparison) {
  std::string rows;
  for (const ComparedArea& each : comparison.areas) {
    rows += matrix_row(area_title(each.area), each.tallies);
  }
  const std::vector<std::optional<Tally>> totals(comparison.totals.begin(),
                                                 comparison.totals.end());
  return "<div class=\"scroll\"><table class=\"matrix\"><thead><tr><th>Area</th>" +
         broker_heads(comparison) + "</tr></thead><tbody>\n" + rows + "</tbody><tfoot>" +
         matrix_row("All", totals) + "</tfoot></table></div>\n";
}

std::string divided_part(const Comparison& comparison, std::span<const Report> reports) {
  if (comparison.divided.empty()) {
    return "<p class=\"soft\">No case that more than one of them played came out "
           "differently.</p>\n";
  }
  std::string text = "<div class=\"scroll\"><table class=\"divided\"><thead><tr><th>Case</th>" +
                     broker_heads(comparison) + "</tr></thead>\n";
  for (const DividedCase& each : comparison.divided) {
    text += divided_row(each, comparison, reports);
  }
  return text + "</table></div>\n";
}

}  // namespace cohort::conform
