#include "load/load_result.hpp"

#include <algorithm>

namespace cohort::load {

namespace {

double in_microseconds(LatencyHistogram::Duration time) {
  return std::chrono::duration<double, std::micro>(time).count();
}

double median_of(const std::vector<double>& sorted) {
  const std::size_t middle = sorted.size() / 2;
  if (sorted.size() % 2 == 1) return sorted[middle];
  return (sorted[middle - 1] + sorted[middle]) / 2;
}

}  // namespace

void Round::add(const std::string& name, const LatencyHistogram& histogram) {
  histograms.insert_or_assign(name, histogram);
  if (histogram.is_empty()) return;
  const std::vector<std::pair<std::string, double>> percentiles{
      {"p50", 50}, {"p90", 90}, {"p99", 99}, {"p99_9", 99.9}};
  for (const auto& [word, percent] : percentiles) {
    std::string called = name;
    called.append("_").append(word).append("_us");
    add(called, in_microseconds(histogram.percentile(percent)));
  }
  add(name + "_max_us", in_microseconds(histogram.max()));
}

std::vector<Metric> LoadResult::medians() const {
  std::vector<Metric> medians;
  for (const Round& round : rounds) {
    for (const Metric& metric : round.metrics) {
      const bool is_there = std::any_of(medians.begin(), medians.end(), [&](const Metric& each) {
        return each.name == metric.name;
      });
      if (!is_there) medians.push_back({metric.name, median_of(values_of(metric.name))});
    }
  }
  return medians;
}

std::vector<double> LoadResult::values_of(std::string_view metric) const {
  std::vector<double> values;
  for (const Round& round : rounds) {
    for (const Metric& each : round.metrics) {
      if (each.name == metric) values.push_back(each.value);
    }
  }
  std::sort(values.begin(), values.end());
  return values;
}

std::map<std::string, LatencyHistogram> LoadResult::histograms() const {
  std::map<std::string, LatencyHistogram> all;
  for (const Round& round : rounds) {
    for (const auto& [name, histogram] : round.histograms) all[name].merge(histogram);
  }
  return all;
}

bool LoadResult::has_failed() const {
  return std::any_of(rounds.begin(), rounds.end(),
                     [](const Round& round) { return !round.failures.empty(); });
}

bool LoadResult::is_stopped() const {
  return std::any_of(rounds.begin(), rounds.end(),
                     [](const Round& round) { return round.is_stopped; });
}

}  // namespace cohort::load
