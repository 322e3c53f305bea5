#include <cohort/protocol/nearest_name.hpp>

#include <algorithm>
#include <cctype>
#include <numeric>
#include <string>
#include <vector>

namespace cohort {

namespace {

std::string letters_of(std::string_view name) {
  std::string letters;
  for (const char each : name) {
    if (each == '_') continue;
    letters += static_cast<char>(std::tolower(static_cast<unsigned char>(each)));
  }
  return letters;
}

/// Levenshtein's distance.
std::size_t edit_distance(std::string_view from, std::string_view to) {
  // Of what was read of `from` so far to each beginning of `to`.
  std::vector<std::size_t> distances(to.size() + 1);
  std::iota(distances.begin(), distances.end(), 0);
  for (const char letter : from) {
    std::size_t diagonal = distances[0]++;
    for (std::size_t i = 0; i < to.size(); ++i) {
      const std::size_t changed = diagonal + (letter == to[i] ? 0 : 1);
      diagonal = distances[i + 1];
      distances[i + 1] = std::min({changed, distances[i] + 1, distances[i + 1] + 1});
    }
  }
  return distances.back();
}

}  // namespace

std::optional<std::size_t> nearest_name(std::string_view wanted,
                                        std::span<const std::string_view> names) {
  constexpr std::size_t longest = 100;  // Longer than any name of Kafka's.
  if (wanted.size() > longest) return std::nullopt;
  const std::string letters = letters_of(wanted);
  std::size_t least = std::min<std::size_t>(3, letters.size() / 3) + 1;
  std::optional<std::size_t> nearest;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::size_t distance = edit_distance(letters, letters_of(names[i]));
    if (distance >= least) continue;
    least = distance;
    nearest = i;
  }
  return nearest;
}

}  // namespace cohort
