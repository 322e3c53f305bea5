#include "load/bulk_sending.hpp"

#include "progress_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace cohort::load {

namespace {

/// Each look at deliveries is a word with the client's thread.
constexpr Clock::duration between_looks = std::chrono::milliseconds(2);

/// The tag of a record, and when it was sent.
std::uint64_t tag_of(Clock::time_point time) {
  return static_cast<std::uint64_t>(time.time_since_epoch().count());
}
Clock::time_point time_of(std::uint64_t tag) {
  return Clock::time_point(Clock::duration(static_cast<Clock::rep>(tag)));
}

}  // namespace

BulkSending::BulkSending(LoadStage& stage, std::string topic)
    : stage_(stage), topic_(std::move(topic)) {
  for (int lane = 0; lane < stage.options().producers; ++lane) {
    lanes_.push_back({.producer = client::Producer(stage.bulk_producer())});
    static_cast<void>(lanes_.back().producer.partitions_for(topic_));
  }
}

void BulkSending::run(const RoundLimits& limits) {
  began_ = Clock::now();
  const std::uint64_t lanes = lanes_.size();
  std::uint64_t left = limits.records.value_or(0);
  for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
    RoundLimits share = limits;
    if (share.records) share.records = left / (lanes - lane);
    if (share.records) left -= *share.records;
    crew_.start([this, &one = lanes_[lane], share] {
      send(one, share);
      finish(one);
    });
  }
  crew_.wait([this] {
    const std::uint64_t records = delivered_;
    stage_.line().show(tool::progress_text("sent", records, records * stage_.options().record_size,
                                           Clock::now() - began_));
  });
  stage_.line().hide();
}

void BulkSending::send(Lane& lane, const RoundLimits& limits) {
  Payload payload(stage_.options().record_size);
  Clock::time_point next_look = began_ + between_looks;
  for (std::uint64_t sent = 0; !limits.records || sent < *limits.records; ++sent) {
    const Clock::time_point now = Clock::now();
    if (now >= next_look) {
      if (stage_.is_stopped() || (limits.time && now - began_ >= *limits.time)) return;
      take_deliveries(lane);
      next_look = now + between_looks;
    }
    lane.producer.send({.topic = topic_, .value = payload.next(), .tag = tag_of(now)});
  }
}

void BulkSending::finish(Lane& lane) {
  const Clock::time_point began = Clock::now();
  while (lane.producer.unfinished() > 0) {
    if (stage_.is_too_long_since(began)) {
      lane.failure =
          fmt::format("{} records were not delivered in time", lane.producer.unfinished());
      break;
    }
    constexpr milliseconds glance(10);
    lane.producer.poll(glance);
    take_deliveries(lane);
  }
  take_deliveries(lane);
}

void BulkSending::take_deliveries(Lane& lane) {
  const std::vector<client::Delivery> deliveries = lane.producer.take_deliveries();
  const Clock::time_point now = Clock::now();
  std::uint64_t delivered = 0;
  for (const client::Delivery& delivery : deliveries) {
    if (delivery.is_delivered()) {
      ++delivered;
      lane.times.add(now - time_of(delivery.tag));
    } else if (lane.failed++ == 0) {
      lane.failure = client::Error(*delivery.failure).what();
    }
  }
  if (delivered == 0) return;
  delivered_ += delivered;
  Clock::rep last = ended_;
  while (last < now.time_since_epoch().count() &&
         !ended_.compare_exchange_weak(last, now.time_since_epoch().count())) {
  }
}

Throughput BulkSending::throughput() const {
  const Clock::time_point ended{Clock::duration(ended_.load())};
  return {.records = delivered_,
          .bytes = delivered_ * stage_.options().record_size,
          .time = std::max(ended, began_) - began_};
}

LatencyHistogram BulkSending::delivery_times() const {
  LatencyHistogram all;
  for (const Lane& lane : lanes_) all.merge(lane.times);
  return all;
}

std::uint64_t BulkSending::failed() const {
  std::uint64_t failed = 0;
  for (const Lane& lane : lanes_) failed += lane.failed;
  return failed;
}

std::vector<std::string> BulkSending::failures() const {
  std::vector<std::string> failures = crew_.failures();
  for (const Lane& lane : lanes_) {
    if (lane.failure.empty()) continue;
    failures.push_back(lane.failed == 0 ? lane.failure
                                        : fmt::format("{} records were not delivered: {}",
                                                      lane.failed, lane.failure));
  }
  return failures;
}

}  // namespace cohort::load
