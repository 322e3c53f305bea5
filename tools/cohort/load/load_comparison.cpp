#include "load/load_comparison.hpp"

#include "table.hpp"

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace cohort::load {

namespace {

/// Names of all metrics, in the order of the first results that have them.
std::vector<std::string> metrics_of(const std::vector<LoadResult>& results) {
  std::vector<std::string> names;
  for (const LoadResult& result : results) {
    for (const Metric& metric : result.medians()) {
      if (std::find(names.begin(), names.end(), metric.name) == names.end()) {
        names.push_back(metric.name);
      }
    }
  }
  return names;
}

std::optional<double> median_of(const LoadResult& result, const std::string& name) {
  for (const Metric& metric : result.medians()) {
    if (metric.name == name) return metric.value;
  }
  return std::nullopt;
}

/// Nothing if there is nothing to divide by, or one is a loss: "-2 times as much" says nothing.
std::optional<double> ratio_of(std::optional<double> value, std::optional<double> first) {
  if (!value || !first || *first <= 0 || *value < 0) return std::nullopt;
  return *value / *first;
}

/// Whose figures are not those of a whole run.
std::string remarks(const std::vector<LoadResult>& results) {
  std::string text;
  for (const LoadResult& result : results) {
    for (const Round& round : result.rounds) {
      for (const std::string& failure : round.failures) {
        text.append("\n").append(result.name).append(" failed: ").append(failure);
      }
    }
    if (result.is_stopped()) text.append("\n").append(result.name).append(" was stopped");
  }
  return text.empty() ? text : text + "\n";
}

std::string setting_text(const std::map<std::string, std::string>& settings,
                         const std::string& key) {
  const auto found = settings.find(key);
  return found == settings.end() ? "not set" : found->second;
}

}  // namespace

std::string differences(const std::vector<LoadResult>& results) {
  std::string text;
  const LoadResult& first = results.front();
  const std::map<std::string, std::string> wanted(first.settings.begin(), first.settings.end());
  for (const LoadResult& result : results) {
    if (result.workload != first.workload) {
      text += fmt::format("{}: {}, not {}\n", result.name, result.workload, first.workload);
      continue;
    }
    const std::map<std::string, std::string> found(result.settings.begin(), result.settings.end());
    std::set<std::string> keys;
    for (const auto& [key, value] : wanted) keys.insert(key);
    for (const auto& [key, value] : found) keys.insert(key);
    for (const std::string& key : keys) {
      const std::string is = setting_text(found, key);
      const std::string should_be = setting_text(wanted, key);
      if (is == should_be) continue;
      text += fmt::format("{}: {} {}, not {}\n", result.name, key, is, should_be);
    }
  }
  return text;
}

std::string comparison_text(const std::vector<LoadResult>& results) {
  std::vector<std::string> headings{"METRIC"};
  for (std::size_t at = 0; at < results.size(); ++at) {
    headings.push_back(results[at].name);
    if (at > 0) headings.emplace_back("RATIO");
  }
  tool::Table table(headings);
  for (const std::string& name : metrics_of(results)) {
    const std::optional<double> first = median_of(results.front(), name);
    std::vector<std::string> cells{name};
    for (std::size_t at = 0; at < results.size(); ++at) {
      const std::optional<double> value = median_of(results[at], name);
      cells.push_back(value ? value_text(name, *value) : "");
      const std::optional<double> ratio = ratio_of(value, first);
      if (at > 0) cells.push_back(ratio ? fmt::format("{:.2f} x", *ratio) : "");
    }
    table.add(std::move(cells));
  }
  return table.text() + remarks(results);
}

boost::json::object comparison_json(const std::vector<LoadResult>& results) {
  boost::json::array names;
  boost::json::array failed;
  boost::json::array stopped;
  for (const LoadResult& result : results) {
    names.emplace_back(result.name);
    failed.emplace_back(result.has_failed());
    stopped.emplace_back(result.is_stopped());
  }
  boost::json::object metrics;
  for (const std::string& name : metrics_of(results)) {
    const std::optional<double> first = median_of(results.front(), name);
    boost::json::array values;
    boost::json::array ratios;
    for (const LoadResult& result : results) {
      const std::optional<double> value = median_of(result, name);
      const std::optional<double> ratio = ratio_of(value, first);
      values.push_back(value ? boost::json::value(*value) : boost::json::value());
      ratios.push_back(ratio ? boost::json::value(*ratio) : boost::json::value());
    }
    metrics[name] = {{"medians", std::move(values)}, {"ratios", std::move(ratios)}};
  }
  return {{"workload", results.front().workload},
          {"results", std::move(names)},
          {"metrics", std::move(metrics)},
          {"failed", std::move(failed)},
          {"stopped", std::move(stopped)}};
}

}  // namespace cohort::load
