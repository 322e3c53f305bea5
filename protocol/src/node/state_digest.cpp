#include <cohort/node/state_digest.hpp>

#include <bit>
#include <cstring>

namespace cohort {

namespace {

/// size 4 | api key 2 | api version 2 | correlation id 4 | …
constexpr std::size_t request_correlation_at = 8;
/// size 4 | correlation id 4 | …
constexpr std::size_t answer_correlation_at = 4;
constexpr std::size_t correlation_size = 4;

/// With the length itself.
std::size_t frame_size(std::span<const std::uint8_t> frame) {
  constexpr std::size_t length_size = 4;
  if (frame.size() < length_size) return length_size;
  std::size_t length = 0;
  for (const std::uint8_t byte : frame.first(length_size)) length = length << 8 | byte;
  return length + length_size;
}

bool are_whole_frames(std::span<const std::uint8_t> piece, std::size_t least) {
  while (!piece.empty()) {
    const std::size_t size = frame_size(piece);
    if (size < least || size > piece.size()) return false;
    piece = piece.subspan(size);
  }
  return true;
}

}  // namespace

void StateDigest::add_plain_bytes(std::span<const std::uint8_t> bytes) {
  add_word(bytes.size());
  while (!bytes.empty()) {
    std::uint64_t word = 0;
    const std::size_t size = bytes.size() < sizeof word ? bytes.size() : sizeof word;
    std::memcpy(&word, bytes.data(), size);
    add_word(word);
    bytes = bytes.subspan(size);
  }
}

void StateDigest::add_bytes(std::span<const std::uint8_t> bytes) {
  if (promises_.member_ids_to_come && bytes.size() >= IdsInText::text_size) {
    while (const auto at = IdsInText::find(bytes)) {
      add_plain_bytes(bytes.first(*at));
      add_word(member_ids_.name(bytes.subspan(*at)));
      bytes = bytes.subspan(*at + IdsInText::text_size);
    }
  }
  add_plain_bytes(bytes);
}

void StateDigest::add_requests(std::span<const std::uint8_t> piece) {
  add_frames(piece, request_correlation_at);
}

void StateDigest::add_answers(std::span<const std::uint8_t> piece) {
  add_frames(piece, answer_correlation_at);
}

void StateDigest::add_frames(std::span<const std::uint8_t> piece, std::size_t correlation_at) {
  const std::size_t body_at = correlation_at + correlation_size;
  if (!promises_.whole_frames || !are_whole_frames(piece, body_at)) return add_bytes(piece);
  add_word(piece.size());
  while (!piece.empty()) {
    const std::size_t size = frame_size(piece);
    add_plain_bytes(piece.first(correlation_at));
    add_bytes(piece.subspan(body_at, size - body_at));
    piece = piece.subspan(size);
  }
}

void StateDigest::add_time(Instant time) {
  if (time == Instant{}) return add_word(1);
  if (time == Instant::never() || time > promises_.ends) return add_word(2);
  if (promises_.ages_go_unread && time <= now_) return add_word(3);
  add_word(0);
  add_word(static_cast<std::uint64_t>((time - now_).count()));
}

void StateDigest::add_deadline(Instant deadline) {
  add_time(deadline == Instant{} ? deadline : std::max(deadline, now_));
}

void StateDigest::add_pause(Instant until) { add_time(until <= now_ ? Instant{} : until); }

void StateDigest::add_time_ms(std::int64_t unix_ms) {
  const std::int64_t now = now_.unix_ms();
  const bool is_age = promises_.ages_go_unread && unix_ms >= 0 && unix_ms <= now;
  if (is_age) return add_word(3);
  add_word(unix_ms < 0 ? 1 : 0);
  add_word(static_cast<std::uint64_t>(unix_ms < 0 ? unix_ms : unix_ms - now));
}

void StateDigest::add_name(std::string_view kind, std::uint64_t id) {
  add_word(names_.name(kind, id));
}

void StateDigest::add_name_if_known(std::string_view kind, std::uint64_t id) {
  add_word(names_.known_name(kind, id));
}

void StateDigest::add_local_name(std::string_view kind, std::uint64_t id) {
  add_word(local_names_.name(kind, id));
}

void StateDigest::add_local_name_if_known(std::string_view kind, std::uint64_t id) {
  add_word(local_names_.known_name(kind, id));
}

void DigestOf<FrameReader>::add(StateDigest& into, const FrameReader& frames) {
  const auto& [max_frame_size, pieces, partial, error] = frames;
  into.add(pieces);
  into.add_bytes(partial.bytes());
  into.add(error);
}

void DigestOf<FrameReader>::add_requests(StateDigest& into, const FrameReader& frames) {
  const auto& [max_frame_size, pieces, partial, error] = frames;
  into.add_word(pieces.size());
  for (const Buffer& piece : pieces) into.add_requests(piece.bytes());
  into.add_bytes(partial.bytes());
  into.add(error);
}

StateHash StateDigest::value() const {
  const auto mixed = [](std::uint64_t word) {
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9ULL;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EBULL;
    return word ^ (word >> 31);
  };
  if (promises_.member_ids_to_come) {
    StateDigest ranked(now_);
    ranked.high_ = high_;
    ranked.low_ = low_;
    ranked.add(member_ids_.sorted());
    return ranked.value();
  }
  return {mixed(high_), mixed(low_ ^ std::rotl(high_, 32))};
}

}  // namespace cohort
