// Runtime, Driver: who runs a client's Node, sockets or a simulation, so that the same calling code
// runs over both.
#pragma once

#include <cohort/node/instant.hpp>
#include <cohort/node/node.hpp>
#include <cohort/sim/simulation.hpp>

#include <cstdint>
#include <functional>
#include <memory>

namespace cohort::client {

/// Runs one Node and lets its owner wait for it. The owner's calls come from one thread at a time.
class Driver {
 public:
  virtual ~Driver() = default;
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;

  /// Runs `work` between two calls of the node, then carries out what the node wants. Returns when
  /// it was run; what it throws is thrown here.
  virtual void turn(const std::function<void(Node& node, Instant now)>& work) = 0;
  /// Lets things happen until the predicate holds, looking after everything that happens to the
  /// node; false if it does not by `deadline`. It looks at once, and so also when `deadline` has
  /// passed. Where a thread of its own runs the node, `holds` runs there; what it throws is thrown
  /// here. It leaves the node as it is: turn() is for changes.
  virtual bool run_until(const std::function<bool(Node& node, Instant now)>& holds,
                         Instant deadline) = 0;
  virtual Instant now() = 0;
  /// As turn(), but where a thread of its own runs the node, without waiting for it: in the order
  /// of the calls of both. Nobody hears what it throws. REQUIRES: what it touches outlives the
  /// driver.
  virtual void post(const std::function<void(Node& node, Instant now)>& work) { turn(work); }

 protected:
  Driver() = default;
};

/// Where clients run: makes a Driver for each.
class Runtime {
 public:
  virtual ~Runtime() = default;
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;

  /// The driver owns the node, and runs it until it goes itself.
  virtual std::unique_ptr<Driver> run(std::unique_ptr<Node> node) = 0;
  virtual Instant now() = 0;
  /// Lets so much time pass: of a simulation, for all that is in it; over sockets, real time.
  virtual void pause(Duration by) = 0;

 protected:
  Runtime() = default;
};

/// In a simulation: waiting lets its world go on, the other nodes with it. A node stays in the
/// world when its driver goes, as what is left of a process that was killed: its links are closed,
/// and nothing happens to it any more. REQUIRES: the world outlives the runtime and its drivers,
/// and stays where it is.
class VirtualRuntime final : public Runtime {
 public:
  explicit VirtualRuntime(sim::Simulation& world) : world_(&world) {}

  std::unique_ptr<Driver> run(std::unique_ptr<Node> node) override;
  Instant now() override { return world_->now(); }
  void pause(Duration by) override { world_->advance(by); }

 private:
  sim::Simulation* world_;
  std::uint64_t last_number_ =
      0;  ///< Of the names "client-1", …; those that are taken are left out.
};

/// Over TCP: a thread for each client, which goes on while the caller does something else.
class SocketRuntime final : public Runtime {
 public:
  SocketRuntime() = default;

  std::unique_ptr<Driver> run(std::unique_ptr<Node> node) override;
  Instant now() override;
  void pause(Duration by) override;
};

}  // namespace cohort::client
