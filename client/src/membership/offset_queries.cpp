#include "membership/offset_queries.hpp"

#include <cohort/protocol/assert.hpp>
#include <cohort/protocol/codec.hpp>
#include <cohort/protocol/messages/offset_fetch.hpp>

#include <algorithm>
#include <utility>

namespace cohort::client {

namespace {

/// From this version on a request names several groups (KIP-709), and the answer, too.
constexpr int first_grouped_version = 8;

/// The topics of a request, in the form of either version.
template <class Topic>
std::vector<Topic> by_topic(const PartitionSet& partitions) {
  std::vector<Topic> topics;
  for (const TopicPartition& partition : partitions) {
    if (topics.empty() || topics.back().name != partition.topic) {
      topics.push_back({.name = partition.topic});
    }
    topics.back().partition_indexes.push_back(partition.partition);
  }
  return topics;
}

OffsetFetchRequest query_request(const std::string& group_id, const PartitionSet& partitions,
                                 int version) {
  OffsetFetchRequest request{.require_stable = true};
  if (version < first_grouped_version) {
    request.group_id = group_id;
    request.topics = by_topic<OffsetFetchRequestTopic>(partitions);
  } else {
    request.groups = {
        {.group_id = group_id, .topics = by_topic<OffsetFetchRequestTopics>(partitions)}};
  }
  return request;
}

/// An answer in the form of no version.
struct CommittedReading {
  ErrorCode error = ErrorCode::none;  ///< The first there is, of the group before partitions.
  std::optional<TopicPartition> partition{};  ///< Whose error it is, if it is one's.
  CommittedOffsets offsets{};
};

template <class Topic>
void read_topics(const std::vector<Topic>& topics, CommittedReading& reading) {
  for (const Topic& topic : topics) {
    for (const auto& answered : topic.partitions) {
      const TopicPartition partition{topic.name, answered.partition_index};
      if (answered.error_code != ErrorCode::none) {
        if (reading.error != ErrorCode::none) continue;
        reading.error = answered.error_code;
        reading.partition = partition;
      } else if (answered.committed_offset >= 0) {
        reading.offsets[partition] =
            CommittedOffset{.offset = answered.committed_offset,
                            .leader_epoch = answered.committed_leader_epoch,
                            .metadata = answered.metadata.value_or("")};
      }
    }
  }
}

CommittedReading read_response(const OffsetFetchResponse& response, int version) {
  CommittedReading reading;
  if (version < first_grouped_version) {
    reading.error = response.error_code;
    read_topics(response.topics, reading);
    return reading;
  }
  if (response.groups.empty()) return {.error = ErrorCode::unknown_server_error};
  reading.error = response.groups.front().error_code;
  read_topics(response.groups.front().topics, reading);
  return reading;
}

}  // namespace

QueryId OffsetQueries::ask(PartitionSet partitions, Instant deadline) {
  const QueryId id{++last_id_};
  if (partitions.empty()) {
    results_.push_back({.id = id, .offsets = CommittedOffsets{}});
  } else {
    waiting_.push_back({.id = id, .partitions = std::move(partitions), .deadline = deadline});
  }
  return id;
}

void OffsetQueries::forget(QueryId id) {
  for (const WaitingQuery& query : waiting_) {
    if (query.id == id && query.request) abandoned_.insert(*query.request);
  }
  std::erase_if(waiting_, [id](const auto& query) { return query.id == id; });
  std::erase_if(results_, [id](const auto& result) { return result.id == id; });
}

bool OffsetQueries::owns(RequestId id) const {
  return abandoned_.contains(id) ||
         std::ranges::any_of(waiting_, [id](const auto& query) { return query.request == id; });
}

WaitingQuery* OffsetQueries::find(RequestId id) {
  const auto found =
      std::ranges::find_if(waiting_, [id](const auto& query) { return query.request == id; });
  return found == waiting_.end() ? nullptr : &*found;
}

void OffsetQueries::drive(const Surroundings& around, Instant now, Alarms& alarms) {
  end_what_is_too_late(around, now);
  const std::optional<Destination> to = around.coordinator.where();
  std::vector<QueryId> due;
  for (const WaitingQuery& query : waiting_) {
    alarms.ring({.at = query.deadline, .name = "offset query timeout", .is_periodic = true});
    if (query.request) continue;
    alarms.ring({.at = query.not_before, .name = "offset query after a pause"});
    if (query.not_before <= now) due.push_back(query.id);
  }
  for (const QueryId id : due) {
    if (!to || !around.session.is_ready(*to)) return;
    const auto query =
        std::ranges::find_if(waiting_, [id](const auto& each) { return each.id == id; });
    send(*query, *to, around, now);
  }
}

void OffsetQueries::end_what_is_too_late(const Surroundings& around, Instant now) {
  std::vector<WaitingQuery> late;
  for (const WaitingQuery& query : waiting_) {
    if (query.deadline <= now) late.push_back(query);
  }
  for (const WaitingQuery& query : late) {
    std::string message =
        "waited for " + describe({.session = around.session, .coordinator = around.coordinator});
    if (!query.last_trouble.empty()) message += "; before that: " + query.last_trouble;
    end(query, Failure{.kind = FailureKind::timed_out, .message = std::move(message)});
  }
}

void OffsetQueries::send(WaitingQuery& query, const Destination& to, const Surroundings& around,
                         Instant now) {
  const auto version = around.session.version(to, OffsetFetchRequest::api);
  if (!version) {
    end(query, Failure{.kind = FailureKind::unsupported,
                       .message = "the coordinator has no OffsetFetch known here"});
    return;
  }
  query.request =
      around.session.send(to, query_request(options_.group_id, query.partitions, *version),
                          {.version = *version, .timeout = options_.request_timeout}, now);
}

/// ConsumerCoordinator.OffsetFetchResponseHandler.
void OffsetQueries::answered(const Answered& answer, const Surroundings& around, Instant now) {
  if (abandoned_.erase(answer.id) > 0) return;
  WaitingQuery* query = find(answer.id);
  COHORT_ASSERT(query != nullptr);
  query->request.reset();
  const auto response = decode<OffsetFetchResponse>(answer.body, answer.version);
  if (!response) {
    end(*query, Failure{.kind = FailureKind::refused,
                        .message = "OffsetFetch's answer: " + to_string(response.error())});
    return;
  }
  CommittedReading reading = read_response(*response, answer.version);
  switch (reading.error) {
    case ErrorCode::none: {
      for (const TopicPartition& partition : query->partitions) reading.offsets[partition];
      end(*query, std::move(reading.offsets));
      return;
    }
    case ErrorCode::not_coordinator:
    case ErrorCode::coordinator_not_available:
      around.coordinator.forget(std::string(name(reading.error)));
      retry(*query, std::string(name(reading.error)), around.rng, now);
      return;
    case ErrorCode::coordinator_load_in_progress:
    case ErrorCode::request_timed_out:
    case ErrorCode::unstable_offset_commit:
      retry(*query, std::string(name(reading.error)), around.rng, now);
      return;
    default:
      break;
  }
  end(*query, Failure{.kind = FailureKind::refused,
                      .code = reading.error,
                      .message = "OffsetFetch of group " + options_.group_id + " was refused",
                      .partition = reading.partition});
}

void OffsetQueries::lost(const Lost& lost, const Surroundings& around, Instant now) {
  const bool was_sent = lost.kind != LossKind::unwritable;
  if (was_sent && around.coordinator.where() == lost.to) around.coordinator.forget(lost.reason);
  if (abandoned_.erase(lost.id) > 0) return;
  WaitingQuery* query = find(lost.id);
  COHORT_ASSERT(query != nullptr);
  query->request.reset();
  if (was_sent) {
    retry(*query, lost.reason, around.rng, now);
  } else {
    end(*query, Failure{.kind = FailureKind::refused, .message = "OffsetFetch: " + lost.reason});
  }
}

void OffsetQueries::retry(WaitingQuery& query, const std::string& trouble, Rng& rng, Instant now) {
  ++query.failures;
  query.not_before = now + options_.retry.after(query.failures, rng);
  query.last_trouble = trouble;
}

void OffsetQueries::end(const WaitingQuery& query, Outcome<CommittedOffsets> offsets) {
  const QueryId id = query.id;
  if (query.request) abandoned_.insert(*query.request);
  results_.push_back({.id = id, .partitions = query.partitions, .offsets = std::move(offsets)});
  std::erase_if(waiting_, [id](const auto& each) { return each.id == id; });
}

std::vector<QueryResult> OffsetQueries::take_results() { return std::exchange(results_, {}); }

std::string OffsetQueries::describe(const CoordinatorView& around) const {
  if (waiting_.empty()) return "";
  const std::string what = "OffsetFetch of group " + options_.group_id;
  const auto where = around.coordinator.where();
  if (!where) return around.coordinator.describe();
  if (waiting_.front().request) {
    return "the answer to " + what + " from broker " + std::to_string(where->node_id);
  }
  if (!around.session.is_ready(*where)) return around.session.describe(*where);
  return "the end of a pause before " + what;
}

}  // namespace cohort::client
