// KnownIds: which member ids a world's state names.
#pragma once

#include <cohort/node/digest_names.hpp>
#include <cohort/node/state_digest.hpp>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace cohort::testing {

/// Of all that was digested until now. What a checker remembers of other ids does not matter:
/// nobody will come by them. Where ids count as they are, all are known.
class KnownIds {
 public:
  explicit KnownIds(const StateDigest& digest)
      : are_all_(!digest.promises().member_ids_to_come), ids_(digest.member_ids()) {}

  bool has(const std::string& member_id) const {
    if (are_all_) return true;
    const std::span bytes(reinterpret_cast<const std::uint8_t*>(member_id.data()),
                          member_id.size());
    const auto at = IdsInText::find(bytes);
    if (!at) return true;
    IdsInText one;
    one.name(bytes.subspan(*at));
    return std::ranges::find(ids_, one.all().front()) != ids_.end();
  }

 private:
  bool are_all_;
  std::vector<IdsInText::Id> ids_;  ///< A copy: what is added to the digest moves them.
};

}  // namespace cohort::testing
