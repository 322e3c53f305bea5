#include "load/payload.hpp"

#include <cohort/node/rng.hpp>
#include <cohort/protocol/assert.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <random>
#include <utility>

namespace cohort::load {

namespace {

/// This process, number and time as they lie in memory: only this process reads them.
using MarkBytes = std::array<std::int64_t, 3>;
static_assert(sizeof(MarkBytes) == RecordMark::size);

constexpr std::int64_t not_counted = -1;

/// What tells its records from those of another load.
std::int64_t this_process() {
  static const std::int64_t drawn = [] {
    std::random_device device;
    const std::uint64_t high = device();
    return static_cast<std::int64_t>(high << 32U | device());
  }();
  return drawn;
}

}  // namespace

std::optional<RecordMark> RecordMark::of(const Buffer& value) {
  if (value.size() < size) return std::nullopt;
  MarkBytes bytes{};
  std::memcpy(bytes.data(), value.data(), size);
  if (bytes[0] != this_process()) return std::nullopt;
  RecordMark mark{.number = static_cast<std::uint64_t>(bytes[1])};
  if (bytes[2] != not_counted) mark.due = Clock::time_point(Clock::duration(bytes[2]));
  return mark;
}

Payload::Payload(std::size_t size) {
  constexpr std::size_t most_values = 256;
  constexpr std::size_t most_bytes = std::size_t{16} << 20U;
  const std::size_t count =
      std::clamp<std::size_t>(most_bytes / std::max<std::size_t>(size, 1), 1, most_values);
  constexpr std::uint64_t seed = 1;
  Rng rng(seed);
  for (std::size_t value = 0; value < count; ++value) {
    std::vector<std::uint8_t> bytes(size, 'x');
    for (std::size_t at = 0; at < size / 2; ++at) {
      constexpr std::uint64_t letters = 64;
      bytes[at] = static_cast<std::uint8_t>('0' + rng.below(letters));
    }
    values_.push_back(Buffer::adopt(std::move(bytes)));
  }
}

const Buffer& Payload::next() {
  next_ = (next_ + 1) % values_.size();
  return values_[next_];
}

Buffer Payload::marked(const RecordMark& mark) {
  const Buffer& value = next();
  COHORT_ASSERT(value.size() >= RecordMark::size);
  std::vector<std::uint8_t> bytes(value.bytes().begin(), value.bytes().end());
  const MarkBytes written{this_process(), static_cast<std::int64_t>(mark.number),
                          mark.due ? mark.due->time_since_epoch().count() : not_counted};
  std::memcpy(bytes.data(), written.data(), RecordMark::size);
  return Buffer::adopt(std::move(bytes));
}

}  // namespace cohort::load
