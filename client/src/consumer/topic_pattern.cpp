#include "consumer/topic_pattern.hpp"

#include <cohort/client/error.hpp>

#include <utility>

namespace cohort::client {

namespace {

std::regex compiled(const std::string& text) {
  try {
    return std::regex(text, std::regex::ECMAScript | std::regex::optimize);
  } catch (const std::regex_error& error) {
    throw ConfigError("subscribe_pattern: \"" + text + "\" is no regular expression (" +
                      error.what() + "); allowed is ECMAScript's syntax");
  }
}

}  // namespace

TopicPattern::TopicPattern(std::string text, bool excludes_internal)
    : text_(std::move(text)), regex_(compiled(text_)), excludes_internal_(excludes_internal) {}

std::set<std::string> TopicPattern::matching(const MetadataCache& metadata) const {
  std::set<std::string> names;
  for (const auto& [name, topic] : metadata.topics()) {
    if (topic.error != ErrorCode::none || (excludes_internal_ && topic.is_internal)) continue;
    if (std::regex_match(name, regex_)) names.insert(name);
  }
  return names;
}

}  // namespace cohort::client
