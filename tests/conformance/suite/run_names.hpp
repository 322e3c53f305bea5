// RunNames: the suffixes that make a run's topics, groups and ids its own.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

namespace cohort::conform {

/// For any number of threads.
class RunNames {
 public:
  /// Runs of different seeds have different names.
  explicit RunNames(std::uint64_t seed);

  /// In all names of this run and in no others.
  const std::string& tag() const { return tag_; }
  /// For one case: the tag, and what no other call returns.
  std::string next();

 private:
  std::string tag_;
  std::atomic<std::uint32_t> count_ = 0;
};

}  // namespace cohort::conform
