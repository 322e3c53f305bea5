// The one log directory of a broker: a name, since nothing is on a disk.
#pragma once

#include <cohort/broker/config.hpp>

#include <string>

namespace cohort::broker {

/// The first of `log.dirs`, or `log.dir`, as an absolute path: a relative one begins at the root.
std::string log_directory(const Config& config);

}  // namespace cohort::broker
