// figure_text: times, sizes and histograms as people read them.
#pragma once

#include "load/latency_histogram.hpp"

#include <chrono>
#include <string>

namespace cohort::load {

/// Three digits and a unit: "873 ns", "1.24 ms", "12.0 s".
std::string time_text(std::chrono::duration<double> time);
/// "1.24 MB"; a MB is a million bytes.
std::string bytes_text(double bytes);

/// A line for each range of times (1, 2, 5, 10, … as far as there are any), with its share as a
/// bar.
std::string drawing(const LatencyHistogram& histogram);

}  // namespace cohort::load
