// TopicPattern: a subscription to all topics whose names a regular expression matches.
#pragma once

#include "session/metadata_cache.hpp"
#include <cohort/protocol/digest_of.hpp>

#include <regex>
#include <set>
#include <string>

namespace cohort::client {

class TopicPattern {
 public:
  /// In ECMAScript's syntax. Throws ConfigError if it is none.
  TopicPattern(std::string text, bool excludes_internal);

  const std::string& text() const { return text_; }
  /// The names of the topics that there are and that it matches from end to end.
  std::set<std::string> matching(const MetadataCache& metadata) const;

 private:
  friend struct DigestOf<TopicPattern>;
  std::string text_;
  std::regex regex_;
  bool excludes_internal_;
};

}  // namespace cohort::client
