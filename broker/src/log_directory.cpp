#include "log_directory.hpp"

#include "config/config_description.hpp"
#include "config/config_key.hpp"

#include <string_view>

namespace cohort::broker {

std::string log_directory(const Config& config) {
  std::string listed = property_in_effect("log.dirs", config).value_or("");
  if (listed.empty()) listed = property_in_effect("log.dir", config).value_or("");
  std::string_view first;
  for (const std::string_view each : split(listed, ',')) {
    first = trimmed(each);
    if (!first.empty()) break;
  }
  std::string path;
  for (const std::string_view part : split(first, '/')) {
    if (!part.empty()) path.append("/").append(part);
  }
  return path.empty() ? "/" : path;
}

}  // namespace cohort::broker
