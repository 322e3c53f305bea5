#include "consumer/assignors_of.hpp"

#include <string>

namespace cohort::client {

Assignors assignors_of(const ConsumerConfig& config, Assignors given) {
  const bool are_default =
      config.partition_assignment_strategy == ConsumerConfig().partition_assignment_strategy;
  if (!given.empty() && are_default) return given;
  for (const std::string& name : config.partition_assignment_strategy) {
    given.push_back(built_in_assignor(name));
  }
  return given;
}

}  // namespace cohort::client
