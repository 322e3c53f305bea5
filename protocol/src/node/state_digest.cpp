#include <cohort/node/state_digest.hpp>

#include <bit>
#include <cstring>

namespace cohort {

void StateDigest::add_word(std::uint64_t word) {
  // Two lanes, each of which is moved by the other's last state.
  high_ = (high_ ^ word) * 0x9E3779B97F4A7C15ULL;
  high_ ^= high_ >> 32;
  low_ = std::rotl(low_ + word, 29) * 0xC2B2AE3D27D4EB4FULL;
  low_ ^= high_ + (low_ >> 31);
}

void StateDigest::add_bytes(std::span<const std::uint8_t> bytes) {
  add_word(bytes.size());
  while (!bytes.empty()) {
    std::uint64_t word = 0;
    const std::size_t size = bytes.size() < sizeof word ? bytes.size() : sizeof word;
    std::memcpy(&word, bytes.data(), size);
    add_word(word);
    bytes = bytes.subspan(size);
  }
}

void StateDigest::add_time(Instant time) {
  if (time == Instant::never() || time == Instant{}) return add_word(time == Instant{} ? 1 : 2);
  add_word(0);
  add_word(static_cast<std::uint64_t>((time - now_).count()));
}

void StateDigest::add_time_ms(std::int64_t unix_ms) {
  add_word(unix_ms < 0 ? 1 : 0);
  add_word(static_cast<std::uint64_t>(unix_ms < 0 ? unix_ms : unix_ms - now_.unix_ms()));
}

void StateDigest::add_name(std::string_view kind, std::uint64_t id) {
  Names& names = names_[kind];
  add_word(names.try_emplace(id, names.size() + 1).first->second);
}

void StateDigest::add_name_if_known(std::string_view kind, std::uint64_t id) {
  const Names& names = names_[kind];
  const auto found = names.find(id);
  add_word(found == names.end() ? 0 : found->second);
}

StateHash StateDigest::value() const {
  const auto mixed = [](std::uint64_t word) {
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9ULL;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EBULL;
    return word ^ (word >> 31);
  };
  return {mixed(high_), mixed(low_ ^ std::rotl(high_, 32))};
}

}  // namespace cohort
