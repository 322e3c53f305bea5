#include "group/offered_metadata.hpp"

#include <algorithm>

namespace cohort::broker {

Buffer offered_metadata(const ClassicMember& member, const std::string& protocol_name) {
  const auto found = std::ranges::find(member.protocols, protocol_name, &OfferedProtocol::name);
  return found == member.protocols.end() ? Buffer() : found->metadata;
}

}  // namespace cohort::broker
