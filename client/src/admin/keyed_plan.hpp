// KeyedPlan: what the plans of admin calls share: things with keys, and an outcome for each.
#pragma once

#include "admin/call_item.hpp"
#include <cohort/client/admin/configs.hpp>
#include <cohort/client/admin/outcomes.hpp>
#include <cohort/protocol/assert.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace cohort::client {

/// What an answer says of one key.
template <class Value>
struct Reading {
  ErrorCode code = ErrorCode::none;
  std::string message{};
  Value value{};
};

template <class Key, class Value>
using Readings = std::map<Key, Reading<Value>>;

inline const std::string& subject_text(const std::string& key) { return key; }
inline std::string subject_text(const TopicPartition& key) { return to_string(key); }
inline std::string subject_text(const ConfigResource& key) { return to_string(key); }
inline std::string subject_text(std::int32_t node_id) {
  return "broker " + std::to_string(node_id);
}
inline std::string subject_text(std::monostate) { return {}; }

/// A plan knows what one call asks of which brokers, and keeps what was answered; who is asked when
/// is not its business. This is what AdminNode calls; a plan adds
///   Api api(Step) const;
///   RequestId send(const Sender&, const Batch&) const;
///   Result<std::vector<Verdict>> read(const Batch&, const Answered&);
/// and hides those below whose answer is another.
template <class KeyType, class ValueType>
class KeyedPlan {
 public:
  using Key = KeyType;
  using Value = Outcomes<Key, ValueType>;

  /// Those that were not taken yet; there may be more after an answer.
  std::vector<CallItem> take_new_items() { return std::exchange(new_items_, {}); }
  /// What the request needs at the least.
  int lowest_version(Step) const { return 0; }
  /// What to ask instead of a broker that has no fitting version.
  std::optional<Step> instead_of(Step) const { return std::nullopt; }
  void fail(const CallItem& item, Failure failure) {
    const Key& key = keys_.at(item.subject);
    if constexpr (std::is_same_v<Key, TopicPartition>) failure.partition = key;
    outcomes_.insert_or_assign(
        key, Outcome<ValueType>(boost::system::in_place_error, std::move(failure)));
  }
  /// "orders-3", for messages.
  std::string subject_of(const CallItem& item) const {
    return subject_text(keys_.at(item.subject));
  }
  /// REQUIRES: every item is done.
  Outcome<Value> result() const {
    const bool has_news =
        outcomes_.empty() || std::ranges::any_of(outcomes_, [](const auto& entry) {
          return entry.second.has_value() || entry.second.error().kind != FailureKind::timed_out;
        });
    if (!has_news) return outcomes_.begin()->second.error();
    return outcomes_;
  }

 protected:
  void add(Key key, Target target, Step step = 0) {
    new_items_.push_back({.target = std::move(target), .step = step, .subject = keys_.size()});
    keys_.push_back(std::move(key));
  }
  const Key& key(std::size_t subject) const { return keys_.at(subject); }
  const Outcomes<Key, ValueType>& outcomes() const { return outcomes_; }
  /// Those of a batch.
  std::vector<Key> keys_of(const Batch& batch) const {
    std::vector<Key> keys;
    keys.reserve(batch.subjects.size());
    for (const std::size_t subject : batch.subjects) keys.push_back(keys_.at(subject));
    return keys;
  }

  /// Keeps the values, and says what the readings mean for the batch.
  std::vector<Verdict> take(const Batch& batch, Readings<Key, ValueType> readings,
                            std::int32_t throttle_time_ms = 0) {
    std::vector<Verdict> verdicts;
    verdicts.reserve(batch.subjects.size());
    for (const std::size_t subject : batch.subjects) {
      const auto found = readings.find(keys_.at(subject));
      if (found == readings.end()) {
        verdicts.push_back({.code = ErrorCode::unknown_server_error,
                            .message = "the answer says nothing of " +
                                       std::string(subject_text(keys_.at(subject)))});
        continue;
      }
      Reading<ValueType>& reading = found->second;
      verdicts.push_back({.code = reading.code, .message = reading.message});
      if (reading.code == ErrorCode::throttling_quota_exceeded) {
        verdicts.back().pause = clamped_ms(throttle_time_ms);
      }
      if (reading.code == ErrorCode::none) {
        outcomes_.insert_or_assign(found->first, Outcome<ValueType>(reading.value));
      }
    }
    return verdicts;
  }

 private:
  std::vector<Key> keys_;
  std::vector<CallItem> new_items_;
  Outcomes<Key, ValueType> outcomes_;
};

/// A plan of one question.
template <class ValueType>
class SinglePlan : public KeyedPlan<std::monostate, ValueType> {
 public:
  using Value = ValueType;

  Outcome<ValueType> result() const {
    const auto outcomes = KeyedPlan<std::monostate, ValueType>::result();
    if (!outcomes) return outcomes.error();
    COHORT_ASSERT(!outcomes->empty());
    return outcomes->begin()->second;
  }

 protected:
  explicit SinglePlan(Target target) { this->add({}, std::move(target)); }
  std::vector<Verdict> take_one(const Batch& batch, Reading<ValueType> reading) {
    Readings<std::monostate, ValueType> readings;
    readings.emplace(std::monostate{}, std::move(reading));
    return this->take(batch, std::move(readings));
  }
};

/// The partitions of each topic, in order: how requests name partitions.
inline std::map<std::string, std::vector<std::int32_t>> by_topic(
    const std::vector<TopicPartition>& partitions) {
  std::map<std::string, std::vector<std::int32_t>> topics;
  for (const TopicPartition& each : partitions) topics[each.topic].push_back(each.partition);
  return topics;
}

}  // namespace cohort::client
