// answered_topics: an error for each partition that a request names, topic by topic as it has them.
#pragma once

#include <cohort/protocol/error_code.hpp>

#include <vector>

namespace cohort::broker {

template <class Answered>
std::vector<Answered> answered_topics(const auto& topics, ErrorCode error) {
  std::vector<Answered> answers;
  for (const auto& topic : topics) {
    Answered& answered = answers.emplace_back();
    answered.name = topic.name;
    for (const auto& partition : topic.partitions) {
      answered.partitions.push_back(
          {.partition_index = partition.partition_index, .error_code = error});
    }
  }
  return answers;
}

}  // namespace cohort::broker
