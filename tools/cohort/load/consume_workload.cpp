#include "load/bulk_sending.hpp"
#include "load/workload.hpp"
#include "progress_line.hpp"
#include <cohort/client/consumer.hpp>

#include <fmt/format.h>

#include <atomic>
#include <deque>
#include <map>
#include <stdexcept>

namespace cohort::load {

namespace {

using client::TopicPartition;

/// The offset where each partition ended when the reading began. Not each offset before it has a
/// record: some are markers of transactions, or were compacted away.
using Ends = std::map<TopicPartition, std::int64_t>;

/// One consumer and what it has read.
struct ReadingLane {
  client::Consumer consumer;
  client::PartitionSet partitions{};
  Ends unread{};  ///< Of those partitions whose end was not reached yet.
  std::map<std::int32_t, std::int64_t> last_offsets{};
  LatencyHistogram poll_times{};
  std::uint64_t disordered = 0;
};

/// One round: all consumers read what is there.
class BulkReading {
 public:
  BulkReading(LoadStage& stage, const Ends& ends) : stage_(stage) {
    const int consumers = *stage.options().consumers;
    for (int lane = 0; lane < consumers; ++lane) {
      lanes_.push_back({.consumer = client::Consumer(stage.consumer())});
    }
    std::size_t turn = 0;
    for (const auto& [partition, end] : ends) {
      ReadingLane& lane = lanes_[turn++ % lanes_.size()];
      lane.partitions.insert(partition);
      lane.unread.emplace(partition, end);
    }
    // Connected, and the topic is known.
    for (ReadingLane& lane : lanes_) {
      static_cast<void>(lane.consumer.partitions_for(ends.begin()->first.topic));
    }
  }

  Round run(const RoundLimits& limits) {
    Round round;
    const Expense expense(stage_);
    began_ = Clock::now();
    for (ReadingLane& lane : lanes_) {
      if (!lane.unread.empty()) crew_.start([this, &lane, limits] { read(lane, limits); });
    }
    crew_.wait([this] {
      stage_.line().show(tool::progress_text("read", records_, bytes_, Clock::now() - began_));
    });
    const Clock::time_point ended{Clock::duration(ended_.load())};
    stage_.line().hide();
    const Throughput throughput{
        .records = records_, .bytes = bytes_, .time = std::max(ended, began_) - began_};
    add_throughput(round, throughput);
    expense.add_to(round, static_cast<double>(bytes_));
    add_lanes(round);
    round.is_stopped = stage_.is_stopped();
    return round;
  }

 private:
  void read(ReadingLane& lane, const RoundLimits& limits) {
    lane.consumer.assign(lane.partitions);
    lane.consumer.seek_to_beginning();
    Clock::time_point last = Clock::now();
    while (!lane.unread.empty() && !stage_.is_stopped()) {
      constexpr milliseconds glance(100);
      const Clock::time_point before = Clock::now();
      if (limits.time && before - began_ >= *limits.time) return;
      const std::vector<client::ConsumerRecord> records = lane.consumer.poll(glance);
      const Clock::time_point now = Clock::now();
      if (records.empty() && now - last > stage_.patience()) {
        throw std::runtime_error(fmt::format("{} partitions were not read to their ends; {}",
                                             lane.unread.size(), lane.consumer.describe()));
      }
      if (records.empty()) {
        forget_what_is_read(lane);
        continue;
      }
      last = now;
      lane.poll_times.add(now - before);
      take(lane, records);
      if (ended_ < now.time_since_epoch().count()) ended_ = now.time_since_epoch().count();
    }
  }

  void take(ReadingLane& lane, const std::vector<client::ConsumerRecord>& records) {
    std::uint64_t bytes = 0;
    for (const client::ConsumerRecord& record : records) {
      bytes += record.value ? record.value->size() : 0;
      std::int64_t& last = lane.last_offsets.try_emplace(record.partition, -1).first->second;
      if (record.offset <= last) ++lane.disordered;
      last = record.offset;
    }
    records_ += records.size();
    bytes_ += bytes;
    const client::ConsumerRecord& newest = records.back();
    const auto end = lane.unread.find({newest.topic, newest.partition});
    if (end != lane.unread.end() && newest.offset + 1 >= end->second) lane.unread.erase(end);
  }

  /// What no record stands for is passed by the position alone.
  static void forget_what_is_read(ReadingLane& lane) {
    std::erase_if(lane.unread, [&lane](const auto& each) {
      return lane.consumer.position(each.first) >= each.second;
    });
  }

  void add_lanes(Round& round) {
    LatencyHistogram poll_times;
    std::uint64_t disordered = 0;
    for (const ReadingLane& lane : lanes_) {
      poll_times.merge(lane.poll_times);
      disordered += lane.disordered;
    }
    round.add("poll", poll_times);
    round.failures = crew_.failures();
    if (disordered > 0) round.fail(fmt::format("{} records came out of order", disordered));
  }

  LoadStage& stage_;
  std::deque<ReadingLane> lanes_;
  Clock::time_point began_{};
  std::atomic<std::uint64_t> records_ = 0;
  std::atomic<std::uint64_t> bytes_ = 0;
  std::atomic<Clock::rep> ended_ = 0;
  Crew crew_;  ///< Goes first: its threads use the others.
};

class ConsumeWorkload final : public LoadWorkload {
 public:
  explicit ConsumeWorkload(LoadStage& stage) : stage_(stage) {}

  Round run(const RoundLimits& limits) override {
    if (ends_.empty()) {
      Round filling = fill();
      if (!filling.failures.empty() || filling.is_stopped) return filling;
    }
    return BulkReading(stage_, ends_).run({.time = limits.time});
  }

 private:
  /// What is written is not counted; a topic that was named is read as it is.
  Round fill() {
    Round round;
    const std::string topic = stage_.make_topic();
    if (!stage_.options().topic) {
      BulkSending sending(stage_, topic);
      sending.run({.records = stage_.options().records});
      round.failures = sending.failures();
    }
    round.is_stopped = stage_.is_stopped();
    std::map<TopicPartition, client::OffsetSpec> first;
    std::map<TopicPartition, client::OffsetSpec> last;
    const std::int32_t partitions = stage_.partitions_of(topic);
    for (std::int32_t partition = 0; partition < partitions; ++partition) {
      first.emplace(TopicPartition{topic, partition}, client::OffsetSpec::earliest());
      last.emplace(TopicPartition{topic, partition}, client::OffsetSpec::latest());
    }
    const auto begins = stage_.admin().list_offsets(first);
    const auto ends = stage_.admin().list_offsets(last);
    for (const auto& [partition, end] : ends) {
      const std::int64_t offset = end.value().offset;
      if (offset > begins.at(partition).value().offset) ends_[partition] = offset;
    }
    if (ends_.empty() && round.failures.empty())
      throw std::runtime_error("nothing is in topic " + topic);
    return round;
  }

  LoadStage& stage_;
  Ends ends_;  ///< Of partitions that hold something.
};

}  // namespace

std::unique_ptr<LoadWorkload> consume_workload(LoadStage& stage) {
  return std::make_unique<ConsumeWorkload>(stage);
}

}  // namespace cohort::load
