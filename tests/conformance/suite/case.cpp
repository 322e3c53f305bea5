#include "conformance/suite/case.hpp"

#include "conformance/suite/case_check.hpp"

#include <algorithm>
#include <stdexcept>

namespace cohort::conform {

namespace {

bool holds_there(const Json& word) {
  return word == "recorded" || word == "same" || word == "accepted too" || word == "by source";
}

}  // namespace

bool Case::has_tag(std::string_view tag) const {
  return std::find(tags.begin(), tags.end(), tag) != tags.end();
}

std::string Case::origin() const {
  if (is_unrecorded) return source + " (not recorded)";
  const std::string recorded = "recorded from Apache Kafka 3.9.0";
  return source.empty() ? recorded : source + "; " + recorded;
}

std::string Case::versions() const {
  std::string text;
  for (const auto& [version, word] : holds.items()) {
    // The classic coordinator of 3.9 is no version of its own.
    if (!holds_there(word) || version.find("classic") != std::string::npos) continue;
    // The newest first.
    if (!text.empty()) text.insert(0, ", ");
    text.insert(0, version);
  }
  return text;
}

bool Case::holds_for(std::string_view release) const {
  const std::string start = std::string(release) + ".";
  for (const auto& [version, word] : holds.items()) {
    const bool is_meant = version.starts_with(start) && version.find('-') == std::string::npos;
    if (is_meant && holds_there(word)) return true;
  }
  return false;
}

Case parse_case(std::string_view text, std::string_view path) {
  const std::string name(path.substr(0, path.rfind('.')));
  try {
    const Json json = Json::parse(text);
    Case found{.id = name,
               .title = json.at("title").get<std::string>(),
               .source = json.value("source", ""),
               .why = json.value("why", ""),
               .tags = json.value("tags", std::vector<std::string>{}),
               .needs = json.value("needs", Json::object()),
               .holds = json.value("holds", Json::object()),
               .differs = json.value("differs", Json::object()),
               .is_unrecorded = json.value("unrecorded", false),
               .steps = json.at("steps"),
               .fault = fault_in_case(json, path)};
    if (found.steps.empty()) found.fault = "there are no steps";
    if (found.is_unrecorded && found.source.empty()) found.fault = "it names no source";
    return found;
  } catch (const std::exception& error) {
    return {.id = name, .title = "A file that is no case", .fault = error.what()};
  }
}

bool fits(std::string_view pattern, std::string_view id) {
  if (pattern == id.substr(0, id.find('/'))) return true;
  // On a mismatch the last `*` takes one character more.
  std::size_t at = 0;
  std::size_t place = 0;
  std::size_t star = std::string_view::npos;
  std::size_t taken = 0;
  while (place < id.size()) {
    if (at < pattern.size() && pattern[at] == '*') {
      star = at++;
      taken = place;
    } else if (at < pattern.size() && (pattern[at] == '?' || pattern[at] == id[place])) {
      ++at;
      ++place;
    } else if (star != std::string_view::npos) {
      at = star + 1;
      place = ++taken;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', at) == std::string_view::npos;
}

}  // namespace cohort::conform
