// Offsets of a commit in words, for facts.
#pragma once

#include "group/offset_requests.hpp"

#include <string>
#include <vector>

namespace cohort::broker {

/// The first few; a commit may name thousands.
std::string offsets_in_words(const std::vector<OffsetToCommit>& offsets);

}  // namespace cohort::broker
