// What the answers to ListOffsets and OffsetForLeaderEpoch mean. Source:
// OffsetFetcherUtils.handleListOffsetResponse, OffsetsForLeaderEpochUtils.handleResponse.
#include "consumer/offset_lookup.hpp"
#include <cohort/protocol/assert.hpp>
#include <cohort/protocol/codec.hpp>

namespace cohort::client {

namespace {

Failure lookup_unauthorized(const TopicPartition& partition) {
  return {.kind = FailureKind::refused,
          .code = ErrorCode::topic_authorization_failed,
          .message = "asking for an offset of " + to_string(partition),
          .partition = partition};
}

/// Nothing: it has to be asked again.
std::optional<Outcome<FoundOffset>> found_offset_of(const TopicPartition& partition,
                                                    const ListOffsetsPartitionResponse& answered) {
  switch (answered.error_code) {
    case ErrorCode::none:
      return FoundOffset{.offset = answered.offset,
                         .timestamp = answered.timestamp,
                         .leader_epoch = answered.leader_epoch};
    case ErrorCode::unsupported_for_message_format:
      return FoundOffset{};  // Records without timestamps: none is found by its own.
    case ErrorCode::topic_authorization_failed:
      return lookup_unauthorized(partition);
    default:
      return std::nullopt;
  }
}

}  // namespace

OffsetLookup::Question* OffsetLookup::find(const Request& asked, const TopicPartition& partition,
                                           RequestId id) {
  const auto query = queries_.find(*asked.query);
  if (query == queries_.end()) return nullptr;
  const auto question = query->second.find(partition);
  if (question == query->second.end() || question->second.pending != id) return nullptr;
  return &question->second;
}

AssignedPartition* OffsetLookup::find(const Request& asked, const TopicPartition& partition,
                                      const ReadSurroundings& here) {
  const auto entry = asked.revisions.find(partition);
  AssignedPartition* state = here.positions.find(partition);
  if (entry == asked.revisions.end() || state == nullptr) return nullptr;
  return state->revision == entry->second ? state : nullptr;
}

void OffsetLookup::retry(const Request& asked, RequestId id, const PartitionSet& told,
                         const ReadSurroundings& here) {
  for (const auto& [partition, revision] : asked.revisions) {
    if (told.contains(partition)) continue;
    here.metadata.invalidate();
    if (!asked.query) {
      AssignedPartition* state = find(asked, partition, here);
      if (state != nullptr) state->lookup_retry.failed(options_.retry, here.now, rng_);
    } else if (Question* question = find(asked, partition, id)) {
      question->pending.reset();
      question->retry.failed(options_.retry, here.now, rng_);
    }
  }
}

void OffsetLookup::warn_unreadable(const Request& asked, ApiKey api, const DecodeError& error,
                                   const ReadSurroundings& here) {
  if (asked.query) return;
  for (const auto& [partition, revision] : asked.revisions) {
    if (find(asked, partition, here) == nullptr) continue;
    here.positions.warn(partition,
                        {.kind = FailureKind::refused,
                         .message = std::string(name(api)) + " of " + to_string(partition) +
                                    ": an answer that can't be read: " + to_string(error),
                         .partition = partition});
  }
}

void OffsetLookup::lost(const Lost& lost, const ReadSurroundings& here) {
  const auto entry = under_way_.extract(lost.id);
  COHORT_ASSERT(!entry.empty());
  retry(entry.mapped(), lost.id, {}, here);
}

void OffsetLookup::answered(const Answered& answer, const ReadSurroundings& here) {
  const auto entry = under_way_.extract(answer.id);
  COHORT_ASSERT(!entry.empty());
  const PartitionSet told = answer.api == ApiKey::list_offsets
                                ? take_offsets(entry.mapped(), answer, here)
                                : take_epochs(entry.mapped(), answer, here);
  retry(entry.mapped(), answer.id, told, here);
}

PartitionSet OffsetLookup::take_offsets(const Request& asked, const Answered& answer,
                                        const ReadSurroundings& here) {
  PartitionSet told;
  const Result<ListOffsetsResponse> response =
      decode<ListOffsetsResponse>(answer.body, answer.version);
  if (!response) {
    warn_unreadable(asked, answer.api, response.error(), here);
    return told;
  }
  for (const ListOffsetsTopicResponse& topic : response->topics) {
    for (const ListOffsetsPartitionResponse& answered : topic.partitions) {
      const TopicPartition partition{topic.name, answered.partition_index};
      const auto outcome = found_offset_of(partition, answered);
      if (!outcome || !asked.revisions.contains(partition)) continue;
      if (asked.query) {
        if (Question* question = find(asked, partition, answer.id)) question->answer = *outcome;
        told.insert(partition);
      } else if (take_offset(asked, partition, *outcome, here)) {
        told.insert(partition);
      }
    }
  }
  return told;
}

bool OffsetLookup::take_offset(const Request& asked, const TopicPartition& partition,
                               const Outcome<FoundOffset>& outcome, const ReadSurroundings& here) {
  AssignedPartition* state = find(asked, partition, here);
  if (state == nullptr) return true;
  if (!outcome) {
    here.positions.warn(partition, outcome.error());
    return false;
  }
  // Only of a time it may be said that there is no offset.
  if (outcome->offset < 0 && state->sought.kind != SoughtKind::timestamp) return false;
  state->lookup_retry.succeeded();
  here.positions.found(partition, outcome->offset);
  return true;
}

PartitionSet OffsetLookup::take_epochs(const Request& asked, const Answered& answer,
                                       const ReadSurroundings& here) {
  PartitionSet told;
  const Result<OffsetForLeaderEpochResponse> response =
      decode<OffsetForLeaderEpochResponse>(answer.body, answer.version);
  if (!response) {
    warn_unreadable(asked, answer.api, response.error(), here);
    return told;
  }
  for (const OffsetForLeaderEpochOffsetForLeaderTopicResult& topic : response->topics) {
    for (const OffsetForLeaderEpochEpochEndOffset& found : topic.partitions) {
      const TopicPartition partition{topic.topic, found.partition};
      AssignedPartition* state = find(asked, partition, here);
      if (state == nullptr) continue;
      if (found.error_code == ErrorCode::topic_authorization_failed) {
        here.positions.warn(partition, lookup_unauthorized(partition));
      }
      if (found.error_code != ErrorCode::none) continue;
      told.insert(partition);
      state->lookup_retry.succeeded();
      take_epoch(partition, *state, found, here);
    }
  }
  return told;
}

void OffsetLookup::take_epoch(const TopicPartition& partition, const AssignedPartition& state,
                              const OffsetForLeaderEpochEpochEndOffset& found,
                              const ReadSurroundings& here) {
  if (found.end_offset < 0 || found.leader_epoch < 0) {
    here.positions.truncated(partition, std::nullopt);
  } else if (found.end_offset < state.position->offset) {
    here.positions.truncated(partition,
                             Position{.offset = found.end_offset, .epoch = found.leader_epoch});
  } else {
    here.positions.validated(partition);
  }
}

}  // namespace cohort::client
