// RetiredIds: how many member ids lately removed groups had given out, so that a successor gives
// out other ones.
#pragma once

#include <cohort/protocol/digest_of.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace cohort::broker {

/// Member ids come from (seed, group, ordinal). A group that is deleted and made again under its
/// name goes on counting where the old one stopped; otherwise a client of the old one could pass
/// for a member of the new one. Bounded: only the last 10,000 removed groups are remembered.
class RetiredIds {
 public:
  static constexpr std::size_t capacity = 10'000;

  void retire(const std::string& group_id, std::uint64_t next_ordinal);
  /// The first ordinal that a new group of this name may use. Forgets the name: the group counts
  /// from here on.
  std::uint64_t take(const std::string& group_id);

 private:
  friend struct DigestOf<RetiredIds>;
  struct Retired {
    std::uint64_t next_ordinal = 0;
    std::uint64_t turn = 0;
  };
  std::map<std::string, Retired> by_group_;
  std::map<std::uint64_t, std::string> by_turn_;  ///< The oldest first.
  std::uint64_t next_turn_ = 0;
};

}  // namespace cohort::broker
