#include "conformance/report/comparison.hpp"

#include "conformance/suite/area.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>

namespace cohort::conform {

namespace {

std::vector<std::string> names_of(std::span<const Report> reports) {
  std::vector<std::string> names;
  const auto is_taken = [&](const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  for (const Report& report : reports) {
    std::string name = report.broker;
    for (int number = 2; is_taken(name); ++number) {
      name = report.broker + " (" + std::to_string(number) + ")";
    }
    names.push_back(name);
  }
  return names;
}

bool area_is_before(std::string_view a, std::string_view b) {
  return std::tuple(area_place(a), a) < std::tuple(area_place(b), b);
}

std::vector<ComparedArea> areas_of(std::span<const Report> reports) {
  std::map<std::string, ComparedArea> found;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    for (const auto& [area, tally] : tallies_by_area(reports[i].cases)) {
      ComparedArea& row = found[area];
      row.area = area;
      row.tallies.resize(reports.size());
      row.tallies[i] = tally;
    }
  }
  std::vector<ComparedArea> rows;
  rows.reserve(found.size());
  for (auto& [area, row] : found) rows.push_back(std::move(row));
  std::sort(rows.begin(), rows.end(), [](const ComparedArea& a, const ComparedArea& b) {
    return area_is_before(a.area, b.area);
  });
  return rows;
}

bool is_divided(const DividedCase& row) {
  std::optional<Outcome> first;
  for (const std::optional<Outcome>& each : row.outcomes) {
    if (first && each && *first != *each) return true;
    if (!first) first = each;
  }
  return false;
}

std::vector<DividedCase> divided_cases(std::span<const Report> reports) {
  std::map<std::string, DividedCase> found;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    for (const ReportedCase& each : reports[i].cases) {
      DividedCase& row = found[each.id];
      row.id = each.id;
      row.outcomes.resize(reports.size());
      row.outcomes[i] = each.verdict.outcome;
      if (row.title.empty()) row.title = each.title;
    }
  }
  std::vector<DividedCase> rows;
  for (auto& [id, row] : found) {
    if (is_divided(row)) rows.push_back(std::move(row));
  }
  const auto area = [](const DividedCase& row) {
    return std::string_view(row.id).substr(0, row.id.find('/'));
  };
  std::stable_sort(rows.begin(), rows.end(), [&](const DividedCase& a, const DividedCase& b) {
    return area_is_before(area(a), area(b));
  });
  return rows;
}

}  // namespace

Comparison compare(std::span<const Report> reports) {
  Comparison comparison{
      .brokers = names_of(reports), .areas = areas_of(reports), .divided = divided_cases(reports)};
  for (const Report& report : reports) comparison.totals.push_back(tally_of(report.cases));
  return comparison;
}

}  // namespace cohort::conform
