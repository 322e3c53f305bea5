// metrics: the broker in Prometheus' text format.
#pragma once

#include "http/http_backend.hpp"

#include <string>

namespace cohort::broker {

/// Groups and topics under the names of kafka_exporter, so that dashboards made for it work; what
/// is Cohort's own under `cohort_`.
std::string metrics_of(const HttpBackend& backend);

}  // namespace cohort::broker
