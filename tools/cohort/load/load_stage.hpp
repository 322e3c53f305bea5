// LoadStage: where a load takes place: the broker, what is made there, and who wishes to stop.
#pragma once

#include "load/load_options.hpp"
#include "load/load_result.hpp"
#include "load/payload.hpp"
#include "load/process_figures.hpp"
#include "status_line.hpp"
#include "stop_signals.hpp"
#include <cohort/client/admin.hpp>
#include <cohort/client/consumer_config.hpp>
#include <cohort/client/producer_config.hpp>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace cohort::load {

/// Where a round ends, whichever comes first.
struct RoundLimits {
  std::optional<std::uint64_t> records{};
  std::optional<Clock::duration> time{};
};

/// One run of the command. Clients' threads may ask is_stopped(), all else is the main thread's.
class LoadStage {
 public:
  /// Throws tool::UsageError and client::ConfigError.
  explicit LoadStage(const LoadOptions& options);
  /// Deletes what was made and has not been deleted, unless that is to be kept.
  ~LoadStage();
  LoadStage(const LoadStage&) = delete;
  LoadStage& operator=(const LoadStage&) = delete;

  const LoadOptions& options() const { return options_; }
  bool is_stopped() const { return signals_.is_wished(); }
  /// So long anything may take: less for who wishes to stop.
  Clock::duration patience() const { return is_stopped() ? farewell_ : patience_; }
  bool is_too_long_since(Clock::time_point began) const {
    return Clock::now() - began > patience();
  }
  tool::StatusLine& line() { return line_; }
  client::Admin& admin() { return *admin_; }

  /// A new topic, or the one that was named. Throws client::Error.
  std::string make_topic();
  /// The number of its partitions. Throws client::Error.
  std::int32_t partitions_of(const std::string& topic);
  void drop_topic(const std::string& topic);
  /// A name for a group; whoever uses it drops it.
  std::string new_group();
  /// Unless it still has a member: then at the end.
  void drop_group(const std::string& group);

  /// Fills batches, or sends each record at once.
  client::ProducerConfig bulk_producer() const;
  client::ProducerConfig prompt_producer() const;
  /// Reads from the beginning. Of no group if it is empty.
  client::ConsumerConfig consumer(const std::string& group = {}) const;
  /// The settings that make results comparable.
  std::vector<std::pair<std::string, std::string>> settings() const;

 private:
  void drop_all();
  /// Those that still have a member stay.
  void delete_groups(const std::vector<std::string>& groups);

  LoadOptions options_;
  Clock::duration patience_;
  Duration farewell_;  ///< So long a deletion may take.
  std::unique_ptr<client::Admin> admin_;
  tool::StatusLine line_;
  tool::StopSignals signals_;
  std::vector<std::string> topics_;
  std::vector<std::string> groups_;
};

/// What clients and broker took from its making on.
class Expense {
 public:
  explicit Expense(const LoadStage& stage);
  /// Adds CPU times and memory; `payload_bytes`, if there are some, tells the CPU time for a GB.
  void add_to(Round& round, double payload_bytes) const;

 private:
  void add_broker(Round& round, const ProcessFigures& now, double payload_bytes) const;

  const std::vector<pid_t>& processes_;
  ProcessFigures before_;
  std::chrono::nanoseconds own_before_;
};

/// Adds `records`, `seconds` and their rates to a round.
struct Throughput {
  std::uint64_t records = 0;
  std::uint64_t bytes = 0;
  Clock::duration time{};
};
void add_throughput(Round& round, const Throughput& throughput);

}  // namespace cohort::load
