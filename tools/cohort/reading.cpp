#include "reading.hpp"

#include "record_json.hpp"
#include <cohort/client/call.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace cohort::tool {

namespace {

/// So long a closed standard output goes unnoticed while no record comes.
constexpr Duration glance = milliseconds(100);
/// Who ends a program does not want to wait for a broker that is gone.
constexpr Duration farewell = std::chrono::seconds(10);

/// What is printed is committed here, not what poll() gave.
client::ConsumerConfig without_auto_commit(client::ConsumerConfig config) {
  config.enable_auto_commit = false;
  return config;
}

std::size_t size_of(const client::ConsumerRecord& record) {
  return (record.key ? record.key->size() : 0) + (record.value ? record.value->size() : 0);
}

bool is_rebalancing(const client::Error& error) {
  return error.code() == ErrorCode::rebalance_in_progress;
}

}  // namespace

Reading::Reading(ReadingPlan plan)
    : plan_(std::move(plan)),
      commits_(plan_.config.group_id && plan_.config.enable_auto_commit),
      consumer_(without_auto_commit(plan_.config)),
      signals_([this] { consumer_.wakeup(); }),
      // On a terminal the records are to be seen.
      progress_("read", ::isatty(STDOUT_FILENO) == 0) {}

void Reading::run() {
  std::exception_ptr trouble;
  try {
    start();
    read();
  } catch (const client::Error& error) {
    if (error.kind() != client::FailureKind::canceled) trouble = std::current_exception();
  } catch (...) {
    trouble = std::current_exception();
  }
  try {
    finish();
  } catch (...) {
    if (!trouble) trouble = std::current_exception();
  }
  if (trouble) std::rethrow_exception(trouble);
}

void Reading::start() {
  next_commit_ = now() + plan_.config.auto_commit_interval;
  if (has_group()) {
    subscribe();
  } else {
    assign();
  }
}

void Reading::subscribe() {
  ready_by_ = now() + call_timeout();
  client::RebalanceListener listener{
      .on_assigned = [this](client::Consumer&, const client::PartitionSet&) { be_ready(); },
      .on_revoked =
          [this](client::Consumer&, const client::PartitionSet& partitions) {
            commit_before_loss();
            printed_.forget(partitions);
          },
      .on_lost = [this](client::Consumer&,
                        const client::PartitionSet& partitions) { printed_.forget(partitions); }};
  if (plan_.pattern) {
    consumer_.subscribe_pattern(*plan_.pattern, std::move(listener));
  } else {
    consumer_.subscribe(plan_.topics, std::move(listener));
  }
}

void Reading::assign() {
  client::PartitionSet wanted;
  for (const std::string& topic : plan_.topics) {
    const client::PartitionSet all = consumer_.partitions_for(topic);
    for (const std::int32_t partition : plan_.partitions) {
      const client::TopicPartition one{topic, partition};
      if (all.contains(one)) continue;
      throw std::runtime_error(
          fmt::format("there is no {}: the topic has {} partitions", to_string(one), all.size()));
    }
    std::copy_if(all.begin(), all.end(), std::inserter(wanted, wanted.end()),
                 [&](const client::TopicPartition& one) {
                   return plan_.partitions.empty() || plan_.partitions.contains(one.partition);
                 });
  }
  if (plan_.start) {
    tool::assign(consumer_, wanted, *plan_.start);
  } else {
    consumer_.assign(wanted);
  }
  be_ready();
}

void Reading::be_ready() {
  is_ready_ = true;
  begin_idle_time();
}

void Reading::read() {
  while (!is_enough()) {
    // What is printed waits for more only as long as more is there already.
    const bool is_written = output_.text().empty();
    const std::vector<client::ConsumerRecord> records =
        consumer_.poll(is_written ? patience() : Duration::zero());
    if (records.empty()) {
      write_output();
      look_around();
      if (is_idle()) return;
    } else {
      print(records);
    }
    if (commits_) commit_now_and_then();
    progress_.tick();
  }
}

Duration Reading::patience() const {
  if (!is_ready_ || !plan_.idle) return glance;
  return std::clamp(judge_idle_at_ - now(), Duration::zero(), glance);
}

void Reading::look_around() {
  if (output_.is_closed()) is_output_closed_ = true;
  if (is_ready_ || now() < ready_by_) return;
  throw client::TimedOut(client::timed_out_failure(
      call_timeout(),
      fmt::format("partitions of group {}; {}", *plan_.config.group_id, consumer_.describe())));
}

void Reading::begin_idle_time() {
  last_record_at_ = now();
  if (plan_.idle) judge_idle_at_ = last_record_at_ + *plan_.idle;
}

bool Reading::is_idle() {
  if (!is_ready_ || now() < judge_idle_at_) return false;
  if (has_read_all()) return true;
  judge_idle_at_ = now() + std::max(*plan_.idle, glance);
  if (now() < last_record_at_ + *plan_.idle + call_timeout()) return false;
  throw client::TimedOut(
      client::timed_out_failure(call_timeout(), "records that are there; " + consumer_.describe()));
}

bool Reading::has_read_all() {
  const client::PartitionSet assigned = consumer_.assignment();
  if (assigned.empty()) return true;
  try {
    for (const auto& [partition, end] : consumer_.end_offsets(assigned)) {
      if (consumer_.position(partition) < end) return false;
    }
  } catch (const client::Error&) {
    // A rebalance may have taken it away meanwhile.
    if (consumer_.assignment() != assigned) return false;
    throw;
  }
  return true;
}

bool Reading::is_enough() const {
  return signals_.is_wished() || is_output_closed_ || (plan_.count && records_ >= *plan_.count);
}

void Reading::print(const std::vector<client::ConsumerRecord>& records) {
  begin_idle_time();
  std::uint64_t bytes = 0;
  const std::uint64_t before = records_;
  for (const client::ConsumerRecord& record : records) {
    if (plan_.count && records_ >= *plan_.count) break;
    if (plan_.format) {
      plan_.format->append(output_.text(), record);
    } else {
      append_json(output_.text(), record);
    }
    if (commits_) printed_.buffered(record);
    ++records_;
    bytes += size_of(record);
    if (!output_.is_full()) continue;
    write_output();
    if (is_output_closed_) break;
  }
  progress_.add(records_ - before, bytes);
}

void Reading::write_output() {
  if (is_output_closed_) return;
  // What it throws at was not written, nor what comes after it: neither may be committed.
  is_output_closed_ = true;
  if (!output_.flush()) return;
  printed_.written();
  is_output_closed_ = false;
}

void Reading::commit_now_and_then() {
  if (now() < next_commit_) return;
  next_commit_ = now() + plan_.config.auto_commit_interval;
  write_output();
  try {
    commit(call_timeout());
  } catch (const client::CommitFailed& error) {
    std::cerr << "cohort: not committed: " << error.what() << '\n';
  } catch (const client::Error& error) {
    if (!is_rebalancing(error)) throw;  // Else the next time is soon enough.
  }
}

void Reading::commit(Duration timeout) {
  const client::OffsetsToCommit offsets = printed_.take();
  if (offsets.empty()) return;
  try {
    consumer_.commit(offsets, timeout);
  } catch (const client::CommitFailed&) {
    throw;  // They belong to others.
  } catch (const client::Error&) {
    printed_.put_back(offsets);
    throw;
  }
}

void Reading::commit_before_loss() {
  if (!commits_) return;
  write_output();
  try {
    commit(call_timeout());
  } catch (const client::Error& error) {
    if (error.kind() == client::FailureKind::canceled) throw;
    std::cerr << "cohort: not committed before a rebalance: " << error.what() << '\n';
  }
}

void Reading::commit_at_the_end() {
  const Instant deadline = now() + std::min(call_timeout(), farewell);
  while (true) {
    try {
      return commit(std::max(deadline - now(), Duration::zero()));
    } catch (const client::Error& error) {
      // Of a signal that came while nothing waited; there is only one.
      if (error.kind() == client::FailureKind::canceled) continue;
      if (!is_rebalancing(error) || now() >= deadline) throw;
    }
    // The rebalance comes to its end by poll() alone; its records, if any, are nobody's yet.
    consumer_.poll(glance);
  }
}

void Reading::finish() {
  std::exception_ptr trouble;
  try {
    write_output();
    if (commits_) commit_at_the_end();
  } catch (...) {
    trouble = std::current_exception();
  }
  signals_.call_nobody();
  consumer_.close(std::min(call_timeout(), farewell));
  if (trouble) std::rethrow_exception(trouble);
}

}  // namespace cohort::tool
