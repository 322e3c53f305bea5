#include <cohort/node/digest_names.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

namespace cohort {

namespace {

constexpr std::array<std::size_t, 4> hyphens_at{8, 13, 18, 23};
constexpr int no_digit = -1;

int hex_digit(std::uint8_t byte) {
  if (byte >= '0' && byte <= '9') return byte - '0';
  if (byte >= 'a' && byte <= 'f') return byte - 'a' + 10;
  return no_digit;
}

bool is_hyphen_place(std::size_t place) {
  return std::ranges::find(hyphens_at, place) != hyphens_at.end();
}

/// REQUIRES: so many bytes are there.
bool is_id(const std::uint8_t* text) {
  for (const std::size_t place : hyphens_at) {
    if (text[place] != '-') return false;
  }
  for (std::size_t i = 0; i < IdsInText::text_size; ++i) {
    if (!is_hyphen_place(i) && hex_digit(text[i]) == no_digit) return false;
  }
  return true;
}

}  // namespace

std::uint64_t DigestNames::name(std::string_view kind, std::uint64_t id) {
  auto found = std::ranges::find(kinds_, kind, &Kind::kind);
  if (found == kinds_.end()) found = kinds_.insert(found, Kind{.kind = kind, .names = {}});
  auto& names = found->names;
  const auto at =
      std::ranges::lower_bound(names, id, {}, [](const auto& each) { return each.first; });
  if (at != names.end() && at->first == id) return at->second;
  const std::uint64_t name = names.size() + 1;
  names.insert(at, {id, name});
  return name;
}

std::uint64_t DigestNames::known_name(std::string_view kind, std::uint64_t id) const {
  const auto found = std::ranges::find(kinds_, kind, &Kind::kind);
  if (found == kinds_.end()) return 0;
  const auto& names = found->names;
  const auto at =
      std::ranges::lower_bound(names, id, {}, [](const auto& each) { return each.first; });
  return at != names.end() && at->first == id ? at->second : 0;
}

std::optional<std::size_t> IdsInText::find(std::span<const std::uint8_t> text) {
  constexpr std::size_t before = hyphens_at.front();
  // Where the first hyphen of one may stand.
  for (std::size_t at = before; at + (text_size - before) <= text.size(); ++at) {
    const std::size_t room = text.size() - (text_size - before) - at + 1;
    const void* hyphen = std::memchr(text.data() + at, '-', room);
    if (hyphen == nullptr) return std::nullopt;
    at = static_cast<std::size_t>(static_cast<const std::uint8_t*>(hyphen) - text.data());
    if (is_id(text.data() + at - before)) return at - before;
  }
  return std::nullopt;
}

std::uint64_t IdsInText::name(std::span<const std::uint8_t> text) {
  std::array<std::uint64_t, 2> halves{};
  std::size_t digits = 0;
  for (std::size_t i = 0; i < text_size; ++i) {
    if (is_hyphen_place(i)) continue;
    std::uint64_t& half = halves.at(digits++ / 16);
    half = half << 4 | static_cast<std::uint64_t>(hex_digit(text[i]));
  }
  const Id id{halves[0], halves[1]};
  const auto found = std::ranges::find(ids_, id);
  const auto name = static_cast<std::uint64_t>(found - ids_.begin()) + 1;
  if (found == ids_.end()) ids_.push_back(id);
  return name;
}

std::vector<std::uint64_t> IdsInText::sorted() const {
  std::vector<std::uint64_t> names(ids_.size());
  std::iota(names.begin(), names.end(), 1);
  std::ranges::sort(names, {}, [this](std::uint64_t name) { return ids_.at(name - 1); });
  return names;
}

}  // namespace cohort
