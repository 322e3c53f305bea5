// SoakRun: records that are sent and read for a long time, in a group that changes, all checked.
#pragma once

#include "load/crew.hpp"
#include "load/load_member.hpp"
#include "load/load_stage.hpp"
#include "load/pace.hpp"
#include "load/record_ledger.hpp"
#include <cohort/client/producer.hpp>

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace cohort::load {

/// Used once.
class SoakRun {
 public:
  SoakRun(LoadStage& stage, std::string topic);

  Round run(Clock::duration time);

 private:
  struct Reported {
    Clock::time_point at;
    std::vector<std::int64_t> next_offsets;
  };

  /// Has every so many-th partition, and all records of it.
  void send(std::size_t sender, const Pace& pace, Clock::duration time);
  void take_deliveries(client::Producer& producer);
  /// Why a record was not written, if it is the first one. Any thread.
  void note(const std::string& failure);
  bool is_over() const { return is_over_ || stage_.is_stopped(); }
  void add_member();
  /// One member comes, leaves, comes, dies, and so on.
  void change_group();
  void end_member(std::size_t place, Ending how);
  /// What happens while records are sent.
  void look_after(Clock::time_point now);
  void report(Clock::time_point now);
  /// Deletes what was read long ago, so that the log does not grow with the time.
  void trim(Clock::time_point now);
  void await_readers();
  void end_all();
  void add_sums(Round& round) const;

  LoadStage& stage_;
  std::string topic_;
  std::string group_;
  std::int32_t partitions_;
  client::ConsumerConfig consumer_config_;
  RecordLedger ledger_;
  OwnershipBoard board_;
  std::deque<client::Producer> producers_;
  std::vector<std::unique_ptr<LoadMember>> members_;
  std::vector<std::string> failures_;
  std::mutex noting_;
  std::string write_failure_;
  int next_number_ = 1;
  std::uint64_t changes_ = 0;
  std::uint64_t unsettled_ = 0;
  std::atomic<std::uint64_t> sent_ = 0;
  std::atomic<bool> is_over_ = false;  ///< It makes no sense to go on.
  Clock::time_point began_{};
  Clock::time_point next_change_{};
  Clock::time_point next_report_{};
  std::deque<Reported> reported_;
  bool is_trimmed_ = true;  ///< What was read is deleted.
  LatencyHistogram times_;
  std::vector<double> memory_;  ///< Bytes of the broker's, at each report.
  Crew sending_;                ///< Goes first: its threads use the others.
};

}  // namespace cohort::load
