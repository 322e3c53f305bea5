#include <cohort/broker/release.hpp>

namespace cohort::broker {

std::string_view name(Release release) {
  switch (release) {
    case Release::kafka_2_4:
      return "2.4";
    case Release::kafka_3_9:
      return "3.9";
  }
  return "";
}

std::optional<Release> release_from_name(std::string_view name_of_one) {
  for (const Release release : {Release::kafka_2_4, Release::kafka_3_9}) {
    if (name(release) == name_of_one) return release;
  }
  return std::nullopt;
}

}  // namespace cohort::broker
