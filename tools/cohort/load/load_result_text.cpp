// A LoadResult for people.
#include "load/figure_text.hpp"
#include "load/load_result.hpp"
#include "status_line.hpp"
#include "table.hpp"

#include <fmt/format.h>

#include <cmath>

namespace cohort::load {

namespace {

std::string settings_text(const LoadResult& result) {
  std::string text = result.workload + ":";
  for (const auto& [key, value] : result.settings) text += fmt::format(" {}={}", key, value);
  return text + "\n";
}

std::string number_text(double value) {
  constexpr double small = 100;
  constexpr double exact = 9e15;
  const bool is_whole = value == std::floor(value) || value >= small;
  if (is_whole && value >= 0 && value <= exact) {
    return tool::with_commas(static_cast<std::uint64_t>(std::llround(value)));
  }
  return fmt::format("{:.2f}", value);
}

}  // namespace

std::string value_text(std::string_view metric, double value) {
  const auto seconds = [](double count) { return std::chrono::duration<double>(count); };
  constexpr double milli = 1e-3;
  constexpr double micro = 1e-6;
  if (metric.ends_with("_us")) return time_text(seconds(value * micro));
  if (metric.ends_with("_ms")) return time_text(seconds(value * milli));
  if (metric.ends_with("_bytes")) return bytes_text(value);
  if (metric.ends_with("_per_second") || metric.ends_with("_per_gb")) return number_text(value);
  if (metric.ends_with("seconds")) return time_text(seconds(value));
  return number_text(value);
}

std::string text_of(const LoadResult& result) {
  const std::vector<Metric> medians = result.medians();
  const bool has_rounds = result.rounds.size() > 1;
  tool::Table table(has_rounds ? std::vector<std::string>{"METRIC", "MEDIAN", "LEAST", "MOST"}
                               : std::vector<std::string>{"METRIC", "VALUE"});
  for (const auto& [name, median] : medians) {
    std::vector<std::string> cells{name, value_text(name, median)};
    const std::vector<double> values = result.values_of(name);
    if (has_rounds) cells.push_back(value_text(name, values.front()));
    if (has_rounds) cells.push_back(value_text(name, values.back()));
    table.add(std::move(cells));
  }
  std::string text = settings_text(result) + "\n" + table.text();
  for (const auto& [name, histogram] : result.histograms()) {
    if (histogram.is_empty()) continue;
    text += fmt::format("\n{}, {} times:\n{}", name, tool::with_commas(histogram.count()),
                        drawing(histogram));
  }
  if (result.is_stopped()) text += "\nstopped before the end\n";
  return text;
}

}  // namespace cohort::load
