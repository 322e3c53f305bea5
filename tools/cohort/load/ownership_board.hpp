// OwnershipBoard: who owns which partitions of a topic, as the members of its group tell.
#pragma once

#include "load/payload.hpp"
#include <cohort/client/topic_partition.hpp>

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace cohort::load {

/// A group is settled when all members are of one generation and each partition has one owner. Any
/// thread may call.
class OwnershipBoard {
 public:
  explicit OwnershipBoard(std::size_t partitions) : partitions_(partitions) {}

  /// From now on the group is settled only when this member is in it, in a generation of its own.
  void enter(int member);
  /// It is no member any more, and those who remain have to know it: by a newer generation.
  void leave(int member);
  /// All that it owns, and since which generation.
  void own(int member, std::int32_t generation, const client::PartitionSet& partitions);
  void give_up(int member, const client::PartitionSet& partitions);

  /// When the group came to be settled; nothing if it is not by `deadline`, or `is_unwanted` holds.
  std::optional<Clock::time_point> await_settled(Clock::time_point deadline,
                                                 const std::function<bool()>& is_unwanted);
  std::int32_t generation() const;
  std::size_t members() const;
  /// Who owns what, for people.
  std::string describe() const;

 private:
  struct Holding {
    std::int32_t generation = -1;
    client::PartitionSet partitions{};
  };

  void require_newer_generation();
  void look();

  mutable std::mutex lock_;
  std::condition_variable changed_;
  std::size_t partitions_;
  std::map<int, Holding> holdings_;
  std::int32_t newest_ = -1;  ///< Generation that a member told of.
  std::int32_t older_ = -1;   ///< The group is settled in a newer generation than this.
  std::optional<Clock::time_point> settled_since_;
};

}  // namespace cohort::load
