#include "protocol/codec/representable_check.hpp"

#include <limits>

namespace cohort::detail {

void RepresentableCheck::found(std::string reason) {
  if (!reason_.has_value()) reason_ = std::move(reason);
}

void RepresentableCheck::enter(const char* name) {
  if (!path_.empty()) path_ += '.';
  path_ += name;
}

void RepresentableCheck::absent(const char* name, const When& when, bool is_at_default) {
  if (is_at_default || when.is_ignorable) return;
  const std::string path = path_.empty() ? name : path_ + "." + name;
  found(path + " is not in version " + std::to_string(version_));
}

void RepresentableCheck::null_where_none_may_be() {
  found(path_ + " must not be null in version " + std::to_string(version_));
}

void RepresentableCheck::check(const std::string& value, const When&) {
  constexpr std::size_t longest = std::numeric_limits<std::int16_t>::max();
  if (value.size() > longest) found(path_ + " is longer than 32767 bytes");
}

void RepresentableCheck::check_size(std::size_t size, const When&) {
  constexpr std::size_t largest = std::numeric_limits<std::int32_t>::max() - 1;
  if (size > largest) found(path_ + " is larger than 2 GiB");
}

}  // namespace cohort::detail
