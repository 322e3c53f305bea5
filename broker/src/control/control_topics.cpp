// What Control does to topics and their records.
#include "control/acting.hpp"
#include "control/leader_move.hpp"
#include "log/topic_name.hpp"
#include "topics.hpp"
#include <cohort/protocol/batch_builder.hpp>
#include <cohort/protocol/record_batch.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace cohort::broker {

namespace {

const Topic& topic_of(const BrokerState& state, const std::string& topic) {
  const Topic* found = state.catalog.find(topic);
  if (found == nullptr) {
    throw NotThere(fmt::format("topic '{}': there is none", topic));
  }
  return *found;
}

const Partition& partition_of(const BrokerState& state, const std::string& topic,
                              std::int32_t partition) {
  const Partition* found = topic_of(state, topic).partition(partition);
  if (found == nullptr) {
    throw NotThere(fmt::format("partition {}-{}: there is none", topic, partition));
  }
  return *found;
}

void check_room(BrokerState& state, std::size_t bytes, Instant now) {
  if (has_room(state, static_cast<std::int64_t>(bytes), now)) return;
  throw std::invalid_argument(
      fmt::format("{} bytes: all topics may hold {}", bytes, state.config.memory_limit));
}

/// Offsets count up, and there is one behind the last.
void check_place(const BatchHeader& header, std::int64_t at) {
  if (header.last_offset_delta < 0) {
    throw std::invalid_argument(fmt::format(
        "append_batch: its last offset delta is {}, below its first", header.last_offset_delta));
  }
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  if (at < 0 || at > most - 1 - header.last_offset_delta) {
    throw std::invalid_argument(fmt::format("append_batch: offset {} leaves no room behind", at));
  }
}

TopicView view_of(const Topic& topic) {
  TopicView view{.topic = topic.name, .is_internal = topic.is_internal};
  for (const Partition& partition : topic.partitions) {
    view.partitions.push_back({.partition = static_cast<std::int32_t>(view.partitions.size()),
                               .leader = partition.leader,
                               .leader_epoch = partition.leader_epoch,
                               .replicas = partition.replicas,
                               .isr = partition.isr,
                               .log_start_offset = partition.log.log_start_offset(),
                               .last_stable_offset = partition.log.last_stable_offset(),
                               .end_offset = partition.log.log_end_offset(),
                               .size_bytes = partition.log.size_bytes()});
  }
  return view;
}

std::int64_t appended(BrokerState& state, const std::string& topic, std::int32_t partition,
                      const AppendResult& result) {
  if (result.error != ErrorCode::none) {
    throw std::invalid_argument(fmt::format("partition {}-{}: {} {}", topic, partition,
                                            name(result.error), result.error_message.value_or("")));
  }
  tell_appended(state, topic, partition, result.appended_bytes);
  return result.base_offset;
}

}  // namespace

std::optional<TopicView> topic_view(const Broker& broker, const std::string& topic) {
  const Topic* found = broker.state().catalog.find(topic);
  return found == nullptr ? std::nullopt : std::optional(view_of(*found));
}

std::vector<TopicView> Control::topics(bool with_internal) {
  std::vector<TopicView> views;
  turn_([&](Broker& broker, Instant) {
    for (const auto& [name, topic] : broker.state().catalog.topics()) {
      if (with_internal || !topic.is_internal) views.push_back(view_of(topic));
    }
  });
  return views;
}

std::optional<TopicView> Control::topic(const std::string& topic) {
  std::optional<TopicView> view;
  turn_([&](Broker& broker, Instant) { view = topic_view(broker, topic); });
  return view;
}

void Control::create_topic(const std::string& topic, std::int32_t partitions) {
  turn_([&](Broker& broker, Instant now) { broker.create_topic(topic, partitions, now); });
}

void Control::delete_topic(const std::string& topic) {
  turn_([&](Broker& broker, Instant now) {
    BrokerState& state = broker.state();
    act(state, "delete_topic", now, [&] {
      topic_of(state, topic);
      cohort::broker::delete_topic(state, topic, now);
    });
  });
}

void Control::grow_topic(const std::string& topic, std::int32_t partitions) {
  turn_([&](Broker& broker, Instant now) {
    BrokerState& state = broker.state();
    act(state, "grow_topic", now, [&] {
      topic_of(state, topic);
      std::int64_t allowance = max_new_records;
      const TopicError error = cohort::broker::grow_topic(
          state, {.topic = topic, .count = partitions}, /*validate_only=*/false, allowance, now);
      if (error.error == ErrorCode::none) return;
      throw std::invalid_argument(fmt::format("topic '{}': {}", topic, error.message));
    });
  });
}

void Control::move_leader(const std::string& topic, std::int32_t partition,
                          std::optional<std::int32_t> to) {
  turn_([&](Broker& broker, Instant now) {
    BrokerState& state = broker.state();
    act(state, "move_leader", now, [&] {
      partition_of(state, topic, partition);
      move_leader_by_hand(state, {topic, partition}, to, now);
    });
  });
}

std::int64_t Control::delete_records(const std::string& topic, std::int32_t partition,
                                     std::int64_t offset) {
  std::int64_t start = -1;
  turn_([&](Broker& broker, Instant now) {
    BrokerState& state = broker.state();
    act(state, "delete_records", now, [&] {
      partition_of(state, topic, partition);
      const DeleteRecordsResult result = delete_records_in(state, topic, partition, offset, now);
      if (result.error != ErrorCode::none) {
        throw std::invalid_argument(fmt::format("partition {}-{} at offset {}: {}", topic,
                                                partition, offset, name(result.error)));
      }
      start = result.low_watermark;
    });
  });
  return start;
}

void Control::compact(const std::string& topic) {
  turn_([&](Broker& broker, Instant now) { broker.compact(topic, now); });
}

void Control::apply_retention(const std::optional<std::string>& topic) {
  turn_([&](Broker& broker, Instant now) {
    BrokerState& state = broker.state();
    act(state, "apply_retention", now, [&] {
      if (topic) topic_of(state, *topic);
      const std::vector<PartitionKey> moved =
          topic ? state.catalog.apply_retention(*topic, now)
                : state.catalog.apply_retention(TopicKind::any, now);
      tell_start_moved(state, moved, "retention, at once", now);
    });
  });
}

std::int64_t Control::append(const std::string& topic, std::int32_t partition,
                             const std::vector<Record>& records) {
  std::int64_t offset = -1;
  turn_([&](Broker& broker, Instant now) {
    BrokerState& state = broker.state();
    act(state, "append", now, [&] {
      partition_of(state, topic, partition);
      BatchBuilder batch{BatchOptions{}};
      for (Record record : records) {
        if (record.timestamp == no_timestamp) record.timestamp = now.unix_ms();
        batch.add(record);
      }
      check_room(state, batch.uncompressed_size(), now);
      if (records.empty()) throw std::invalid_argument("append: there are no records");
      offset = appended(
          state, topic, partition,
          state.catalog.append(topic, partition, {.records = batch.build().bytes(), .now = now}));
    });
  });
  return offset;
}

std::int64_t Control::append_batch(const std::string& topic, std::int32_t partition,
                                   const Buffer& batch, std::optional<std::int64_t> at) {
  std::int64_t offset = -1;
  turn_([&](Broker& broker, Instant now) {
    BrokerState& state = broker.state();
    act(state, "append_batch", now, [&] {
      const std::int64_t end = partition_of(state, topic, partition).log.log_end_offset();
      if (at && *at < end) {
        throw std::invalid_argument(fmt::format(
            "partition {}-{}: offset {} is taken, it ends at {}", topic, partition, *at, end));
      }
      const auto view = BatchView::of(batch);
      if (!view || !view->crc_matches()) {
        throw std::invalid_argument("append_batch: these bytes are no record batch");
      }
      check_place(view->header(), at.value_or(end));
      check_room(state, batch.size(), now);
      offset = appended(state, topic, partition,
                        state.catalog.append_raw(topic, partition, *view, at.value_or(end), now));
    });
  });
  return offset;
}

}  // namespace cohort::broker
