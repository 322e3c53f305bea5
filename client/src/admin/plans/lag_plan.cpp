#include "admin/plans/lag_plan.hpp"

#include <algorithm>
#include <utility>

namespace cohort::client {

LagPlan::LagPlan(std::string group) : group_(std::move(group)) {
  add({}, Target::coordinator(group_), fetch_offsets);
}

RequestId LagPlan::send(const Sender& sender, const Batch& batch) const {
  if (batch.step == fetch_offsets) {
    return sender.send(group_offsets_request(group_, {}, sender.version()));
  }
  OffsetSpecs ends;
  for (const TopicPartition& partition : keys_of(batch)) ends[partition] = OffsetSpec::latest();
  return sender.send(list_offsets_request(keys_of(batch), ends, IsolationLevel::read_uncommitted));
}

Result<std::vector<Verdict>> LagPlan::read_committed(const Answered& answer) {
  const auto reading = read_group_offsets(answer, group_);
  if (!reading) return reading.error();
  if (reading->code == ErrorCode::none) {
    for (const auto& [partition, outcome] : reading->value) {
      if (!outcome) {
        failures_.insert_or_assign(partition, outcome.error());
        continue;
      }
      committed_.insert_or_assign(partition, outcome->offset);
      Target leader = Target::leader(partition);
      // A commit outlives its topic, and would be waited for in vain.
      leader.must_exist = true;
      add(partition, std::move(leader), list_ends);
    }
  }
  return std::vector<Verdict>{{.code = reading->code, .message = reading->message}};
}

Result<std::vector<Verdict>> LagPlan::read(const Batch& batch, const Answered& answer) {
  if (batch.step == fetch_offsets) return read_committed(answer);
  const auto ends = read_list_offsets(answer);
  if (!ends) return ends.error();
  Readings<TopicPartition, PartitionLag> readings;
  for (const auto& [partition, end] : *ends) {
    const auto committed = committed_.find(partition);
    if (committed == committed_.end()) continue;
    readings[partition] = {
        end.code,
        end.message,
        {.committed = committed->second,
         .end = end.value.offset,
         .lag = std::max<std::int64_t>(0, end.value.offset - committed->second)}};
  }
  return take(batch, std::move(readings));
}

void LagPlan::fail(const CallItem& item, Failure failure) {
  if (item.step == fetch_offsets) {
    failure_ = std::move(failure);
  } else {
    KeyedPlan::fail(item, std::move(failure));
  }
}

std::string LagPlan::subject_of(const CallItem& item) const {
  return item.step == fetch_offsets ? "group " + group_ : KeyedPlan::subject_of(item);
}

Outcome<LagPlan::Value> LagPlan::result() const {
  if (failure_) return *failure_;
  Outcome<Value> lags = KeyedPlan::result();
  if (lags) lags->insert(failures_.begin(), failures_.end());
  return lags;
}

}  // namespace cohort::client
