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

void delete_topic(BrokerState& state, const std::string& name, Instant now) {
  const Topic* topic = state.catalog.find(name);
  COHORT_ASSERT(topic != nullptr);
  const std::vector<ReplyId> woken = state.fetch_waits.topic_gone(topic->id);
  state.woken_fetches.insert(state.woken_fetches.end(), woken.begin(), woken.end());
  state.catalog.remove(name);
  unload_coordinators(state, name, now);
  state.coordinator.topic_deleted(name, now);
  state.facts.push_back({.at = now, .kind = FactKind::topic_deleted, .detail = name});
}

void move_leader(BrokerState& state, const std::string& topic, std::int32_t partition,
                 std::int32_t leader, Instant now) {
  state.catalog.move_leader(topic, partition, leader);
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
