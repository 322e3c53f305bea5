#include "consumer/consumer_operations.hpp"

#include <utility>

namespace cohort::client::operations {

namespace {

/// Operations have no deadline of their own: whoever waits gives up, and is told what for.
Failure woken() { return {.kind = FailureKind::canceled, .message = "wakeup() was called"}; }

bool is_over(const ConsumerNode& node) { return node.is_woken(); }

/// The failure of a commit, in the words of its kind.
Outcome<void> outcome_of(const CommitResult& result) {
  if (result.failure) return *result.failure;
  return boost::system::in_place_value;
}

std::string asked_topic(const std::string& topic) { return "the metadata of topic " + topic; }

}  // namespace

Of<Begun, Polled> poll() {
  return {.start =
              [](ConsumerNode& node, Instant now) {
                node.begin_poll(now);
                return Begun();
              },
          .is_done = [](const ConsumerNode& node,
                        const Begun&) { return node.news() != PollNews::none; },
          .take = [](ConsumerNode& node, const Begun&, Instant now) -> Outcome<Polled> {
            const PollNews news = node.news();
            switch (news) {
              case PollNews::woken:
                node.end_poll();
                node.take_wake_up();
                return woken();
              case PollNews::failure:
                node.end_poll();
                return node.take_failure(now);
              case PollNews::records: {
                auto records = node.take_records(now);
                if (!records) return records.error();
                return Polled{.news = news, .records = std::move(*records)};
              }
              case PollNews::commits:
                node.end_poll();
                return Polled{.news = news, .commits = node.take_async_results()};
              case PollNews::call:
              case PollNews::none:
                node.end_poll();
                break;
            }
            return Polled{.news = news};
          },
          .abandon = [](ConsumerNode& node, const Begun&, Instant) { node.end_poll(); },
          .at_timeout = [] { return Outcome<Polled>(Polled()); }};
}

Of<Begun, bool> leave(const Departure& departure) {
  return {
      .start =
          [departure](ConsumerNode& node, Instant now) {
            node.leave(departure, now);
            return Begun();
          },
      .is_done = [](const ConsumerNode& node,
                    const Begun&) { return node.has_left() || node.has_call(); },
      .take = [](ConsumerNode& node, const Begun&, Instant) -> Outcome<bool> {
        return node.has_left();
      },
      .describe = [](const ConsumerNode& node,
                     const Begun&) { return "the group to be left; " + node.describe_waiting(); }};
}

Of<Begun, void> drain_commits() {
  return {
      .start = [](ConsumerNode&, Instant) { return Begun(); },
      .is_done = [](const ConsumerNode& node,
                    const Begun&) { return !node.has_commits_under_way(); },
      .take = [](ConsumerNode&, const Begun&, Instant) -> Outcome<void> {
        return boost::system::in_place_value;
      },
      .describe = [](const ConsumerNode& node, const Begun&) { return node.describe_waiting(); }};
}

Of<CommitId, void> commit(std::optional<OffsetsToCommit> offsets) {
  return {.start =
              [offsets = std::move(offsets)](ConsumerNode& node, Instant now) {
                return node.commit_sync(offsets ? *offsets : node.consumed(), Instant::never(),
                                        now);
              },
          .is_done = [](const ConsumerNode& node,
                        const CommitId& id) { return node.is_done(id) || is_over(node); },
          .take = [](ConsumerNode& node, const CommitId& id, Instant) -> Outcome<void> {
            if (const auto result = node.take_commit(id)) return outcome_of(*result);
            node.forget(id);
            node.take_wake_up();
            return woken();
          },
          .abandon = [](ConsumerNode& node, const CommitId& id, Instant) { node.forget(id); },
          .describe = [](const ConsumerNode& node,
                         const CommitId&) { return node.describe_waiting(); }};
}

Of<QueryId, CommittedOffsets> committed(PartitionSet partitions) {
  return {
      .start = [partitions = std::move(partitions)](
                   ConsumerNode& node,
                   Instant now) { return node.ask_committed(partitions, Instant::never(), now); },
      .is_done = [](const ConsumerNode& node,
                    const QueryId& id) { return node.is_done(id) || is_over(node); },
      .take = [](ConsumerNode& node, const QueryId& id, Instant) -> Outcome<CommittedOffsets> {
        if (auto result = node.take_query(id)) return std::move(result->offsets);
        node.forget(id);
        node.take_wake_up();
        return woken();
      },
      .abandon = [](ConsumerNode& node, const QueryId& id, Instant) { node.forget(id); },
      .describe = [](const ConsumerNode& node, const QueryId&) { return node.describe_waiting(); }};
}

Of<Begun, std::int64_t> position(TopicPartition partition) {
  return {
      .start = [](ConsumerNode&, Instant) { return Begun(); },
      .is_done =
          [partition](const ConsumerNode& node, const Begun&) {
            return node.positions().position(partition).has_value() ||
                   !node.positions().is_assigned(partition) || node.positions().has_failure() ||
                   is_over(node);
          },
      .take = [partition](ConsumerNode& node, const Begun&, Instant now) -> Outcome<std::int64_t> {
        if (const auto position = node.positions().position(partition)) {
          return position->offset;
        }
        if (node.take_wake_up()) return woken();
        if (node.positions().has_failure()) return node.take_failure(now);
        return Failure{.kind = FailureKind::refused,
                       .message = to_string(partition) + " is not assigned",
                       .partition = partition};
      },
      .describe =
          [partition](const ConsumerNode& node, const Begun&) {
            return "the position of " + to_string(partition) + "; " + node.describe_waiting();
          }};
}

Of<LookupId, std::map<TopicPartition, FoundOffset>> find_offsets(
    std::map<TopicPartition, std::int64_t> timestamps) {
  using Found = std::map<TopicPartition, FoundOffset>;
  return {.start = [timestamps](ConsumerNode& node,
                                Instant now) { return node.ask_offsets(timestamps, now); },
          .is_done = [](const ConsumerNode& node,
                        const LookupId& id) { return node.is_done(id) || is_over(node); },
          .take = [](ConsumerNode& node, const LookupId& id, Instant) -> Outcome<Found> {
            const auto answers = node.take_lookup(id);
            if (!answers) {
              node.forget(id);
              node.take_wake_up();
              return woken();
            }
            Found found;
            for (const auto& [partition, answer] : *answers) {
              if (!answer) return answer.error();
              found.emplace(partition, *answer);
            }
            return found;
          },
          .abandon = [](ConsumerNode& node, const LookupId& id, Instant) { node.forget(id); },
          .describe =
              [timestamps](const ConsumerNode& node, const LookupId&) {
                PartitionSet partitions;
                for (const auto& [partition, time] : timestamps) partitions.insert(partition);
                return "the offsets of " + to_string(partitions) + "; " +
                       node.describe_connections();
              }};
}

std::map<TopicPartition, OffsetAndTimestamp> found_by_time(
    const std::map<TopicPartition, FoundOffset>& found) {
  std::map<TopicPartition, OffsetAndTimestamp> offsets;
  for (const auto& [partition, offset] : found) {
    if (offset.offset < 0) continue;
    offsets.emplace(partition, OffsetAndTimestamp{.offset = offset.offset,
                                                  .timestamp = offset.timestamp,
                                                  .leader_epoch = offset.leader_epoch});
  }
  return offsets;
}

Of<TopicQuestion, PartitionSet> partitions_for(std::string topic) {
  const auto is_known = [](const ConsumerNode& node, const TopicQuestion& question,
                           const std::string& name) {
    if (node.metadata().find(name) != nullptr) return true;
    const TopicMetadata* found = node.metadata().find_with_error(name);
    // A topic that is being made shows one of these first.
    return found != nullptr && node.metadata().revision() > question.revision &&
           found->error != ErrorCode::leader_not_available;
  };
  return {
      .start =
          [topic](ConsumerNode& node, Instant now) {
            const TopicQuestion question{.revision = node.metadata().revision()};
            node.want_topic(topic, now);
            return question;
          },
      .is_done =
          [topic, is_known](const ConsumerNode& node, const TopicQuestion& question) {
            return is_known(node, question, topic) || is_over(node);
          },
      .take = [topic](ConsumerNode& node, const TopicQuestion&, Instant) -> Outcome<PartitionSet> {
        node.let_go_topic(topic);
        if (const TopicMetadata* found = node.metadata().find(topic)) {
          PartitionSet partitions;
          const auto count = static_cast<std::int32_t>(found->partitions.size());
          for (std::int32_t i = 0; i < count; ++i) partitions.insert({topic, i});
          return partitions;
        }
        if (node.take_wake_up()) return woken();
        const TopicMetadata* found = node.metadata().find_with_error(topic);
        return Failure{
            .kind = FailureKind::refused,
            .code = found == nullptr ? ErrorCode::unknown_topic_or_partition : found->error,
            .message = "the topic " + topic};
      },
      .abandon = [topic](ConsumerNode& node, const TopicQuestion&,
                         Instant) { node.let_go_topic(topic); },
      .describe =
          [topic](const ConsumerNode& node, const TopicQuestion&) {
            return asked_topic(topic) + "; " + node.describe_connections();
          }};
}

}  // namespace cohort::client::operations
