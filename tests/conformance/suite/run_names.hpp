// RunNames: the suffixes that make a run's topics, groups and ids its own, and the ids that it was
// given.
#pragma once

#include "conformance/play/case_run.hpp"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

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

  void add_given(const std::vector<GivenId>& ids);
  /// REQUIRES: no thread adds any more.
  const std::vector<GivenId>& given() const { return given_; }

 private:
  std::string tag_;
  std::atomic<std::uint32_t> count_ = 0;
  std::mutex mutex_;  ///< Of what is below.
  std::vector<GivenId> given_;
};

}  // namespace cohort::conform
