// checked: scenarios and storms that can be run at all.
#pragma once

#include <cohort/testing/scenario.hpp>
#include <cohort/testing/storm.hpp>

namespace cohort::testing {

/// The same. Throws std::invalid_argument that names the field if there is no such world.
const Scenario& checked(const Scenario& scenario);
const StormOptions& checked(const StormOptions& options);

}  // namespace cohort::testing
