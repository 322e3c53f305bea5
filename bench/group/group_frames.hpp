// GroupFrames: a group's members, each with a link of its own to a broker, as the frames they send.
#pragma once

#include "framed_broker.hpp"
#include <cohort/protocol/buffer.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace bench {

/// The versions are librdkafka's. Member 0 leads. The group is settled except within a rebalance.
class GroupFrames {
 public:
  /// Throws when the group does not settle.
  explicit GroupFrames(std::size_t members);

  FramedBroker& framed() { return framed_; }
  std::size_t size() const { return ids_.size(); }
  static cohort::LinkId link(std::size_t member) { return cohort::LinkId{member + 1}; }

  /// One for each member. A SyncGroup is that of a generation.
  std::vector<cohort::Buffer> joins() const;
  std::vector<cohort::Buffer> syncs(std::int32_t generation) const;
  std::vector<cohort::Buffer> heartbeats() const;
  /// Of one partition.
  std::vector<cohort::Buffer> commits() const;

  /// Hands over a frame of each member, member 0 first.
  void hand_all(const std::vector<cohort::Buffer>& frames);

  std::int32_t generation() const { return generation_; }
  /// A rebalance has come to its end.
  void next_generation() { ++generation_; }
  /// Throws unless every member is told that it belongs to the generation.
  void expect_settled();

 private:
  void join_all_anew();

  FramedBroker framed_;
  std::vector<std::string> ids_;
  std::int32_t generation_ = 0;
};

}  // namespace bench
