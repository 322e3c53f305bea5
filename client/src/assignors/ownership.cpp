#include "assignors/ownership.hpp"

namespace cohort::client {

Ownership::Ownership(const std::vector<Claim>& claims) {
  for (std::size_t member = 0; member < claims.size(); ++member) {
    const std::int32_t generation = claims[member].generation;
    for (const TopicPartition& partition : claims[member].partitions) {
      const auto [found, is_first] = titles_.emplace(partition, Title{member, generation});
      Title& title = found->second;
      if (is_first || generation < title.generation) continue;
      if (generation == title.generation) {
        title.is_disputed = true;
      } else {
        title = {member, generation};
      }
    }
  }
}

std::optional<std::size_t> Ownership::owner_of(const TopicPartition& partition) const {
  const auto found = titles_.find(partition);
  if (found == titles_.end() || found->second.is_disputed) return std::nullopt;
  return found->second.member;
}

}  // namespace cohort::client
