// ExactlyOnceWorld: processors that consume, transform and produce in virtual time, each of which
// may be killed or stopped at any step, and the rules that hold at every step all the same.
#pragma once

#include <cohort/broker/virtual_broker.hpp>
#include <cohort/client/consumer.hpp>
#include <cohort/client/producer.hpp>
#include <cohort/client/runtime.hpp>

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace cohort::client {

/// Thrown out of a client's call at the step at which it is stopped.
struct Stopped {};

/// Runs clients in the world until they have taken so many steps, all together; a step is anything
/// that happens while one of them waits.
class MortalRuntime final : public Runtime {
 public:
  MortalRuntime(sim::Simulation& world, std::function<void()> after_step)
      : inner_(world), after_step_(std::move(after_step)) {}

  std::unique_ptr<Driver> run(std::unique_ptr<Node> node) override;
  Instant now() override { return inner_.now(); }
  void pause(Duration by) override { inner_.pause(by); }

  /// The step so many steps from now throws Stopped; once, unless it is taken back.
  void stop_after(std::uint64_t steps) { stops_at_ = steps_ + steps; }
  void stop_never() { stops_at_ = std::numeric_limits<std::uint64_t>::max(); }
  std::uint64_t steps() const { return steps_; }
  void count_step();
  void look() { after_step_(); }

 private:
  VirtualRuntime inner_;
  std::function<void()> after_step_;
  std::uint64_t steps_ = 0;
  std::uint64_t stops_at_ = std::numeric_limits<std::uint64_t>::max();
};

struct ExactlyOnceOptions {
  std::int32_t brokers = 1;
  std::uint64_t seed = 1;
  Duration latency = milliseconds(1);
};

/// A topic `in` of two partitions with four records, and `out`, where the output of a record is
/// "partition:offset" in the partition of the same number.
class ExactlyOnceWorld {
 public:
  static constexpr int inputs = 4;
  static constexpr const char* group = "billing";

  explicit ExactlyOnceWorld(const ExactlyOnceOptions& options = {});
  ExactlyOnceWorld(const ExactlyOnceWorld&) = delete;
  ExactlyOnceWorld& operator=(const ExactlyOnceWorld&) = delete;

  /// Whether the group has committed all inputs.
  bool is_done();
  /// Offsets and outputs move together, no output comes twice, and the stable offset never goes
  /// back: looked at after each step. What was wrong first, or nothing.
  const std::string& violation() const { return violation_; }
  /// What a read_committed consumer reads in the end, sorted.
  std::vector<std::string> outputs();
  /// All there should be.
  static std::vector<std::string> all_outputs();
  std::string digest() const { return broker.world().digest().hex(); }

  broker::VirtualBroker broker;
  MortalRuntime runtime;

 private:
  void check();
  /// In front of a commit's marker, sorted.
  std::vector<std::string> committed_outputs(std::int32_t partition) const;

  std::map<std::int32_t, std::int64_t> stable_;
  std::string violation_;
};

/// A consumer of the group and a transactional producer, as an application has them: what can only
/// be aborted is, and read again.
class Processor {
 public:
  Processor(ExactlyOnceWorld& world, const std::string& transactional_id);

  /// Polls once, and processes what came in one transaction. Throws Error of kind `fatal` when it
  /// has to be made anew.
  void step();
  /// What an application does that was only interrupted: a commit goes on, all else is aborted and
  /// read again.
  void go_on();
  /// Until the group has committed everything, for five minutes at most.
  void run();

 private:
  void commit();
  void abort();

  ExactlyOnceWorld* world_;
  Consumer consumer_;
  Producer producer_;
  bool is_ready_ = false;
  bool is_open_ = false;
  bool is_committing_ = false;
};

/// Makes processors until one of them has done all there is to do.
void process_the_rest(ExactlyOnceWorld& world, const std::string& transactional_id);

}  // namespace cohort::client
