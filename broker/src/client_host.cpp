#include "client_host.hpp"

#include <algorithm>
#include <cstddef>

namespace cohort::broker {

namespace {

std::ptrdiff_t groups_of(std::string_view text) {
  return text.empty() ? 0 : std::ranges::count(text, ':') + 1;
}

}  // namespace

std::string client_host(std::string_view address) {
  std::string host = "/";
  const std::size_t gap = address.find("::");
  if (gap == std::string_view::npos) return host.append(address);
  const std::string_view before = address.substr(0, gap);
  const std::string_view rest = address.substr(gap + 2);
  const std::string_view after = rest.substr(0, rest.find('%'));
  const std::string_view scope = rest.substr(after.size());
  host.append(before);
  for (std::ptrdiff_t zeros = 8 - groups_of(before) - groups_of(after); zeros > 0; --zeros) {
    host.append(host.size() == 1 ? "0" : ":0");
  }
  if (!after.empty()) host.append(":").append(after);
  return host.append(scope);
}

}  // namespace cohort::broker
