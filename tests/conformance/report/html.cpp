#include "conformance/report/html.hpp"

#include "conformance/report/comparison.hpp"
#include "conformance/report/html_matrix.hpp"
#include "conformance/report/html_parts.hpp"
#include "conformance/report/html_style.hpp"
#include "conformance/report/markup.hpp"

#include <fmt/format.h>

namespace cohort::conform {

namespace {

std::string page(const std::string& title, const std::string& body) {
  return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         // Nothing from elsewhere, whatever a text may bring along.
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
         "'unsafe-inline'; script-src 'unsafe-inline'\">\n<title>" +
         title + "</title>\n<style>" + std::string(report_style) + "</style></head><body>\n" +
         body + "<script>" + std::string(report_script) + "</script>\n</body></html>\n";
}

std::string totals_part(const Tally& tally) {
  std::string text = "<p class=\"totals\">";
  const auto add = [&](std::size_t count, Outcome outcome) {
    text += fmt::format("<span class=\"{}\"><b>{}</b>{}</span>\n",
                        count == 0 ? "none" : name(outcome), count, name(outcome));
  };
  add(tally.passed, Outcome::passed);
  add(tally.failed, Outcome::failed);
  add(tally.unsupported, Outcome::unsupported);
  add(tally.skipped, Outcome::skipped);
  return text + "</p>\n" + tally_bar(tally) + "\n";
}

std::string one_report(const Report& report) {
  const std::string broker = escaped_markup(report.broker);
  return page("Conformance of " + broker,
              "<h1>" + broker + "</h1>\n" + facts_part(report) + notes_part(report) +
                  totals_part(tally_of(report.cases)) + "<h2>Areas</h2>\n" + areas_part(report) +
                  std::string(report_filter) + cases_part(report));
}

std::string broker_part(const Report& report, const std::string& broker, std::size_t place) {
  return fmt::format(
             "<details class=\"group broker\" id=\"broker-{}\"><summary>{} <span class=\"soft\">"
             "{}</span></summary><div>\n",
             place, escaped_markup(broker), tally_text(tally_of(report.cases))) +
         facts_part(report) + notes_part(report) + areas_part(report) + cases_part(report) +
         "</div></details>\n";
}

std::string several_reports(std::span<const Report> reports) {
  const Comparison comparison = compare(reports);
  std::string notes;
  std::string brokers;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const std::string& broker = comparison.brokers[i];
    brokers += broker_part(reports[i], broker, i);
    if (!reports[i].is_stopped) continue;
    notes += "<p class=\"note\">The run against " + escaped_markup(broker) +
             " was stopped: not all cases were played.</p>\n";
  }
  return page(fmt::format("Conformance of {} brokers", reports.size()),
              fmt::format("<h1>{} brokers</h1>\n", reports.size()) +
                  "<p class=\"soft\">Passed cases of all in each area, coloured by how many of "
                  "those that were played passed.</p>\n" +
                  notes + matrix_part(comparison) + std::string(report_filter) +
                  fmt::format("<h2>Where they differ <span class=\"soft\">{}</span></h2>\n",
                              comparison.divided.size()) +
                  divided_part(comparison, reports) + "<h2>Each broker</h2>\n" + brokers);
}

}  // namespace

std::string to_html(std::span<const Report> reports) {
  if (reports.empty()) return page("Conformance", "<h1>No report</h1>\n");
  return reports.size() == 1 ? one_report(reports.front()) : several_reports(reports);
}

}  // namespace cohort::conform
