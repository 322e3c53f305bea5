// FirstViolation: the first rule of a group that was broken, and the names of all that are watched.
#pragma once

#include <cohort/testing/state_graph.hpp>

#include <array>
#include <optional>
#include <string>
#include <utility>

namespace cohort::testing {

namespace rule_names {
inline constexpr const char* one_owner = "one owner";
inline constexpr const char* own_what_was_given = "members own what they were given";
inline constexpr const char* old_generations = "old generations commit nothing";
inline constexpr const char* offsets_stay = "committed offsets stay";
inline constexpr const char* answers = "answers";
inline constexpr const char* joins_wait_for_somebody = "join phases wait for somebody";
inline constexpr const char* phases_end = "phases end in time";
inline constexpr const char* given_ids = "given ids are waited for";
inline constexpr const char* gone_is_gone = "who is gone is gone";
inline constexpr std::array all{
    one_owner, own_what_was_given, old_generations,         answers,   offsets_stay,
    given_ids, gone_is_gone,       joins_wait_for_somebody, phases_end};
}  // namespace rule_names

/// What is wrong later may have come of the first.
class FirstViolation {
 public:
  void tell(const char* rule, std::string what) {
    if (!broken_) broken_ = Violation{.checker = rule, .what = std::move(what), .path = {}};
  }
  const std::optional<Violation>& get() const { return broken_; }

 private:
  std::optional<Violation> broken_;
};

}  // namespace cohort::testing
