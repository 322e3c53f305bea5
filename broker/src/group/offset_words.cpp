#include "group/offset_words.hpp"

#include <algorithm>

namespace cohort::broker {

std::string offsets_in_words(const std::vector<OffsetToCommit>& offsets) {
  constexpr std::size_t shown = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(offsets.size(), shown); ++i) {
    text +=
        (i == 0 ? "" : ", ") + to_string(offsets[i].key) + "=" + std::to_string(offsets[i].offset);
  }
  if (offsets.size() > shown) text += " and " + std::to_string(offsets.size() - shown) + " more";
  return text;
}

}  // namespace cohort::broker
