#include "conformance/report/report.hpp"

#include "conformance/suite/area.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>

namespace cohort::conform {

namespace {

Json to_json(const Tally& tally) {
  return {{"passed", tally.passed},
          {"failed", tally.failed},
          {"unsupported", tally.unsupported},
          {"skipped", tally.skipped}};
}

Json to_json(const ReportedCase& reported) {
  const Verdict& verdict = reported.verdict;
  Json json{{"id", reported.id},
            {"title", reported.title},
            {"source", reported.origin},
            {"outcome", name(verdict.outcome)},
            {"seconds", reported.seconds}};
  if (verdict.outcome == Outcome::passed) return json;
  json["why"] = verdict.why;
  if (verdict.step > 0) json["step"] = verdict.step;
  for (const Difference& each : verdict.differences) {
    json["differences"].push_back(
        {{"path", each.path}, {"expected", each.expected}, {"got", each.got}});
  }
  return json;
}

ReportedCase reported_case_from(const Json& json) {
  const auto word = json.at("outcome").get<std::string>();
  const std::optional<Outcome> outcome = outcome_named(word);
  if (!outcome) throw std::runtime_error("no outcome of a case: " + word);
  ReportedCase reported{.id = json.at("id").get<std::string>(),
                        .title = json.value("title", ""),
                        .origin = json.value("source", ""),
                        .seconds = json.value("seconds", 0.0)};
  reported.verdict = {
      .outcome = *outcome, .step = json.value("step", 0), .why = json.value("why", "")};
  for (const Json& each : json.value("differences", Json::array())) {
    reported.verdict.differences.push_back({.path = each.at("path").get<std::string>(),
                                            .expected = each.at("expected").get<std::string>(),
                                            .got = each.at("got").get<std::string>()});
  }
  return reported;
}

}  // namespace

void Tally::count(Outcome outcome) {
  switch (outcome) {
    case Outcome::passed:
      ++passed;
      return;
    case Outcome::failed:
      ++failed;
      return;
    case Outcome::unsupported:
      ++unsupported;
      return;
    case Outcome::skipped:
      ++skipped;
      return;
  }
}

Tally tally_of(const std::vector<ReportedCase>& cases) {
  Tally tally;
  for (const ReportedCase& each : cases) tally.count(each.verdict.outcome);
  return tally;
}

std::vector<std::pair<std::string, Tally>> tallies_by_area(const std::vector<ReportedCase>& cases) {
  std::map<std::string, Tally> found;
  for (const ReportedCase& each : cases) {
    found[std::string(each.area())].count(each.verdict.outcome);
  }
  std::vector<std::pair<std::string, Tally>> tallies(found.begin(), found.end());
  std::stable_sort(tallies.begin(), tallies.end(), [](const auto& a, const auto& b) {
    return area_place(a.first) < area_place(b.first);
  });
  return tallies;
}

Json to_json(const Report& report) {
  Json json{{"broker", report.broker},
            {"reached", report.reached},
            {"suite", report.suite},
            {"seconds", report.seconds},
            {"summary", to_json(tally_of(report.cases))},
            {"cases", Json::array()}};
  if (report.is_stopped) json["stopped"] = true;
  if (!report.notes.empty()) json["notes"] = report.notes;
  if (!report.left_behind.empty()) json["left_behind"] = report.left_behind;
  for (const auto& [area, tally] : tallies_by_area(report.cases)) {
    json["areas"][area] = to_json(tally);
  }
  for (const ReportedCase& each : report.cases) json["cases"].push_back(to_json(each));
  return json;
}

Report report_from_json(const Json& json) {
  try {
    Report report{.broker = json.at("broker").get<std::string>(),
                  .reached = json.value("reached", ""),
                  .suite = json.value("suite", ""),
                  .seconds = json.value("seconds", 0.0),
                  .is_stopped = json.value("stopped", false),
                  .notes = json.value("notes", std::vector<std::string>{}),
                  .left_behind = json.value("left_behind", std::vector<std::string>{})};
    for (const Json& each : json.at("cases")) report.cases.push_back(reported_case_from(each));
    std::sort(report.cases.begin(), report.cases.end(),
              [](const ReportedCase& a, const ReportedCase& b) { return a.id < b.id; });
    return report;
  } catch (const Json::exception& error) {
    throw std::runtime_error(std::string("no report of a run: ") + error.what());
  }
}

}  // namespace cohort::conform
