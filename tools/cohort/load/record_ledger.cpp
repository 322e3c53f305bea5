#include "load/record_ledger.hpp"

#include <iterator>
#include <utility>

namespace cohort::load {

RecordLedger::RecordLedger(std::int32_t partitions)
    : parts_(static_cast<std::size_t>(partitions)) {}

void RecordLedger::wrote(std::int32_t partition, std::uint64_t count) {
  const std::lock_guard locked(lock_);
  parts_.at(static_cast<std::size_t>(partition)).written += count;
}

void RecordLedger::failed_to_write(std::int32_t partition, std::uint64_t number) {
  const std::lock_guard locked(lock_);
  ++unwritten_;
  Part& part = parts_.at(static_cast<std::size_t>(partition));
  if (number >= part.next_number) {
    part.unwritten.insert(number);
  } else {
    // If it is not missing it was written all the same, and the answer was lost.
    ++part.unwritten_before;
    part.missing.erase(number);
  }
}

void RecordLedger::read(const std::vector<client::ConsumerRecord>& records, Clock::time_point now) {
  const std::lock_guard locked(lock_);
  for (const client::ConsumerRecord& record : records) {
    take(parts_.at(static_cast<std::size_t>(record.partition)), record, now);
  }
}

void RecordLedger::take(Part& part, const client::ConsumerRecord& record, Clock::time_point now) {
  const RecordMark mark =
      record.value ? RecordMark::of(*record.value).value_or(RecordMark{}) : RecordMark{};
  if (record.offset < part.next_offset) {
    ++reread_;
    return;
  }
  ++part.read;
  part.next_offset = record.offset + 1;
  if (mark.due) times_.add(now - *mark.due);
  if (mark.number < part.next_number) {
    // It was missed before, or it is there for the second time.
    if (part.missing.erase(mark.number) > 0) {
      ++out_of_order_;
    } else {
      ++doubled_;
    }
    return;
  }
  for (std::uint64_t number = part.next_number; number < mark.number; ++number) {
    if (!part.unwritten.contains(number)) part.missing.insert(number);
  }
  part.next_number = mark.number + 1;
  const auto end = part.unwritten.lower_bound(part.next_number);
  part.unwritten_before += static_cast<std::uint64_t>(std::distance(part.unwritten.begin(), end));
  part.unwritten.erase(part.unwritten.begin(), end);
}

RecordLedger::Sums RecordLedger::sums() const {
  const std::lock_guard locked(lock_);
  Sums sums{.unwritten = unwritten_,
            .reread = reread_,
            .doubled = doubled_,
            .out_of_order = out_of_order_};
  for (const Part& part : parts_) {
    sums.written += part.written;
    sums.read += part.read;
    sums.lost += part.missing.size();
  }
  return sums;
}

std::uint64_t RecordLedger::behind() const {
  const std::lock_guard locked(lock_);
  std::uint64_t behind = 0;
  for (const Part& part : parts_) {
    // A record may be read before its sender hears that it is written.
    const std::uint64_t delivered = part.written + part.unwritten_before;
    if (delivered > part.next_number) behind += delivered - part.next_number;
  }
  return behind;
}

LatencyHistogram RecordLedger::take_times() {
  const std::lock_guard locked(lock_);
  return std::exchange(times_, LatencyHistogram());
}

std::vector<std::int64_t> RecordLedger::next_offsets() const {
  const std::lock_guard locked(lock_);
  std::vector<std::int64_t> offsets;
  offsets.reserve(parts_.size());
  for (const Part& part : parts_) offsets.push_back(part.next_offset);
  return offsets;
}

}  // namespace cohort::load
