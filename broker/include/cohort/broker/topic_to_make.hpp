// TopicToMake: a topic that a fixture has from the start.
#pragma once

#include <cstdint>
#include <string>

namespace cohort::broker {

struct TopicToMake {
  std::string name{};
  std::int32_t partitions = -1;  ///< -1: as many as `num.partitions` says.
};

}  // namespace cohort::broker
