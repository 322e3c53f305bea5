// Cleaning up: takes away what a run left on a broker that others use.
#pragma once

#include "conformance/suite/run_names.hpp"
#include "conformance/suite/tested_broker.hpp"

#include <string>
#include <vector>

namespace cohort::conform {

/// Ends the transactions, empties and deletes the groups and deletes the topics whose names are
/// the run's, as far as the broker has the APIs. Returns what is still there, a name or a reason
/// each. Transactional ids can't be deleted: the broker forgets them by itself.
std::vector<std::string> clean_up(const TestedBroker& broker, const RunNames& names);

}  // namespace cohort::conform
