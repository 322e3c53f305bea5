#include "zookeeper_offsets.hpp"

#include <algorithm>
#include <string_view>

namespace cohort::broker {

namespace {

/// A group with slashes makes several nodes, each of which needs a name (ZooKeeper's
/// PathUtils.validatePath).
bool can_be_in_path(std::string_view group_id) {
  const bool is_printable = std::ranges::all_of(
      group_id, [](char c) { return static_cast<unsigned char>(c) >= 0x1f && c != 0x7f; });
  for (std::size_t start = 0; is_printable;) {
    const std::size_t end = group_id.find('/', start);
    const std::string_view node = group_id.substr(start, end - start);
    if (node.empty() || node == "." || node == "..") return false;
    if (end == std::string_view::npos) return true;
    start = end + 1;
  }
  return false;
}

}  // namespace

ErrorCode ZookeeperOffsets::store(const std::string& group_id, const OffsetKey& key,
                                  std::int64_t offset) {
  if (!can_be_in_path(group_id)) return ErrorCode::unknown_server_error;
  by_group_[group_id].insert_or_assign(key, offset);
  return ErrorCode::none;
}

FetchedOffset ZookeeperOffsets::fetch(const std::string& group_id, const OffsetKey& key) const {
  if (!can_be_in_path(group_id)) return {.key = key, .error = ErrorCode::unknown_server_error};
  const auto group = by_group_.find(group_id);
  if (group != by_group_.end()) {
    const auto offset = group->second.find(key);
    if (offset != group->second.end()) return {.key = key, .offset = offset->second};
  }
  return {.key = key, .error = ErrorCode::unknown_topic_or_partition};
}

}  // namespace cohort::broker
