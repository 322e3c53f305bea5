// assignors_of: the assignors that a consumer offers to its group.
#pragma once

#include <cohort/client/assignor.hpp>
#include <cohort/client/consumer_config.hpp>

namespace cohort::client {

/// Those that were handed over, and behind them those that are named in the configuration, unless
/// these are the default.
Assignors assignors_of(const ConsumerConfig& config, Assignors given);

}  // namespace cohort::client
