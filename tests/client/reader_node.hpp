// ReaderNode, Reader: a consumer's positions, fetcher and offset lookup in a simulation, without a
// group.
#pragma once

#include "consumer/fetcher.hpp"
#include "consumer/offset_lookup.hpp"
#include "consumer/positions.hpp"
#include "session/client_node.hpp"
#include <cohort/client/consumer_config.hpp>
#include <cohort/client/consumer_record.hpp>
#include <cohort/sim/simulation.hpp>

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cohort::client {

class ReaderNode final : public ClientNode {
 public:
  explicit ReaderNode(const ConsumerConfig& config);

  using ClientNode::cache;
  using ClientNode::session;
  using ClientNode::settle;

  bool can_take() const { return fetcher.can_take(positions); }
  std::unique_ptr<Node> clone() const override { return std::make_unique<ReaderNode>(*this); }

  Positions positions;
  Fetcher fetcher;
  OffsetLookup lookup;

 protected:
  void answered(const Answered& answer, Instant now) override;
  void lost(const Lost& loss, Instant now) override;
  void drive(Instant now, Alarms& alarms) override;

 private:
  ReadSurroundings here(Instant now) { return {session(), cache(), positions, now}; }
};

/// A ReaderNode in a world, and the calls that let the world go on. Copies are handles on the same.
class Reader {
 public:
  static ConsumerConfig config();

  Reader(sim::Simulation& world, const ConsumerConfig& config, std::string name = "reader");

  /// The same reader in a copy of its world.
  Reader in(sim::Simulation& copy) const {
    Reader other = *this;
    other.world_ = &copy;
    return other;
  }

  ReaderNode& node() const { return world_->node_as<ReaderNode>(name_); }
  Positions& positions() const { return node().positions; }
  /// Does something with the node, which then acts on it.
  template <class Work>
  auto turn(Work work) const {
    std::optional<std::invoke_result_t<Work, ReaderNode&>> result;
    world_->turn(name_, [&] {
      result = work(node());
      node().settle(world_->now());
    });
    return *result;
  }

  void assign(const PartitionSet& partitions, SoughtKind from = SoughtKind::beginning) const;
  void seek(const TopicPartition& partition, std::int64_t offset, std::int32_t epoch = -1) const;
  void seek(const TopicPartition& partition, const Sought& to) const;
  Outcome<std::vector<ConsumerRecord>> take(std::size_t most = 500) const;
  /// Lets time pass, and takes what comes, until so many records came or the time is over.
  std::vector<ConsumerRecord> read(std::size_t count, Duration within = std::chrono::seconds(60),
                                   std::size_t most = 500) const;
  /// The same until a failure comes.
  std::optional<Failure> read_failure(Duration within = std::chrono::seconds(60)) const;
  /// Until the partition has a position.
  std::optional<std::int64_t> position(const TopicPartition& partition,
                                       Duration within = std::chrono::seconds(60)) const;

 private:
  sim::Simulation* world_;
  std::string name_;
};

/// "orders-0@5 value": null values as "-".
std::vector<std::string> lines_of(const std::vector<ConsumerRecord>& records);
/// Those of one partition.
std::vector<std::string> lines_of(const std::vector<ConsumerRecord>& records,
                                  const TopicPartition& partition);
/// What append_numbered() wrote, from one offset to below the other.
std::vector<std::string> numbered_lines(const TopicPartition& partition, std::int64_t from,
                                        std::int64_t to);
/// Records with the values "from", "from + 1", ….
std::vector<Record> numbered_records(std::int64_t from, std::int64_t to);

}  // namespace cohort::client
