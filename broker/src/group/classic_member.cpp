#include "group/classic_member.hpp"

#include <cohort/protocol/assert.hpp>

#include <algorithm>

namespace cohort::broker {

bool ClassicMember::offers_the_same(const std::vector<OfferedProtocol>& others) const {
  return std::equal(protocols.begin(), protocols.end(), others.begin(), others.end(),
                    [](const OfferedProtocol& mine, const OfferedProtocol& other) {
                      return mine.name == other.name && mine.metadata == other.metadata;
                    });
}

const OfferedProtocol& ClassicMember::protocol(const std::string& name) const {
  const auto found = std::find_if(protocols.begin(), protocols.end(),
                                  [&](const OfferedProtocol& each) { return each.name == name; });
  COHORT_ASSERT(found != protocols.end());
  return *found;
}

const std::string& ClassicMember::vote(const std::set<std::string>& candidates) const {
  const auto found =
      std::find_if(protocols.begin(), protocols.end(),
                   [&](const OfferedProtocol& each) { return candidates.contains(each.name); });
  COHORT_ASSERT(found != protocols.end());
  return found->name;
}

}  // namespace cohort::broker
