// exactly once: what has to hold in every situation of a ProcessingWorld.
#pragma once

#include "explore/processing_world.hpp"
#include <cohort/testing/explore.hpp>

#include <vector>

namespace cohort::testing {

/// One invariant each, all of them by what clients see.
std::vector<Checker<ProcessingWorld>> exactly_once_checkers();

}  // namespace cohort::testing
