// Outcomes: what became of each thing that one call was about.
#pragma once

#include <cohort/client/error.hpp>

#include <map>

namespace cohort::client {

/// It was done, and there is nothing more to tell.
struct Done {
  bool operator==(const Done&) const = default;
};

/// A value or a failure for each topic, partition, group, …
template <class Key, class Value>
using Outcomes = std::map<Key, Outcome<Value>>;

/// Throws the first failure, if there is one.
template <class Key, class Value>
void require_all(const Outcomes<Key, Value>& outcomes) {
  for (const auto& [key, outcome] : outcomes) static_cast<void>(outcome.value());
}

}  // namespace cohort::client
