// TopicEntries: the topics of an answer by name, each once, in the order in which they came up.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace cohort::broker {

/// Over an answer's array of topics, which has to outlive it.
template <class Topic>
class TopicEntries {
 public:
  explicit TopicEntries(std::vector<Topic>& topics) : topics_(topics) {}

  /// The topic's entry; a new one at the end if it has none yet.
  Topic& operator[](const std::string& name) {
    const auto [place, is_new] = places_.try_emplace(name, topics_.size());
    if (is_new) topics_.emplace_back().name = name;
    return topics_[place->second];
  }

 private:
  std::vector<Topic>& topics_;
  std::map<std::string, std::size_t> places_;
};

}  // namespace cohort::broker
