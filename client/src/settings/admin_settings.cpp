#include "settings/setting.hpp"

#include <array>

namespace cohort::client {
namespace {

constexpr auto admin_rows = std::to_array<Setting<AdminConfig>>({
    {"retries", &AdminConfig::retries, at_least(0), "How often a request is sent again."},
});

}  // namespace

template <>
std::span<const Setting<AdminConfig>> settings<AdminConfig>() {
  return admin_rows;
}

}  // namespace cohort::client
