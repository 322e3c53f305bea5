#include "conformance/report/step_lines.hpp"

namespace cohort::conform {

namespace {

constexpr std::size_t sentence_indent = 5;

}  // namespace

StepLines::StepLines(int number) : lead_(std::to_string(number) + ". ") {
  if (lead_.size() < sentence_indent) lead_.insert(0, sentence_indent - lead_.size(), ' ');
}

void StepLines::say(std::string_view sentence) {
  text_ += wrapped(sentence, lead_);
  lead_.assign(sentence_indent, ' ');
}

void StepLines::show(const std::vector<Piece>& pieces) {
  text_ += folded(pieces, sentence_indent + 2);
}

std::string text_in(const Json& step, const char* key) { return step.at(key).get<std::string>(); }

std::string versions_in_words(const std::string& versions) {
  if (versions.ends_with('+')) return "versions from v" + versions.substr(0, versions.size() - 1);
  const std::size_t dash = versions.find('-', 1);
  if (dash == std::string::npos) return "version v" + versions;
  return "versions v" + versions.substr(0, dash) + " to v" + versions.substr(dash + 1);
}

}  // namespace cohort::conform
