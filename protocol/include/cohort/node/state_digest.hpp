// StateDigest: a hash of all that can change a world's future, to tell by whether it was seen
// before.
#pragma once

#include <cohort/node/digest_names.hpp>
#include <cohort/node/digest_promises.hpp>
#include <cohort/node/instant.hpp>
#include <cohort/node/node.hpp>
#include <cohort/node/rng.hpp>
#include <cohort/node/timer_queue.hpp>
#include <cohort/protocol/buffer.hpp>
#include <cohort/protocol/buffers.hpp>
#include <cohort/protocol/digest_of.hpp>
#include <cohort/protocol/frame.hpp>

#include <boost/pfr/core.hpp>

#include <algorithm>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace cohort {

/// 128 bits: of millions of states, no two will share one by chance.
struct StateHash {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  auto operator<=>(const StateHash&) const = default;
};

namespace detail {

template <class T>
concept DigestedByHook = requires(StateDigest& into, const T& value) {
  DigestOf<T>::add(into, value);
};
template <class T>
concept DigestedByItself = requires(StateDigest& into, const T& value) {
  value.digest(into);
};
template <class T>
concept Range = requires(const T& value) {
  value.begin();
  value.end();
  value.size();
};
template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;
template <class T>
inline constexpr bool is_variant = false;
template <class... T>
inline constexpr bool is_variant<std::variant<T...>> = true;
template <class T>
inline constexpr bool is_tuple = false;
template <class A, class B>
inline constexpr bool is_tuple<std::pair<A, B>> = true;
template <class... T>
inline constexpr bool is_tuple<std::tuple<T...>> = true;

}  // namespace detail

/// Takes values in one by one. Times count from now, so that the same state an hour later is the
/// same; ids that only tell things apart count by the order in which they first come up; bytes
/// count by content. Whatever else a state has a class's DigestOf or its own digest() leaves out,
/// and says why. Two states with one hash have the same future, but for such ids and for absolute
/// times in bytes.
class StateDigest {
 public:
  explicit StateDigest(Instant now, DigestPromises promises = {})
      : now_(now), promises_(promises) {}

  /// Any value: a class by its DigestOf or its digest(), an aggregate by its fields.
  template <class T>
  void add(const T& value);
  template <class... T>
  void add_all(const T&... values) {
    (add(values), ...);
  }

  void add_word(std::uint64_t word);
  /// With their count.
  void add_bytes(std::span<const std::uint8_t> bytes);
  /// What is under way to the end of a link that was dialled, in one piece, or waits there.
  void add_requests(std::span<const std::uint8_t> piece);
  /// The same of the end that has dialled.
  void add_answers(std::span<const std::uint8_t> piece);
  /// never() and the default, which nobody has set, are no times of any distance.
  void add_time(Instant time);
  /// When something is to be done: what is overdue is due, for however long.
  void add_deadline(Instant deadline);
  /// The end of a pause: one that is over is none.
  void add_pause(Instant until);
  /// A time as the wire has it; below 0: none.
  void add_time_ms(std::int64_t unix_ms);
  /// An id of one kind, by its place among those of its kind that came up so far.
  void add_name(std::string_view kind, std::uint64_t id);
  /// The same for an id that counts only if it came up before.
  void add_name_if_known(std::string_view kind, std::uint64_t id);
  /// The same two for ids that mean nothing outside of one node.
  void add_local_name(std::string_view kind, std::uint64_t id);
  void add_local_name_if_known(std::string_view kind, std::uint64_t id);
  /// What comes now is another node's.
  void forget_local_names() { local_names_.clear(); }
  /// A map by an id that is enum or number, in the order of their names. What has none comes last.
  template <class Map>
  void add_in_name_order(std::string_view kind, const Map& map);
  std::uint64_t known_name(std::string_view kind, std::uint64_t id) const {
    return names_.known_name(kind, id);
  }

  Instant now() const { return now_; }
  const DigestPromises& promises() const { return promises_; }
  /// The member ids that came up, if they only tell apart.
  const std::vector<IdsInText::Id>& member_ids() const { return member_ids_.all(); }
  StateHash value() const;

 private:
  void add_plain_bytes(std::span<const std::uint8_t> bytes);
  void add_frames(std::span<const std::uint8_t> piece, std::size_t correlation_at);

  Instant now_;
  DigestPromises promises_;
  std::uint64_t high_ = 0x6A09E667F3BCC908ULL;
  std::uint64_t low_ = 0xBB67AE8584CAA73BULL;
  DigestNames names_;
  DigestNames local_names_;
  IdsInText member_ids_;
};

template <>
struct DigestOf<LinkId> {
  static void add(StateDigest& into, LinkId link) {
    into.add_name("link", static_cast<std::uint64_t>(link));
  }
};
template <>
struct DigestOf<Peer> {
  /// The port, which follows from the link's number, is for people to read. The tag is a name that
  /// the node has given.
  static void add(StateDigest& into, const Peer& peer);
};
template <>
struct DigestOf<Instant> {
  static void add(StateDigest& into, Instant time) { into.add_time(time); }
};
template <>
struct DigestOf<Duration> {
  static void add(StateDigest& into, Duration time) {
    into.add_word(static_cast<std::uint64_t>(time.count()));
  }
};
template <>
struct DigestOf<Buffer> {
  static void add(StateDigest& into, const Buffer& bytes) { into.add_bytes(bytes.bytes()); }
};
template <>
struct DigestOf<Buffers> {
  static void add(StateDigest& into, const Buffers& bytes) { into.add(bytes.joined()); }
};
template <>
struct DigestOf<Rng> {
  static void add(StateDigest& into, const Rng& chance) { into.add_word(chance.state_); }
};
template <>
struct DigestOf<FrameReader> {
  static void add(StateDigest& into, const FrameReader& frames);
  /// Of the end that was dialled.
  static void add_requests(StateDigest& into, const FrameReader& frames);
};
template <class Key>
struct DigestOf<TimerQueue<Key>> {
  /// In the order in which they are due: the turns say nothing more. Of those that are never due
  /// that order says nothing either.
  static void add(StateDigest& into, const TimerQueue<Key>& timers);
};

inline void DigestOf<Peer>::add(StateDigest& into, const Peer& peer) {
  const auto& [listener, address, port, local_address, was_dialled, tag] = peer;
  into.add_all(listener, address, local_address, was_dialled);
}

template <class Key>
void DigestOf<TimerQueue<Key>>::add(StateDigest& into, const TimerQueue<Key>& timers) {
  const auto all = timers.all();
  const auto later = std::ranges::find_if(
      all, [&](const auto& timer) { return timer.first > into.promises().ends; });
  into.add_word(all.size());
  for (auto timer = all.begin(); timer != later; ++timer) {
    into.add_deadline(timer->first);
    // One that is overdue may fire as of its own time, and set others from there.
    if (timer->first < into.now()) into.add(into.now() - timer->first);
    into.add(timer->second);
  }
  std::vector<Key> never;
  for (auto timer = later; timer != all.end(); ++timer) never.push_back(timer->second);
  if constexpr (std::is_same_v<Key, LinkId>) {
    std::ranges::stable_sort(never, {}, [&](LinkId link) {
      return into.known_name("link", static_cast<std::uint64_t>(link));
    });
  } else {
    std::ranges::sort(never);
  }
  for (const Key& key : never) into.add(key);
}

template <class Map>
void StateDigest::add_in_name_order(std::string_view kind, const Map& map) {
  std::vector<std::pair<std::uint64_t, const typename Map::value_type*>> entries;
  entries.reserve(map.size());
  for (const auto& entry : map) {
    const std::uint64_t name = known_name(kind, static_cast<std::uint64_t>(entry.first));
    // 0 becomes the largest.
    entries.emplace_back(name - 1, &entry);
  }
  std::ranges::stable_sort(entries, {}, [](const auto& entry) { return entry.first; });
  add_word(entries.size());
  for (const auto& [name, entry] : entries) add(*entry);
}

// What a digest consists of, hundreds of times.
inline void StateDigest::add_word(std::uint64_t word) {
  // Two lanes, each of which is moved by the other's last state.
  high_ = (high_ ^ word) * 0x9E3779B97F4A7C15ULL;
  high_ ^= high_ >> 32;
  low_ = std::rotl(low_ + word, 29) * 0xC2B2AE3D27D4EB4FULL;
  low_ ^= high_ + (low_ >> 31);
}

template <class T>
void StateDigest::add(const T& value) {
  if constexpr (detail::DigestedByHook<T>) {
    DigestOf<T>::add(*this, value);
  } else if constexpr (detail::DigestedByItself<T>) {
    value.digest(*this);
  } else if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
    add_word(static_cast<std::uint64_t>(value));
  } else if constexpr (std::is_floating_point_v<T>) {
    add_word(std::bit_cast<std::uint64_t>(static_cast<double>(value)));
  } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
    const std::string_view text = value;
    add_bytes({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  } else if constexpr (detail::is_optional<T>) {
    add_word(value.has_value() ? 1 : 0);
    if (value) add(*value);
  } else if constexpr (detail::is_variant<T>) {
    add_word(value.index());
    std::visit([this](const auto& held) { this->add(held); }, value);
  } else if constexpr (detail::is_tuple<T>) {
    std::apply([this](const auto&... parts) { this->add_all(parts...); }, value);
  } else if constexpr (detail::Range<T>) {
    add_word(value.size());
    for (const auto& each : value) add(each);
  } else {
    static_assert(std::is_aggregate_v<T>, "the class needs a DigestOf or a digest()");
    boost::pfr::for_each_field(value, [this](const auto& field) { this->add(field); });
  }
}

}  // namespace cohort
