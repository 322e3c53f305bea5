#include "topics.hpp"

#include "coordinator_loading.hpp"
#include "log/topic_name.hpp"
#include "state.hpp"
#include <cohort/protocol/assert.hpp>

#include <fmt/format.h>

namespace cohort::broker {

namespace {

void tell_created(BrokerState& state, const TopicCreation& made, const std::string& why,
                  Instant now) {
  state.facts.push_back({.at = now,
                         .kind = FactKind::topic_created,
                         .topic = made.name,
                         .detail = made.name + " with " + std::to_string(made.num_partitions) +
                                   " partitions: " + why});
}

}  // namespace

std::vector<TopicCreation> create_topics_in(BrokerState& state, std::span<const NewTopic> topics,
                                            bool validate_only, Instant now) {
  std::vector<TopicCreation> answers = state.catalog.create(topics, validate_only, state.config);
  for (const TopicCreation& answer : answers) {
    if (answer.error == ErrorCode::none && !validate_only) {
      tell_created(state, answer, "CreateTopics", now);
    }
  }
  return answers;
}

void create_automatically(BrokerState& state, std::span<const std::string> names, Instant now) {
  for (const TopicCreation& made : state.catalog.create_automatically(names, state.config)) {
    if (made.error == ErrorCode::none) tell_created(state, made, "automatically", now);
  }
}

TopicError grow_topic(BrokerState& state, const MorePartitions& wanted, bool validate_only,
                      std::int64_t& allowance, Instant now) {
  TopicError error = state.catalog.grow(wanted, validate_only, allowance);
  if (error.error == ErrorCode::none && !validate_only) {
    state.facts.push_back(
        {.at = now,
         .kind = FactKind::partitions_added,
         .topic = wanted.topic,
         .detail = fmt::format("{} has {} partitions", wanted.topic, wanted.count)});
  }
  return error;
}

void tell_appended(BrokerState& state, const std::string& topic, std::int32_t partition,
                   std::int64_t bytes) {
  const PartitionKey key{state.catalog.find(topic)->id, partition};
  const std::vector<ReplyId> woken = state.fetch_waits.appended(key, bytes);
  state.woken_fetches.insert(state.woken_fetches.end(), woken.begin(), woken.end());
}

bool has_room(BrokerState& state, std::int64_t bytes, Instant now) {
  const std::int64_t limit = state.config.memory_limit;
  const auto fits = [&] { return limit == 0 || state.catalog.total_bytes() + bytes <= limit; };
  if (fits()) return true;
  state.catalog.compact_dirty(offsets_topic, now);
  state.catalog.compact_dirty(transaction_topic, now);
  if (fits()) return true;
  state.facts.push_back({.at = now,
                         .kind = FactKind::request_failed,
                         .detail = fmt::format("no room for {} bytes of records: all topics may "
                                               "hold {}",
                                               bytes, limit)});
  return false;
}

void tell_start_moved(BrokerState& state, const std::vector<PartitionKey>& moved,
                      std::string_view why, Instant now) {
  for (const PartitionKey& key : moved) {
    const Topic& topic = *state.catalog.find(key.topic_id);
    const std::int64_t start = topic.partition(key.index)->log.log_start_offset();
    state.facts.push_back({.at = now,
                           .kind = FactKind::records_deleted,
                           .topic = topic.name,
                           .partition = key.index,
                           .detail = fmt::format("{}-{} starts at offset {}: {}", topic.name,
                                                 key.index, start, why)});
    const std::vector<ReplyId> woken = state.fetch_waits.changed(key);
    state.woken_fetches.insert(state.woken_fetches.end(), woken.begin(), woken.end());
  }
}

DeleteRecordsResult delete_records_in(BrokerState& state, const std::string& topic,
                                      std::int32_t partition, std::int64_t offset, Instant now) {
  const Partition* found = state.catalog.find(topic, partition);
  COHORT_ASSERT(found != nullptr);
  const std::int64_t start = found->log.log_start_offset();
  const DeleteRecordsResult result = state.catalog.delete_records(topic, partition, offset);
  if (found->log.log_start_offset() != start) {
    tell_start_moved(state, {{state.catalog.find(topic)->id, partition}}, "DeleteRecords", now);
  }
  return result;
}

void delete_topic(BrokerState& state, const std::string& name, Instant now) {
  const Topic* topic = state.catalog.find(name);
  COHORT_ASSERT(topic != nullptr);
  const std::vector<ReplyId> woken = state.fetch_waits.topic_gone(topic->id);
  state.woken_fetches.insert(state.woken_fetches.end(), woken.begin(), woken.end());
  state.catalog.remove(name);
  unload_coordinators(state, name, now);
  state.coordinator.topic_deleted(name, now);
  state.facts.push_back(
      {.at = now, .kind = FactKind::topic_deleted, .topic = name, .detail = name});
}

void move_leader(BrokerState& state, const std::string& topic, std::int32_t partition,
                 std::int32_t leader, Instant now) {
  state.catalog.move_leader(topic, partition, leader);
  const std::int32_t epoch = state.catalog.find(topic, partition)->leader_epoch;
  std::string who = leader == -1 ? "nobody" : "broker " + std::to_string(leader);
  state.facts.push_back(
      {.at = now,
       .kind = FactKind::leader_changed,
       .topic = topic,
       .partition = partition,
       .detail = fmt::format("{}-{}: {} leads in epoch {}", topic, partition, who, epoch)});
  const std::vector<ReplyId> woken =
      state.fetch_waits.changed({state.catalog.find(topic)->id, partition});
  state.woken_fetches.insert(state.woken_fetches.end(), woken.begin(), woken.end());
  if (leader == -1) {
    unload_coordinator(state, topic, partition, now);
  } else {
    reload_coordinator(state, topic, partition, now);
  }
}

}  // namespace cohort::broker
