// A LoadResult as JSON, and back.
#include "load/load_result.hpp"

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

namespace cohort::load {

namespace {

namespace json = boost::json;

/// Whole numbers as such, which Boost.JSON would write as 1E6.
json::value number_json(double value) {
  constexpr double exact = 9e15;
  if (value != std::floor(value) || std::abs(value) > exact) return value;
  return static_cast<std::int64_t>(value);
}

json::object metrics_json(const std::vector<Metric>& metrics) {
  json::object object;
  for (const Metric& metric : metrics) object[metric.name] = number_json(metric.value);
  return object;
}

/// Pairs of the time in nanoseconds that a bucket begins with and its count.
json::object histogram_json(const LatencyHistogram& histogram) {
  json::array buckets;
  for (const LatencyHistogram::Bucket& bucket : histogram.buckets()) {
    buckets.push_back(json::array{bucket.from.count(), bucket.count});
  }
  return {{"count", histogram.count()},
          {"min_ns", histogram.min().count()},
          {"mean_ns", histogram.mean().count()},
          {"max_ns", histogram.max().count()},
          {"buckets_ns", std::move(buckets)}};
}

json::object round_json(const Round& round) {
  json::object object{{"metrics", metrics_json(round.metrics)},
                      {"failures", json::array(round.failures.begin(), round.failures.end())}};
  if (round.is_stopped) object["stopped"] = true;
  return object;
}

Round round_from(const json::object& object) {
  Round round;
  for (const auto& [name, value] : object.at("metrics").as_object()) {
    round.add(std::string(name), value.to_number<double>());
  }
  for (const json::value& failure : object.at("failures").as_array()) {
    round.fail(std::string(failure.as_string()));
  }
  const json::value* const stopped = object.if_contains("stopped");
  round.is_stopped = stopped != nullptr && stopped->as_bool();
  return round;
}

}  // namespace

json::object to_json(const LoadResult& result) {
  json::object settings;
  for (const auto& [key, value] : result.settings) settings[key] = value;
  json::array rounds;
  for (const Round& round : result.rounds) rounds.push_back(round_json(round));
  json::object histograms;
  for (const auto& [name, histogram] : result.histograms()) {
    histograms[name] = histogram_json(histogram);
  }
  return {{"workload", result.workload},     {"name", result.name},
          {"settings", std::move(settings)}, {"medians", metrics_json(result.medians())},
          {"rounds", std::move(rounds)},     {"histograms", std::move(histograms)},
          {"failed", result.has_failed()},   {"stopped", result.is_stopped()}};
}

LoadResult load_result_from_json(std::string_view text) {
  try {
    const json::value value = json::parse(json::string_view(text.data(), text.size()));
    const json::object& object = value.as_object();
    LoadResult result{.workload = std::string(object.at("workload").as_string()),
                      .name = std::string(object.at("name").as_string())};
    for (const auto& [key, setting] : object.at("settings").as_object()) {
      result.settings.emplace_back(std::string(key), std::string(setting.as_string()));
    }
    for (const json::value& round : object.at("rounds").as_array()) {
      result.rounds.push_back(round_from(round.as_object()));
    }
    return result;
  } catch (const std::exception& error) {
    throw std::runtime_error(fmt::format("no result of cohort load: {}", error.what()));
  }
}

}  // namespace cohort::load
