// ListGroups v0-v5.
// v1 throttle time; v3 flexible; v4 states (KIP-518); v5 types (KIP-848).
// Not here: authorisation.
#include "api/handlers.hpp"
#include "state.hpp"
#include <cohort/protocol/messages/list_groups.hpp>

#include <algorithm>
#include <string_view>

namespace cohort::broker {

namespace {

constexpr std::string_view classic_type = "classic";

bool equals_ignoring_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

/// An empty filter lets everything through; an unknown name in it matches nothing and is no error.
bool passes(const std::vector<std::string>& filter, std::string_view value) {
  if (filter.empty()) return true;
  return std::any_of(filter.begin(), filter.end(), [&](const std::string& wanted) {
    return equals_ignoring_case(wanted, value);
  });
}

}  // namespace

std::optional<ListGroupsResponse> list_groups(RequestContext& context,
                                              const ListGroupsRequest& request) {
  ListGroupsResponse response;
  for (const GroupListing& group : context.state.coordinator.list()) {
    if (!passes(request.states_filter, name(group.state))) continue;
    if (!passes(request.types_filter, classic_type)) continue;
    response.groups.push_back({.group_id = group.group_id,
                               .protocol_type = group.protocol_type,
                               .group_state = std::string(name(group.state)),
                               .group_type = std::string(classic_type)});
  }
  return response;
}

}  // namespace cohort::broker
