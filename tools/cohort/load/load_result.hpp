// LoadResult: what a run of a workload measured, round by round.
#pragma once

#include "load/latency_histogram.hpp"

#include <boost/json/object.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cohort::load {

/// The unit is the end of the name: `p99_us`, `peak_bytes`, `records_per_second`.
struct Metric {
  std::string name;
  double value = 0;
  bool operator==(const Metric&) const = default;
};

struct Round {
  std::vector<Metric> metrics{};  ///< In the order in which people read them.
  std::map<std::string, LatencyHistogram> histograms{};
  std::vector<std::string> failures{};  ///< Sentences.
  bool is_stopped = false;              ///< By a signal, before its end.

  void add(std::string name, double value) { metrics.push_back({std::move(name), value}); }
  void fail(std::string what) { failures.push_back(std::move(what)); }
  /// Its percentiles as metrics (`NAME_p50_us` … `NAME_max_us`), and all of it.
  void add(const std::string& name, const LatencyHistogram& histogram);
};

struct LoadResult {
  std::string workload;
  std::string name{};  ///< What comparisons call it.
  /// What makes results comparable: those of other settings are not.
  std::vector<std::pair<std::string, std::string>> settings{};
  std::vector<Round> rounds{};

  /// Of each metric that some round has, over those rounds that have it.
  std::vector<Metric> medians() const;
  /// Of this metric in each round that has it, in order of value.
  std::vector<double> values_of(std::string_view metric) const;
  /// All rounds in one.
  std::map<std::string, LatencyHistogram> histograms() const;
  bool has_failed() const;
  bool is_stopped() const;
};

boost::json::object to_json(const LoadResult& result);
/// What to_json() wrote, but for the histograms. Throws std::runtime_error, which says what is
/// wrong.
LoadResult load_result_from_json(std::string_view text);

/// A metric's value with its unit, by its name.
std::string value_text(std::string_view metric, double value);
/// For people.
std::string text_of(const LoadResult& result);

}  // namespace cohort::load
