// StateDigest: a hash of all that can change a world's future, to tell by whether it was seen
// before.
#pragma once

#include <cohort/node/instant.hpp>
#include <cohort/node/node.hpp>
#include <cohort/node/rng.hpp>
#include <cohort/node/timer_queue.hpp>
#include <cohort/protocol/buffer.hpp>
#include <cohort/protocol/buffers.hpp>
#include <cohort/protocol/digest_of.hpp>

#include <boost/pfr/core.hpp>

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

namespace cohort {

/// 128 bits: of millions of states, no two will share one by chance.
struct StateHash {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  auto operator<=>(const StateHash&) const = default;
};

/// What nothing in a world ever does, so that states which differ in it alone count as one.
struct DigestPromises {
  /// No client reads `__consumer_offsets` or `__transaction_state`, and no coordinator moves.
  bool coordinator_logs_stay_unread = false;
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
  /// never() and the default, which nobody has set, are no times of any distance.
  void add_time(Instant time);
  /// A time as the wire has it; below 0: none.
  void add_time_ms(std::int64_t unix_ms);
  /// An id of one kind, by its place among those of its kind that came up so far.
  void add_name(std::string_view kind, std::uint64_t id);
  /// The same for an id that counts only if it came up before.
  void add_name_if_known(std::string_view kind, std::uint64_t id);

  Instant now() const { return now_; }
  const DigestPromises& promises() const { return promises_; }
  StateHash value() const;

 private:
  Instant now_;
  DigestPromises promises_;
  std::uint64_t high_ = 0x6A09E667F3BCC908ULL;
  std::uint64_t low_ = 0xBB67AE8584CAA73BULL;
  using Names = std::map<std::uint64_t, std::uint64_t>;
  std::map<std::string_view, Names> names_;  // The kinds are literals.
};

template <>
struct DigestOf<LinkId> {
  static void add(StateDigest& into, LinkId link) {
    into.add_name("link", static_cast<std::uint64_t>(link));
  }
};
template <>
struct DigestOf<Peer> {
  /// The port, which follows from the link's number, is for people to read.
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
template <class Key>
struct DigestOf<TimerQueue<Key>> {
  /// In the order in which they are due: the turns say nothing more.
  static void add(StateDigest& into, const TimerQueue<Key>& timers) { into.add(timers.all()); }
};

inline void DigestOf<Peer>::add(StateDigest& into, const Peer& peer) {
  const auto& [listener, address, port, local_address, was_dialled, tag] = peer;
  into.add_all(listener, address, local_address, was_dialled, tag);
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
