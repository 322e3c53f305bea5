#include "load/soak_run.hpp"

#include "load/figure_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>

namespace cohort::load {

namespace {

Clock::duration from_seconds(double seconds) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

/// Nothing if there are none, or they are gone.
std::optional<double> resident_bytes_of(const std::vector<pid_t>& processes) {
  if (processes.empty()) return std::nullopt;
  try {
    return static_cast<double>(figures_of(processes).resident_bytes);
  } catch (const std::runtime_error&) {
    return std::nullopt;
  }
}

}  // namespace

SoakRun::SoakRun(LoadStage& stage, std::string topic)
    : stage_(stage),
      topic_(std::move(topic)),
      group_(stage.new_group()),
      partitions_(stage.partitions_of(topic_)),
      consumer_config_(stage.consumer(group_)),
      ledger_(partitions_),
      board_(static_cast<std::size_t>(partitions_)) {
  const int producers = std::min(stage.options().producers, partitions_);
  for (int producer = 0; producer < producers; ++producer) {
    producers_.emplace_back(stage.prompt_producer());
    static_cast<void>(producers_.back().partitions_for(topic_));
  }
}

Round SoakRun::run(Clock::duration time) {
  Round round;
  const LoadOptions& options = stage_.options();
  for (int member = 0; member < *options.consumers; ++member) add_member();
  const auto is_stopped = [this] { return stage_.is_stopped(); };
  const bool is_formed =
      board_.await_settled(Clock::now() + stage_.patience(), is_stopped).has_value();
  if (!is_formed) failures_.push_back("the group did not form in time: " + board_.describe());
  const Expense expense(stage_);
  began_ = Clock::now();
  next_change_ = began_ + from_seconds(options.change_every);
  next_report_ = began_ + from_seconds(options.report_every);
  const Pace pace(began_, *options.rate);
  for (std::size_t sender = 0; is_formed && sender < producers_.size(); ++sender) {
    sending_.start([this, sender, pace, time] { send(sender, pace, time); });
  }
  sending_.wait([this] {
    try {
      look_after(Clock::now());
    } catch (const std::exception& error) {
      failures_.push_back(error.what());
      is_over_ = true;
    }
  });
  if (is_formed) await_readers();
  const Clock::duration took = Clock::now() - began_;
  report(Clock::now());
  add_throughput(round, {.records = ledger_.sums().read,
                         .bytes = ledger_.sums().read * options.record_size,
                         .time = took});
  expense.add_to(round, static_cast<double>(ledger_.sums().read * options.record_size));
  end_all();
  add_sums(round);
  round.is_stopped = stage_.is_stopped();
  stage_.drop_group(group_);
  return round;
}

void SoakRun::send(std::size_t sender, const Pace& pace, Clock::duration time) {
  client::Producer& producer = producers_[sender];
  Payload payload(stage_.options().record_size);
  std::vector<std::uint64_t> numbers(static_cast<std::size_t>(partitions_));
  Clock::time_point next_look = pace.start();
  const std::size_t own = (numbers.size() - sender + producers_.size() - 1) / producers_.size();
  for (std::uint64_t number = sender; !is_over(); number += producers_.size()) {
    const Clock::time_point due = pace.due(number);
    if (due - pace.start() >= time) break;
    constexpr Clock::duration nap = std::chrono::milliseconds(100);
    while (Clock::now() < due && !is_over()) {
      sleep_exactly_until(std::min(due, Clock::now() + nap));
    }
    const std::size_t turn = number / producers_.size() % own;
    const std::size_t partition = sender + turn * producers_.size();
    const std::uint64_t counted = numbers[partition]++;
    producer.send({.topic = topic_,
                   .partition = static_cast<std::int32_t>(partition),
                   .value = payload.marked({.number = counted, .due = due}),
                   .tag = counted});
    ++sent_;
    if (Clock::now() < next_look) continue;
    take_deliveries(producer);
    next_look = Clock::now() + nap;
  }
  const Clock::time_point began = Clock::now();
  while (producer.unfinished() > 0 && !stage_.is_too_long_since(began)) {
    constexpr milliseconds glance(10);
    producer.poll(glance);
  }
  take_deliveries(producer);
}

void SoakRun::note(const std::string& failure) {
  const std::lock_guard locked(noting_);
  if (write_failure_.empty()) write_failure_ = failure;
}

void SoakRun::take_deliveries(client::Producer& producer) {
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(partitions_));
  for (const client::Delivery& delivery : producer.take_deliveries()) {
    if (delivery.is_delivered()) {
      ++counts[static_cast<std::size_t>(delivery.partition.partition)];
    } else {
      ledger_.failed_to_write(delivery.partition.partition, delivery.tag);
      note(client::Error(*delivery.failure).what());
    }
  }
  for (std::int32_t partition = 0; partition < partitions_; ++partition) {
    ledger_.wrote(partition, counts[static_cast<std::size_t>(partition)]);
  }
}

void SoakRun::add_member() {
  members_.push_back(std::make_unique<LoadMember>(
      consumer_config_, board_,
      LoadMember::Plan{.number = next_number_++,
                       .topic = topic_,
                       .on_records =
                           [this](const std::vector<client::ConsumerRecord>& records) {
                             ledger_.read(records, Clock::now());
                           },
                       .patience = [this] { return stage_.patience(); }}));
}

void SoakRun::change_group() {
  // What changed before should have come to rest by now.
  if (!board_.await_settled(Clock::now(), [] { return true; })) ++unsettled_;
  constexpr std::uint64_t kinds = 4;
  const std::uint64_t kind = changes_++ % kinds;
  if (kind % 2 == 0) return add_member();
  // The oldest one leaves, the newest one dies.
  if (kind == 1) return end_member(0, Ending::leave);
  end_member(members_.size() - 1, Ending::die);
}

void SoakRun::end_member(std::size_t place, Ending how) {
  members_[place]->end(how);
  if (const std::string failure = members_[place]->wait(); !failure.empty()) {
    failures_.push_back(failure);
  }
  members_.erase(members_.begin() + static_cast<std::ptrdiff_t>(place));
}

void SoakRun::look_after(Clock::time_point now) {
  if (stage_.options().change_every > 0 && now >= next_change_) {
    next_change_ += from_seconds(stage_.options().change_every);
    change_group();
  }
  if (now < next_report_) return;
  next_report_ += from_seconds(stage_.options().report_every);
  report(now);
  trim(now);
}

void SoakRun::report(Clock::time_point now) {
  const LatencyHistogram times = ledger_.take_times();
  times_.merge(times);
  const RecordLedger::Sums sums = ledger_.sums();
  constexpr double most = 99;
  std::string text = fmt::format(
      "{:>6.0f} s  sent {}  read {}  behind {}  p99 {}  members {}  generation {}  again {}  "
      "lost {}  doubled {}  out of order {}",
      std::chrono::duration<double>(now - began_).count(), tool::with_commas(sent_),
      tool::with_commas(sums.read), ledger_.behind(), time_text(times.percentile(most)),
      board_.members(), board_.generation(), sums.reread, sums.lost, sums.doubled,
      sums.out_of_order);
  if (const std::optional<double> memory = resident_bytes_of(stage_.options().processes)) {
    memory_.push_back(*memory);
    text += "  broker " + bytes_text(*memory);
  }
  std::cerr << text << '\n';
}

void SoakRun::trim(Clock::time_point now) {
  if (!is_trimmed_) return;
  reported_.push_back({.at = now, .next_offsets = ledger_.next_offsets()});
  // A member that has died has read more than it committed, and somebody reads that again when its
  // session is over and the group has settled.
  constexpr Clock::duration margin = std::chrono::seconds(10);
  const Clock::duration kept = 3 * consumer_config_.session_timeout + margin;
  if (now - reported_.front().at < kept) return;
  std::map<client::TopicPartition, std::int64_t> before;
  for (std::int32_t partition = 0; partition < partitions_; ++partition) {
    before[{topic_, partition}] =
        reported_.front().next_offsets[static_cast<std::size_t>(partition)];
  }
  reported_.pop_front();
  for (const auto& [partition, outcome] : stage_.admin().delete_records(before)) {
    if (!outcome.has_error()) continue;
    failures_.push_back(client::Error(outcome.error()).what());
    // The next ones would fail as well, each with as many sentences.
    is_trimmed_ = false;
    return;
  }
}

void SoakRun::await_readers() {
  const Clock::time_point deadline = Clock::now() + stage_.patience();
  while (ledger_.behind() > 0 && Clock::now() < deadline && !stage_.is_stopped()) {
    constexpr milliseconds glance(10);
    std::this_thread::sleep_for(glance);
  }
}

void SoakRun::end_all() {
  for (const auto& member : members_) member->end(Ending::leave);
  while (!members_.empty()) end_member(0, Ending::leave);
}

void SoakRun::add_sums(Round& round) const {
  const RecordLedger::Sums sums = ledger_.sums();
  round.add("latency", times_);
  const std::vector<std::pair<std::string, std::uint64_t>> counts{
      {"written_records", sums.written},
      {"unwritten_records", sums.unwritten},
      {"lost_records", sums.lost},
      {"unread_records", ledger_.behind()},
      {"doubled_records", sums.doubled},
      {"out_of_order_records", sums.out_of_order},
      {"reread_records", sums.reread},
      {"group_changes", changes_},
      {"changes_before_it_was_settled", unsettled_},
      {"generations", static_cast<std::uint64_t>(std::max(board_.generation(), 0))}};
  for (const auto& [name, count] : counts) round.add(name, static_cast<double>(count));
  if (memory_.size() > 1) {
    round.add("broker_first_bytes", memory_.front());
    round.add("broker_last_bytes", memory_.back());
  }
  round.failures = failures_;
  for (const std::string& failure : sending_.failures()) round.fail(failure);
  const bool has_unread = ledger_.behind() > 0 && !stage_.is_stopped();
  if (has_unread) round.fail(fmt::format("{} records were not read in time", ledger_.behind()));
  if (sums.is_good()) return;
  if (!write_failure_.empty()) round.fail(write_failure_);
  round.fail(fmt::format("{} records were not written, {} lost, {} doubled, {} out of order",
                         sums.unwritten, sums.lost, sums.doubled, sums.out_of_order));
}

}  // namespace cohort::load
