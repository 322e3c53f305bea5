#include "admin/plans/list_group_offsets_plan.hpp"

#include <cohort/protocol/codec.hpp>

#include <utility>

namespace cohort::client {

namespace {

/// From this version on a request names several groups (KIP-709).
constexpr int first_batched_version = 8;

template <class Topic>
std::optional<std::vector<Topic>> wanted_topics(const ListGroupOffsetsOptions& options) {
  // Null asks for all.
  if (!options.partitions) return std::nullopt;
  std::vector<Topic> topics;
  const std::vector<TopicPartition> partitions(options.partitions->begin(),
                                               options.partitions->end());
  for (auto& [name, indexes] : by_topic(partitions)) {
    topics.push_back({.name = name, .partition_indexes = indexes});
  }
  return topics;
}

Reading<GroupOffsets> reading_of(ErrorCode error, const auto& topics) {
  Reading<GroupOffsets> reading{.code = error};
  for (const auto& topic : topics) {
    for (const auto& partition : topic.partitions) {
      const TopicPartition key{topic.name, partition.partition_index};
      if (partition.error_code == ErrorCode::unstable_offset_commit) {
        reading.code = partition.error_code;
      } else if (partition.error_code != ErrorCode::none) {
        reading.value.insert_or_assign(key,
                                       Failure{.code = partition.error_code, .partition = key});
      } else if (partition.committed_offset >= 0) {
        reading.value.insert_or_assign(
            key, CommittedOffset{.offset = partition.committed_offset,
                                 .leader_epoch = partition.committed_leader_epoch,
                                 .metadata = partition.metadata.value_or("")});
      }
    }
  }
  return reading;
}

}  // namespace

OffsetFetchRequest group_offsets_request(const std::string& group,
                                         const ListGroupOffsetsOptions& options, int version) {
  OffsetFetchRequest request{.require_stable = options.require_stable};
  if (version < first_batched_version) {
    request.group_id = group;
    request.topics = wanted_topics<OffsetFetchRequestTopic>(options);
    return request;
  }
  OffsetFetchRequestGroup& asked = request.groups.emplace_back();
  asked.group_id = group;
  asked.topics = wanted_topics<OffsetFetchRequestTopics>(options);
  return request;
}

Result<Reading<GroupOffsets>> read_group_offsets(const Answered& answer, const std::string& group) {
  const auto response = decode<OffsetFetchResponse>(answer.body, answer.version);
  if (!response) return response.error();
  if (answer.version < first_batched_version) {
    return reading_of(response->error_code, response->topics);
  }
  for (const OffsetFetchResponseGroup& answered : response->groups) {
    if (answered.group_id == group) return reading_of(answered.error_code, answered.topics);
  }
  return Reading<GroupOffsets>{.code = ErrorCode::unknown_server_error,
                               .message = "the answer says nothing of group " + group};
}

int lowest_offset_fetch_version(const ListGroupOffsetsOptions& options) {
  if (options.require_stable) return 7;  // KIP-447
  return options.partitions ? 1 : 2;     // KIP-88; v0 reads from ZooKeeper.
}

ListGroupOffsetsPlan::ListGroupOffsetsPlan(std::string group, ListGroupOffsetsOptions options)
    : SinglePlan(Target::coordinator(group)),
      group_(std::move(group)),
      options_(std::move(options)) {}

RequestId ListGroupOffsetsPlan::send(const Sender& sender, const Batch& /*batch*/) const {
  return sender.send(group_offsets_request(group_, options_, sender.version()));
}

Result<std::vector<Verdict>> ListGroupOffsetsPlan::read(const Batch& batch,
                                                        const Answered& answer) {
  auto reading = read_group_offsets(answer, group_);
  if (!reading) return reading.error();
  return take_one(batch, std::move(*reading));
}

}  // namespace cohort::client
