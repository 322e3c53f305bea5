#include "load/latency_round.hpp"

#include "load/figure_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <thread>
#include <utility>

namespace cohort::load {

namespace {

void raise(std::atomic<std::uint64_t>& most, std::uint64_t value) {
  std::uint64_t before = most;
  while (before < value && !most.compare_exchange_weak(before, value)) {
  }
}

}  // namespace

LatencyRound::LatencyRound(LoadStage& stage, std::string topic)
    : stage_(stage), topic_(std::move(topic)), partitions_(stage.partitions_of(topic_)) {
  for (int sender = 0; sender < stage.options().producers; ++sender) {
    // A delivery that is asked for takes the sender's time; a record that is lost does not arrive.
    senders_.push_back(
        {.producer = client::Producer(stage.prompt_producer(), {.keeps_deliveries = false}),
         .payload = Payload(stage.options().record_size)});
  }
  for (int receiver = 0; receiver < *stage.options().consumers; ++receiver) {
    receivers_.push_back({.consumer = client::Consumer(stage.consumer())});
  }
  std::vector<client::PartitionSet> shares(receivers_.size());
  for (std::int32_t partition = 0; partition < partitions_; ++partition) {
    shares[static_cast<std::size_t>(partition) % shares.size()].insert({topic_, partition});
  }
  for (std::size_t at = 0; at < receivers_.size(); ++at) {
    if (shares[at].empty()) continue;
    client::Consumer& consumer = receivers_[at].consumer;
    consumer.assign(shares[at]);
    consumer.seek_to_end(shares[at]);
    for (const client::TopicPartition& partition : shares[at]) {
      static_cast<void>(consumer.position(partition));
    }
  }
}

Round LatencyRound::run(const RoundLimits& limits) {
  for (Receiver& receiver : receivers_) {
    receiving_.start([this, &receiver] { receive(receiver); });
  }
  std::optional<Round> round;
  std::exception_ptr trouble;
  try {
    warm_up();
    round.emplace();
    const Expense expense(stage_);
    constexpr Clock::duration lead = std::chrono::milliseconds(10);
    const Pace pace(Clock::now() + lead, *stage_.options().rate);
    for (std::size_t sender = 0; sender < senders_.size(); ++sender) {
      sending_.start([this, sender, pace, limits] { send(sender, pace, limits); });
    }
    sending_.wait([this] {
      stage_.line().show(fmt::format("{} sent, {} under way", sent_.load(), sent_ - received_));
    });
    await_arrivals();
    stage_.line().hide();
    const std::uint64_t bytes = received_ * stage_.options().record_size;
    const Clock::time_point last{Clock::duration(last_arrival_.load())};
    add_throughput(*round, {.records = received_,
                            .bytes = bytes,
                            .time = std::max(last, pace.start()) - pace.start()});
    expense.add_to(*round, static_cast<double>(bytes));
  } catch (...) {
    trouble = std::current_exception();
  }
  is_over_ = true;
  receiving_.wait([] {});
  if (trouble) std::rethrow_exception(trouble);
  LatencyHistogram times;
  for (const Receiver& receiver : receivers_) times.merge(receiver.times);
  round->add("latency", times);
  round->add("most_under_way", static_cast<double>(most_under_way_));
  for (const Crew* crew : {&sending_, &receiving_}) {
    for (const std::string& failure : crew->failures()) round->fail(failure);
  }
  // Some may have come twice.
  const std::uint64_t missing = sent_ > received_ ? sent_ - received_ : 0;
  round->add("missing_records", static_cast<double>(missing));
  if (is_overrun_) {
    round->fail(fmt::format("the rate of {} records/s can't be held: {} records were under way",
                            *stage_.options().rate, most_under_way_.load()));
  } else if (missing > 0 && !stage_.is_stopped()) {
    round->fail(fmt::format("{} of {} records did not arrive", missing, sent_.load()));
  }
  round->is_stopped = stage_.is_stopped();
  return *std::move(round);
}

void LatencyRound::warm_up() {
  for (Sender& sender : senders_) {
    for (std::int32_t partition = 0; partition < partitions_; ++partition) {
      sender.producer.deliver(
          {.topic = topic_, .partition = partition, .value = sender.payload.marked({})});
    }
  }
  const std::uint64_t wanted = senders_.size() * static_cast<std::size_t>(partitions_);
  const Clock::time_point deadline = Clock::now() + stage_.patience();
  while (warmed_ < wanted && !stage_.is_stopped()) {
    constexpr milliseconds glance(1);
    std::this_thread::sleep_for(glance);
    if (Clock::now() > deadline) throw std::runtime_error("the first records did not arrive");
  }
}

void LatencyRound::send(std::size_t sender, const Pace& pace, const RoundLimits& limits) {
  Sender& self = senders_[sender];
  for (std::uint64_t number = sender; !limits.records || number < *limits.records;
       number += senders_.size()) {
    const Clock::time_point due = pace.due(number);
    if (limits.time && due - pace.start() >= *limits.time) return;
    Clock::time_point now = Clock::now();
    // A slow rate's next record may be far.
    constexpr Clock::duration nap = std::chrono::milliseconds(100);
    while (now < due && !stage_.is_stopped()) {
      sleep_exactly_until(std::min(due, now + nap));
      now = Clock::now();
    }
    if (stage_.is_stopped() || is_overrun_ || is_behind(due, now)) return;
    self.producer.send(
        {.topic = topic_,
         .partition = static_cast<std::int32_t>(number % static_cast<std::uint64_t>(partitions_)),
         .value = self.payload.marked({.number = number, .due = due})});
    ++sent_;
  }
}

bool LatencyRound::is_behind(Clock::time_point due, Clock::time_point now) {
  const std::uint64_t received = received_;
  const std::uint64_t sent = sent_;
  // It may have arrived before it was counted as sent.
  const std::uint64_t under_way = sent > received ? sent - received : 0;
  const double rate = *stage_.options().rate;
  const double late = std::chrono::duration<double>(now - due).count() * rate;
  raise(most_under_way_, under_way + static_cast<std::uint64_t>(late));
  constexpr double never_many = 100;
  const double bound = std::max(stage_.options().most_behind * rate, never_many);
  if (static_cast<double>(under_way) + late <= bound) return false;
  is_overrun_ = true;
  return true;
}

void LatencyRound::await_arrivals() {
  const Clock::time_point deadline = Clock::now() + stage_.patience();
  while (received_ < sent_ && !stage_.is_stopped() && Clock::now() < deadline) {
    constexpr milliseconds glance(1);
    std::this_thread::sleep_for(glance);
  }
}

void LatencyRound::receive(Receiver& receiver) {
  if (receiver.consumer.assignment().empty()) return;
  while (!is_over_) {
    constexpr milliseconds glance(100);
    take(receiver, receiver.consumer.poll(glance));
  }
}

void LatencyRound::take(Receiver& receiver, const std::vector<client::ConsumerRecord>& records) {
  const Clock::time_point now = Clock::now();
  std::uint64_t counted = 0;
  for (const client::ConsumerRecord& record : records) {
    const std::optional<RecordMark> mark =
        record.value ? RecordMark::of(*record.value) : std::nullopt;
    if (!mark) continue;
    if (!mark->due) {
      ++warmed_;
      continue;
    }
    receiver.times.add(now - *mark->due);
    ++counted;
  }
  if (counted == 0) return;
  last_arrival_ = now.time_since_epoch().count();
  received_ += counted;
}

}  // namespace cohort::load
