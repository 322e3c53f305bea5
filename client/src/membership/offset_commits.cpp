#include "membership/offset_commits.hpp"

#include <cohort/protocol/assert.hpp>
#include <cohort/protocol/codec.hpp>
#include <cohort/protocol/messages/offset_commit.hpp>

#include <algorithm>
#include <utility>

namespace cohort::client {

namespace {

OffsetCommitRequest commit_request(const std::string& group_id, const OffsetsToCommit& offsets,
                                   const Membership& membership) {
  OffsetCommitRequest request{.group_id = group_id,
                              .generation_id_or_member_epoch = membership.generation_id,
                              .member_id = membership.member_id,
                              .group_instance_id = membership.instance_id};
  for (const auto& [partition, committed] : offsets) {
    if (request.topics.empty() || request.topics.back().name != partition.topic) {
      request.topics.push_back({.name = partition.topic});
    }
    request.topics.back().partitions.push_back({.partition_index = partition.partition,
                                                .committed_offset = committed.offset,
                                                .committed_leader_epoch = committed.leader_epoch,
                                                .committed_metadata = committed.metadata});
  }
  return request;
}

Failure refusal(ErrorCode code, const TopicPartition& partition) {
  return {.kind = FailureKind::refused,
          .code = code,
          .message = "the commit for " + to_string(partition) + " was refused",
          .partition = partition};
}

/// The first that says why, where a topic that may not be written is looked for last
/// (OffsetCommitResponseHandler).
std::optional<Failure> first_error(const OffsetCommitResponse& response) {
  std::optional<Failure> unauthorized;
  for (const OffsetCommitResponseTopic& topic : response.topics) {
    for (const OffsetCommitResponsePartition& partition : topic.partitions) {
      if (partition.error_code == ErrorCode::none) continue;
      Failure failure = refusal(partition.error_code, {topic.name, partition.partition_index});
      if (partition.error_code != ErrorCode::topic_authorization_failed) return failure;
      if (!unauthorized) unauthorized = std::move(failure);
    }
  }
  return unauthorized;
}

Failure rebalance_in_progress() {
  return {.kind = FailureKind::refused,
          .code = ErrorCode::rebalance_in_progress,
          .message = "the group rebalances; poll() until that is over, then commit again"};
}

Failure not_a_member(ErrorCode code) {
  return {.kind = FailureKind::commit_failed,
          .code = code,
          .message =
              "this consumer is not in the group's generation any more, and others may have "
              "its partitions; did it poll() within max.poll.interval.ms?"};
}

}  // namespace

CommitId OffsetCommits::add(WaitingCommit commit) {
  commit.id = CommitId{++last_id_};
  waiting_.push_back(std::move(commit));
  WaitingCommit& added = waiting_.back();
  if (added.offsets.empty()) end(added, std::nullopt);
  return added.id;
}

CommitId OffsetCommits::commit_sync(OffsetsToCommit offsets, Instant deadline) {
  return add({.offsets = std::move(offsets), .is_retried = true, .deadline = deadline});
}

CommitId OffsetCommits::commit_async(OffsetsToCommit offsets, Instant now) {
  return add({.offsets = std::move(offsets), .deadline = now + options_.request_timeout});
}

void OffsetCommits::forget(CommitId id) {
  for (WaitingCommit& commit : waiting_) {
    if (commit.id == id) commit.is_forgotten = true;
  }
  drop_forgotten();
}

void OffsetCommits::drop_forgotten() {
  std::erase_if(waiting_,
                [](const WaitingCommit& commit) { return commit.is_forgotten && !commit.request; });
}

bool OffsetCommits::owns(RequestId id) const {
  return abandoned_.contains(id) ||
         std::ranges::any_of(waiting_, [id](const auto& commit) { return commit.request == id; });
}

WaitingCommit* OffsetCommits::find(RequestId id) {
  const auto found =
      std::ranges::find_if(waiting_, [id](const auto& commit) { return commit.request == id; });
  return found == waiting_.end() ? nullptr : &*found;
}

void OffsetCommits::drive(const Surroundings& around, const Committer& committer, Instant now,
                          Alarms& alarms) {
  end_what_is_too_late(now);
  for (WaitingCommit& commit : waiting_) {
    if (!commit.result && !send_if_due(commit, around, committer, now)) break;
  }
  for (const WaitingCommit& commit : waiting_) {
    if (commit.result) continue;
    if (!commit.request) alarms.ring({.at = commit.not_before, .name = "commit after a pause"});
    alarms.ring({.at = commit.deadline, .name = "commit timeout", .is_periodic = true});
  }
}

void OffsetCommits::end_what_is_too_late(Instant now) {
  for (WaitingCommit& commit : waiting_) {
    // One that is sent once ends with its request.
    const bool ends_itself = !commit.is_retried && commit.request;
    if (commit.result || ends_itself || commit.deadline > now) continue;
    std::string message = commit.request ? "OffsetCommit was not answered in time"
                                         : "OffsetCommit could not be sent in time";
    if (!commit.last_trouble.empty()) message += "; before that: " + commit.last_trouble;
    end(commit, Failure{.kind = FailureKind::timed_out, .message = message}, true);
  }
  drop_forgotten();
}

bool OffsetCommits::send_if_due(WaitingCommit& commit, const Surroundings& around,
                                const Committer& committer, Instant now) {
  if (commit.request) return !commit.is_retried;
  const bool has_others_before = std::ranges::any_of(
      waiting_, [&](const auto& other) { return other.request && other.id < commit.id; });
  if (commit.is_retried && has_others_before) return false;
  if (commit.not_before > now) return false;
  switch (committer.standing) {
    case Standing::rebalancing:
      end(commit, rebalance_in_progress(), true);
      return true;
    case Standing::outside:
      end(commit, not_a_member(ErrorCode::none));
      return true;
    case Standing::alone:
    case Standing::member:
      break;
  }
  const std::optional<Destination> to = around.coordinator.where();
  if (!to || !around.session.is_ready(*to)) return false;
  send(commit, around, committer, now);
  return !commit.is_retried;
}

void OffsetCommits::send(WaitingCommit& commit, const Surroundings& around,
                         const Committer& committer, Instant now) {
  const Destination to = *around.coordinator.where();
  const auto version = around.session.version(to, OffsetCommitRequest::api);
  if (!version) {
    end(commit, Failure{.kind = FailureKind::unsupported,
                        .message = "the coordinator has no OffsetCommit known here"});
    return;
  }
  commit.sent_as = committer.membership;
  commit.request =
      around.session.send(to, commit_request(options_.group_id, commit.offsets, commit.sent_as),
                          {.version = *version, .timeout = options_.request_timeout}, now);
}

void OffsetCommits::answered(const Answered& answer, const Surroundings& around,
                             const Committer& committer, Instant now) {
  if (abandoned_.erase(answer.id) > 0) return;
  WaitingCommit* commit = find(answer.id);
  COHORT_ASSERT(commit != nullptr);
  commit->request.reset();
  const auto response = decode<OffsetCommitResponse>(answer.body, answer.version);
  if (!response) {
    end(*commit, Failure{.kind = FailureKind::refused,
                         .message = "OffsetCommit's answer: " + to_string(response.error())});
  } else if (const auto failure = first_error(*response)) {
    take_error(*commit, *failure, around, committer, now);
  } else {
    end(*commit, std::nullopt);
  }
  drop_forgotten();
}

/// ConsumerCoordinator.OffsetCommitResponseHandler.
void OffsetCommits::take_error(WaitingCommit& commit, const Failure& failure,
                               const Surroundings& around, const Committer& committer,
                               Instant now) {
  // The member has gone on since: what is said of an older generation is no news of it.
  const bool has_gone_on = committer.standing == Standing::rebalancing;
  switch (failure.code) {
    case ErrorCode::coordinator_not_available:
    case ErrorCode::not_coordinator:
    case ErrorCode::request_timed_out:
      around.coordinator.forget(std::string(name(failure.code)));
      retry(commit, failure, around.rng, now);
      return;
    case ErrorCode::coordinator_load_in_progress:
    case ErrorCode::unknown_topic_or_partition:
      retry(commit, failure, around.rng, now);
      return;
    case ErrorCode::rebalance_in_progress:
      end(commit, rebalance_in_progress(), true);
      break;
    case ErrorCode::unknown_member_id:
    case ErrorCode::illegal_generation:
      if (has_gone_on) {
        end(commit, rebalance_in_progress(), true);
      } else {
        end(commit, not_a_member(failure.code));
      }
      break;
    case ErrorCode::fenced_instance_id:
      end(commit, Failure{.kind = FailureKind::fatal,
                          .code = failure.code,
                          .message = "another consumer has taken this instance's place"});
      break;
    default:
      end(commit, failure);
      break;
  }
  commit.result->code = failure.code;
}

void OffsetCommits::lost(const Lost& lost, const Surroundings& around, Instant now) {
  const bool was_sent = lost.kind != LossKind::unwritable;
  if (was_sent && around.coordinator.where() == lost.to) around.coordinator.forget(lost.reason);
  if (abandoned_.erase(lost.id) > 0) return;
  WaitingCommit* commit = find(lost.id);
  COHORT_ASSERT(commit != nullptr);
  commit->request.reset();
  const Failure failure{
      .kind = lost.kind == LossKind::timed_out ? FailureKind::timed_out : FailureKind::refused,
      .message = "OffsetCommit: " + lost.reason};
  if (was_sent) {
    retry(*commit, failure, around.rng, now);
  } else {
    end(*commit, failure);
  }
  drop_forgotten();
}

void OffsetCommits::retry(WaitingCommit& commit, const Failure& failure, Rng& rng, Instant now) {
  if (!commit.is_retried) {
    // What comes after it may have a newer offset (ConsumerCoordinator.commitOffsetsAsync).
    end(commit, failure, true);
    return;
  }
  ++commit.failures;
  commit.not_before = now + options_.retry.after(commit.failures, rng);
  commit.last_trouble = Error(failure).what();
}

void OffsetCommits::end(WaitingCommit& commit, std::optional<Failure> failure, bool is_retriable) {
  if (commit.request) abandoned_.insert(*std::exchange(commit.request, std::nullopt));
  commit.result = CommitResult{.id = commit.id,
                               .offsets = commit.offsets,
                               .failure = std::move(failure),
                               .is_retriable = is_retriable,
                               .sent_as = commit.sent_as};
}

std::vector<CommitResult> OffsetCommits::take_results() {
  std::vector<CommitResult> results;
  while (!waiting_.empty() && waiting_.front().result) {
    results.push_back(std::move(*waiting_.front().result));
    waiting_.pop_front();
  }
  return results;
}

std::string OffsetCommits::describe(const CoordinatorView& around) const {
  if (waiting_.empty()) return "";
  const std::string what = "OffsetCommit of group " + options_.group_id;
  const auto where = around.coordinator.where();
  if (!where) return around.coordinator.describe();
  if (waiting_.front().request) {
    return "the answer to " + what + " from broker " + std::to_string(where->node_id);
  }
  if (!around.session.is_ready(*where)) return around.session.describe(*where);
  return "the end of a pause before " + what + " (" + waiting_.front().last_trouble + ")";
}

}  // namespace cohort::client
