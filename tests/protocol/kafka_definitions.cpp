#include "protocol/kafka_definitions.hpp"

#include <cctype>
#include <cstdlib>
#include <fstream>

namespace cohort::testing {

namespace {

/// Empty: there is none.
std::string reference_folder() {
  const char* folder = std::getenv("COHORT_REFERENCE");
  return folder == nullptr ? "" : folder;
}

}  // namespace

bool has_kafka_definitions() { return !reference_folder().empty(); }

Json kafka_definition(const std::string& name) {
  std::ifstream file(reference_folder() + "/kafka-messages/" + name + ".json");
  return Json::parse(file, nullptr, /*allow_exceptions=*/true, /*ignore_comments=*/true);
}

std::string snake_case(const std::string& name) {
  std::string text;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool is_upper = std::isupper(static_cast<unsigned char>(name[i])) != 0;
    const bool follows_lower = i > 0 && std::isupper(static_cast<unsigned char>(name[i - 1])) == 0;
    if (is_upper && follows_lower && name[i - 1] != '_') text += '_';
    text += static_cast<char>(std::tolower(static_cast<unsigned char>(name[i])));
  }
  return text;
}

std::optional<Versions> versions_in(const std::string& text) {
  if (text == "none") return std::nullopt;
  const auto number = [](const std::string& digits) {
    return static_cast<std::int16_t>(std::stoi(digits));
  };
  const std::int16_t first = number(text);
  if (text.ends_with('+')) return Versions{.first = first};
  const std::size_t dash = text.find('-');
  return Versions{first, dash == std::string::npos ? first : number(text.substr(dash + 1))};
}

}  // namespace cohort::testing
