#include <cohort/protocol/apis.hpp>
#include <cohort/protocol/messages.hpp>

#include <algorithm>
#include <array>

namespace cohort {

namespace {

template <class List>
struct Table;
template <class... Messages>
struct Table<TypeList<Messages...>> {
  static constexpr std::array<Api, sizeof...(Messages)> apis{Messages::api...};
};

constexpr auto by_key = [](const Api& a, const Api& b) { return a.key < b.key; };
static_assert(std::is_sorted(Table<RequestList>::apis.begin(), Table<RequestList>::apis.end(),
                             by_key));

}  // namespace

std::span<const Api> apis() { return Table<RequestList>::apis; }

const Api* find_api(ApiKey key) {
  const auto found = std::ranges::lower_bound(Table<RequestList>::apis, key, {}, &Api::key);
  return found != Table<RequestList>::apis.end() && found->key == key ? &*found : nullptr;
}

}  // namespace cohort
