// LoadMember: one member of a load's group, with the thread that polls for it.
#pragma once

#include "load/mortal_runtime.hpp"
#include "load/ownership_board.hpp"
#include <cohort/client/consumer.hpp>

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace cohort::load {

using OnRecords = std::function<void(const std::vector<client::ConsumerRecord>&)>;

/// How a member ends.
enum class Ending : std::uint8_t {
  none,
  leave,  ///< It closes its consumer, which commits and tells the group.
  die,    ///< Its connections end, and nobody is told.
};

class LoadMember {
 public:
  struct Plan {
    int number = 0;
    std::string topic;
    OnRecords on_records{};                ///< Called in the member's thread.
    std::function<Duration()> patience{};  ///< So long it may take to leave.
  };

  /// Joins. REQUIRES: the board outlives it.
  LoadMember(const client::ConsumerConfig& config, OwnershipBoard& board, Plan plan);
  /// Leaves, unless it has ended, and waits for that.
  ~LoadMember();
  LoadMember(const LoadMember&) = delete;
  LoadMember& operator=(const LoadMember&) = delete;

  /// Soon; it is off the board at once.
  void end(Ending how);
  /// Waits until it has ended. What it failed with, or nothing.
  std::string wait();
  int number() const { return plan_.number; }

 private:
  void run();
  void subscribe();

  OwnershipBoard& board_;
  Plan plan_;
  MortalRuntime runtime_;
  client::Consumer consumer_;
  std::atomic<Ending> ending_ = Ending::none;
  std::string failure_;  ///< The thread's, until it has ended.
  std::thread thread_;
};

}  // namespace cohort::load
