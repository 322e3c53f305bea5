// Journal: what happened to a broker and why, numbered, and the questions that it answers.
#pragma once

#include <cohort/broker/fact.hpp>
#include <cohort/broker/group_view.hpp>
#include <cohort/node/instant.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cohort::broker {

/// A fact and its number; numbers count from 1 and never start over.
struct Entry {
  std::uint64_t number = 0;
  Fact fact;
  bool operator==(const Entry&) const = default;
};

/// One rebalance of a group, from what started it to its assignment.
struct Rebalance {
  Instant started;
  std::string why;
  Cause cause;
  std::int32_t generation = -1;     ///< What it led to; -1: not yet, or to nothing.
  std::optional<Instant> formed;    ///< When its join phase ended.
  std::optional<Instant> assigned;  ///< When the leader's assignment came.
  std::vector<Share> shares;        ///< That assignment.
  /// When the group's coordinator went, or all was reset, before it was over.
  std::optional<Instant> abandoned{};
  bool operator==(const Rebalance&) const = default;
};

/// A time in which a member owned a partition, as the leader gave it.
struct Ownership {
  std::string member_id;
  std::string client_id;
  std::int32_t generation = -1;
  Instant from;
  /// When it was gone, or the next assignment came; nullopt: it owns it still.
  std::optional<Instant> until;
  bool operator==(const Ownership&) const = default;
};

/// Keeps the newest facts, and of each group a number of its own, however busy the others are: of
/// its members, rebalances and assignments as many as of all else, so that no flood of commits
/// washes them away. A value; belongs to the host or the fixture that takes the broker's facts.
class Journal {
 public:
  static constexpr std::size_t default_capacity = 65'536;
  static constexpr std::size_t facts_of_a_group = 256;  ///< Of either sort.
  /// Of groups that had no fact for the longest time the facts above are forgotten.
  static constexpr std::size_t most_groups = 10'000;
  static constexpr std::size_t most_transcript = 1'000;

  explicit Journal(std::size_t capacity = default_capacity) : capacity_(capacity) {}

  void add(std::vector<Fact> facts);

  /// The oldest that `since` still has; `next()` if there is none.
  std::uint64_t first() const { return next_ - entries_.size(); }
  /// The number that the next fact gets.
  std::uint64_t next() const { return next_; }
  /// Of the newest `broker_reset`; 0 if there was none.
  std::uint64_t last_reset() const { return last_reset_; }
  /// Those from this number on (0: from the first), oldest first; nullopt if some are gone.
  std::optional<std::vector<Entry>> since(std::uint64_t number) const;
  /// Null if it is gone, or is still to come.
  const Entry* find(std::uint64_t number) const;
  /// The newest `count`, oldest first.
  std::vector<Entry> last(std::size_t count) const;

  /// The newest `count` facts and, with Config::tells_messages, requests and answers in between,
  /// oldest first; messages have no numbers. Reaches back 1,000.
  std::vector<Entry> transcript(std::size_t count) const;

  /// What concerns the group, oldest first: all that is kept. A reset concerns every group.
  std::vector<Entry> timeline(const std::string& group) const;
  /// What concerns the transactional id, oldest first: of all the newest facts.
  std::vector<Entry> transaction_timeline(const std::string& transactional_id) const;
  /// Oldest first, as far as the group's facts reach.
  std::vector<Rebalance> rebalances(const std::string& group) const;
  /// Who of the group owned the partition, and when; oldest first.
  std::vector<Ownership> owners(const std::string& group, const std::string& topic,
                                std::int32_t partition) const;

 private:
  struct GroupEntries {
    std::deque<Entry> story;  ///< Who was in it, and who owned what: its members and generations.
    std::deque<Entry> rest;   ///< Commits, rules that acted, and so on.
    std::uint64_t last_number = 0;
  };
  void keep_for_group(const Entry& entry);

  std::size_t capacity_;
  std::uint64_t next_ = 1;
  std::uint64_t last_reset_ = 0;
  std::deque<Entry> entries_;
  std::deque<Entry> transcript_;  ///< Once there is a message.
  std::map<std::string, GroupEntries> groups_;
  std::map<std::uint64_t, std::string> quietest_;  ///< Groups by their newest fact.
};

/// "17 1704067200.000 member_joined group=…": the number, and the fact as it is printed.
std::string to_string(const Entry& entry);

}  // namespace cohort::broker
