// What is asked for. What the answers mean is in offset_answers.cpp.
#include "consumer/offset_lookup.hpp"

#include <algorithm>
#include <utility>

namespace cohort::client {

namespace {

/// v0 knows no times (KIP-79).
constexpr int first_list_offsets_version = 1;
/// Until then it is for brokers only (KIP-320; NodeApiVersions of an older one:
/// OffsetsForLeaderEpochUtils).
constexpr int first_epoch_version = 3;
/// Of a consumer, in the place where a follower names itself.
constexpr std::int32_t consumer_replica_id = -1;

std::int64_t timestamp_of(const Sought& sought) {
  switch (sought.kind) {
    case SoughtKind::beginning:
      return earliest_timestamp;
    case SoughtKind::timestamp:
      return sought.timestamp_ms;
    case SoughtKind::end:
    case SoughtKind::committed:
      break;
  }
  return latest_timestamp;
}

std::int32_t known_leader_epoch(const TopicPartition& partition, const MetadataCache& metadata) {
  const PartitionMetadata* known = metadata.find(partition);
  return known == nullptr ? -1 : known->leader_epoch;
}

/// Ready to be asked; else sees to it.
bool is_reached(const Destination& to, const ReadSurroundings& here) {
  if (here.session.is_ready(to)) return true;
  if (!here.session.find_broker(to.node_id) || here.session.is_broken(to)) {
    here.metadata.invalidate();
  }
  here.session.connect(to, here.now);
  return false;
}

Failure list_offsets_too_old(std::int32_t node) {
  return {.kind = FailureKind::unsupported,
          .message = "broker " + std::to_string(node) +
                     " has no version of ListOffsets that is known here"};
}

/// Nothing if the broker is too old.
std::optional<int> list_offsets_version(std::int32_t node, const ReadSurroundings& here) {
  const auto version = here.session.version({node, Lane::requests}, ListOffsetsRequest::api);
  if (!version || *version < first_list_offsets_version) return std::nullopt;
  return version;
}

/// What the metadata says for good.
std::optional<Failure> metadata_failure(const TopicPartition& partition,
                                        const MetadataCache& metadata) {
  const TopicMetadata* topic = metadata.find_with_error(partition.topic);
  if (topic == nullptr) return std::nullopt;
  const bool is_final = topic->error == ErrorCode::topic_authorization_failed ||
                        topic->error == ErrorCode::invalid_topic_exception;
  if (!is_final) return std::nullopt;
  return Failure{.kind = FailureKind::refused,
                 .code = topic->error,
                 .message = "metadata of topic " + partition.topic,
                 .partition = partition};
}

}  // namespace

LookupOptions lookup_options(const ConsumerConfig& config) {
  return {.isolation = config.isolation_level,
          .request_timeout = config.client.request_timeout,
          .retry = {config.client.retry_backoff, config.client.retry_backoff_max}};
}

LookupId OffsetLookup::ask(const std::map<TopicPartition, std::int64_t>& timestamps) {
  const LookupId id{++last_query_};
  Questions& questions = queries_[id];
  for (const auto& [partition, timestamp] : timestamps) {
    questions.emplace(partition, Question{.timestamp = timestamp});
  }
  return id;
}

bool OffsetLookup::is_answered(LookupId id) const {
  const auto found = queries_.find(id);
  return found != queries_.end() && std::ranges::all_of(found->second, [](const auto& entry) {
           return entry.second.answer.has_value();
         });
}

std::optional<FoundOffsets> OffsetLookup::take(LookupId id) {
  if (!is_answered(id)) return std::nullopt;
  FoundOffsets found;
  for (const auto& [partition, question] : queries_.at(id)) {
    found.emplace(partition, *question.answer);
  }
  queries_.erase(id);
  return found;
}

void OffsetLookup::forget(LookupId id) { queries_.erase(id); }

std::set<std::string> OffsetLookup::topics() const {
  std::set<std::string> topics;
  for (const auto& [id, questions] : queries_) {
    for (const auto& [partition, question] : questions) {
      if (!question.answer) topics.insert(partition.topic);
    }
  }
  return topics;
}

void OffsetLookup::drive(const ReadSurroundings& here, Alarms& alarms) {
  here.positions.follow_leaders(here.metadata);
  drive_positions(here, alarms);
  for (auto& [id, questions] : queries_) drive_questions(id, questions, here, alarms);
}

bool OffsetLookup::is_asked(const TopicPartition& partition, std::uint64_t revision) const {
  return std::ranges::any_of(under_way_, [&](const auto& entry) {
    if (entry.second.query) return false;
    const auto found = entry.second.revisions.find(partition);
    return found != entry.second.revisions.end() && found->second == revision;
  });
}

void OffsetLookup::drive_positions(const ReadSurroundings& here, Alarms& alarms) {
  std::map<std::int32_t, Times> times;
  std::map<std::int32_t, PartitionSet> epochs;
  for (const auto& [partition, state] : here.positions.all()) {
    const bool is_sought = !state.position && state.sought.kind != SoughtKind::committed;
    const bool is_doubtful = state.position && state.needs_validation;
    if (state.is_stuck || (!is_sought && !is_doubtful)) continue;
    if (is_asked(partition, state.revision)) continue;
    if (!state.lookup_retry.is_due(here.now)) {
      alarms.ring({.at = state.lookup_retry.not_before, .name = "offset retry"});
      continue;
    }
    const std::optional<std::int32_t> leader = here.metadata.leader(partition);
    if (!leader) {
      here.metadata.invalidate();
    } else if (is_sought) {
      times[*leader].emplace(partition, timestamp_of(state.sought));
    } else {
      epochs[*leader].insert(partition);
    }
  }
  for (const auto& [node, wanted] : times) ask_for_positions(node, wanted, here);
  for (const auto& [node, partitions] : epochs) ask_for_epochs(node, partitions, here);
}

void OffsetLookup::ask_for_positions(std::int32_t node, const Times& times,
                                     const ReadSurroundings& here) {
  if (!is_reached({node, Lane::requests}, here)) return;
  PartitionSet partitions;
  for (const auto& [partition, timestamp] : times) partitions.insert(partition);
  const std::optional<int> version = list_offsets_version(node, here);
  if (!version) {
    for (const TopicPartition& partition : partitions) {
      here.positions.fail(partition, list_offsets_too_old(node));
    }
    return;
  }
  remember(send(node, *version, times, here), partitions, here);
}

void OffsetLookup::ask_for_epochs(std::int32_t node, const PartitionSet& partitions,
                                  const ReadSurroundings& here) {
  const Destination to{node, Lane::requests};
  if (!is_reached(to, here)) return;
  const auto version = here.session.version(to, OffsetForLeaderEpochRequest::api);
  if (!version || *version < first_epoch_version) {
    for (const TopicPartition& partition : partitions) here.positions.validated(partition);
    return;
  }
  OffsetForLeaderEpochRequest request{.replica_id = consumer_replica_id};
  for (const TopicPartition& partition : partitions) {
    if (request.topics.empty() || request.topics.back().topic != partition.topic) {
      request.topics.push_back({.topic = partition.topic});
    }
    const AssignedPartition& state = *here.positions.find(partition);
    request.topics.back().partitions.push_back({.partition = partition.partition,
                                                .current_leader_epoch = state.leader.epoch,
                                                .leader_epoch = state.position->epoch});
  }
  const RequestId id = here.session.send(
      to, request, {.version = *version, .timeout = options_.request_timeout}, here.now);
  remember(id, partitions, here);
}

void OffsetLookup::remember(RequestId id, const PartitionSet& partitions,
                            const ReadSurroundings& here) {
  Request& request = under_way_[id];
  for (const TopicPartition& partition : partitions) {
    request.revisions.emplace(partition, here.positions.find(partition)->revision);
  }
}

RequestId OffsetLookup::send(std::int32_t node, int version, const Times& times,
                             const ReadSurroundings& here) {
  ListOffsetsRequest request{
      .replica_id = consumer_replica_id,
      .isolation_level = static_cast<std::int8_t>(options_.isolation),
  };
  for (const auto& [partition, timestamp] : times) {
    if (request.topics.empty() || request.topics.back().name != partition.topic) {
      request.topics.push_back({.name = partition.topic});
    }
    request.topics.back().partitions.push_back(
        {.partition_index = partition.partition,
         .current_leader_epoch = known_leader_epoch(partition, here.metadata),
         .timestamp = timestamp});
  }
  return here.session.send({node, Lane::requests}, request,
                           {.version = version, .timeout = options_.request_timeout}, here.now);
}

void OffsetLookup::drive_questions(LookupId id, Questions& questions, const ReadSurroundings& here,
                                   Alarms& alarms) {
  std::map<std::int32_t, Times> times;
  for (auto& [partition, question] : questions) {
    if (question.answer || question.pending) continue;
    if (const auto failure = metadata_failure(partition, here.metadata)) {
      question.answer = *failure;
      continue;
    }
    if (!question.retry.is_due(here.now)) {
      alarms.ring({.at = question.retry.not_before, .name = "offset retry"});
      continue;
    }
    if (const std::optional<std::int32_t> leader = here.metadata.leader(partition)) {
      times[*leader].emplace(partition, question.timestamp);
    } else {
      here.metadata.invalidate();
    }
  }
  for (const auto& [node, wanted] : times) {
    if (!is_reached({node, Lane::requests}, here)) continue;
    const std::optional<int> version = list_offsets_version(node, here);
    if (!version) {
      for (const auto& [partition, timestamp] : wanted) {
        questions.at(partition).answer = list_offsets_too_old(node);
      }
      continue;
    }
    const RequestId request = send(node, *version, wanted, here);
    under_way_[request].query = id;
    for (const auto& [partition, timestamp] : wanted) {
      under_way_[request].revisions.emplace(partition, 0);
      questions.at(partition).pending = request;
    }
  }
}

}  // namespace cohort::client
