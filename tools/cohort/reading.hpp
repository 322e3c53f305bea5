// Reading: one run of `cohort consume`.
#pragma once

#include "printed_offsets.hpp"
#include "progress_line.hpp"
#include "record_format.hpp"
#include "standard_output.hpp"
#include "start_offset.hpp"
#include "stop_signals.hpp"
#include <cohort/client/consumer.hpp>

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace cohort::tool {

/// What to read, how to print it, and when it is enough.
struct ReadingPlan {
  client::ConsumerConfig config;
  std::set<std::string> topics{};
  std::optional<std::string> pattern{};  ///< Instead of topics, of whole names.
  std::set<std::int32_t> partitions{};   ///< Empty: all.
  std::optional<StartOffset> start{};    ///< Null: as the configuration says.
  std::optional<std::uint64_t> count{};  ///< So many records.
  std::optional<Duration> idle{};        ///< Until nothing came for so long.
  std::optional<RecordFormat> format{};  ///< Null: as JSON.
};

/// With a group what is printed is committed, and nothing that is not.
class Reading {
 public:
  explicit Reading(ReadingPlan plan);

  /// Throws what reading fails with, after it has committed and left the group.
  void run();

 private:
  bool has_group() const { return plan_.config.group_id.has_value(); }
  Duration call_timeout() const { return plan_.config.client.default_api_timeout; }
  Instant now() const { return consumer_.now(); }

  void start();
  void subscribe();
  void assign();
  /// There is something to read from, or it is certain that there is nothing.
  void be_ready();

  void read();
  bool is_enough() const;
  void print(const std::vector<client::ConsumerRecord>& records);
  void write_output();
  /// How long to wait for records.
  Duration patience() const;
  /// Throws TimedOut if the group has not been joined for too long.
  void look_around();
  void begin_idle_time();
  /// Throws TimedOut if nobody answers, or what is there does not come: then it is not the topics
  /// that are idle.
  bool is_idle();
  bool has_read_all();

  void commit_now_and_then();
  /// Throws client::Error.
  void commit(Duration timeout);
  /// For when others wait for this member: a failure is told and forgotten.
  void commit_before_loss();
  void finish();
  void commit_at_the_end();

  ReadingPlan plan_;
  bool commits_;
  client::Consumer consumer_;
  StopSignals signals_;
  StandardOutput output_;
  PrintedOffsets printed_;
  ProgressLine progress_;
  std::uint64_t records_ = 0;
  bool is_output_closed_ = false;
  bool is_ready_ = false;
  Instant ready_by_ = Instant::never();
  Instant last_record_at_;
  Instant judge_idle_at_ = Instant::never();
  Instant next_commit_;
};

}  // namespace cohort::tool
