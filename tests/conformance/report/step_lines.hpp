// StepLines: the lines in which one step is told, its number in front of the first.
#pragma once

#include "conformance/codec/json.hpp"
#include "conformance/report/text_layout.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace cohort::conform {

class StepLines {
 public:
  explicit StepLines(int number);

  /// A sentence.
  void say(std::string_view sentence);
  /// Values below the last sentence, one after the other.
  void show(const std::vector<Piece>& pieces);
  const std::string& text() const { return text_; }

 private:
  std::string lead_;  ///< What stands in front of the next sentence.
  std::string text_;
};

/// The text at a key that the step has.
std::string text_in(const Json& step, const char* key);
/// `versions v0 to v4`, for what a case has as `0-4`.
std::string versions_in_words(const std::string& versions);

}  // namespace cohort::conform
