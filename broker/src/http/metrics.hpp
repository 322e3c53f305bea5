// Metrics: the broker in Prometheus' text format, a slice at a time.
#pragma once

#include "http/http_backend.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace cohort::broker {

/// Groups and topics under the names of kafka_exporter, so that dashboards made for it work; what
/// is Cohort's own under `cohort_`. Each sample is as of its slice: with many topics or groups the
/// broker serves its clients between two of them, and what has gone by then is left out. REQUIRES:
/// the backend outlives it.
class Metrics {
 public:
  explicit Metrics(const HttpBackend& backend);

  /// Some 64 kB, ending with a line; empty when all has been said.
  std::string next_slice();

 private:
  const HttpBackend* backend_;
  std::vector<std::string> topics_;
  std::vector<std::string> groups_;
  std::size_t family_ = 0;   ///< Of the table in metrics.cpp.
  std::size_t subject_ = 0;  ///< The topic or group of that family.
};

}  // namespace cohort::broker
