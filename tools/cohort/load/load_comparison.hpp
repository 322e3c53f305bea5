// load_comparison: several results of `cohort load` side by side.
#pragma once

#include "load/load_result.hpp"

#include <boost/json/object.hpp>

#include <string>
#include <vector>

namespace cohort::load {

/// What keeps results from being compared, a line each: "B.json: record_size 1000, not 100". Empty:
/// nothing.
std::string differences(const std::vector<LoadResult>& results);

/// A row for each metric, its median in each result, and behind all but the first how many times
/// the first's it is.
std::string comparison_text(const std::vector<LoadResult>& results);
boost::json::object comparison_json(const std::vector<LoadResult>& results);

}  // namespace cohort::load
