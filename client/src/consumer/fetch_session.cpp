#include "consumer/fetch_session.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace cohort::client {

namespace {

void add_partition(const TopicPartition& partition, const FetchFrom& from, FetchRequest& request) {
  std::vector<FetchTopic>& topics = request.topics;
  if (topics.empty() || topics.back().topic != partition.topic) {
    topics.push_back({.topic = partition.topic, .topic_id = from.topic_id});
  }
  topics.back().partitions.push_back({.partition = partition.partition,
                                      .current_leader_epoch = from.leader_epoch,
                                      .fetch_offset = from.offset,
                                      .partition_max_bytes = from.max_bytes});
}

void forget_partition(const TopicPartition& partition, const Uuid& topic_id,
                      FetchRequest& request) {
  std::vector<FetchForgottenTopic>& topics = request.forgotten_topics_data;
  if (topics.empty() || topics.back().topic != partition.topic ||
      topics.back().topic_id != topic_id) {
    topics.push_back({.topic = partition.topic, .topic_id = topic_id});
  }
  topics.back().partitions.push_back(partition.partition);
}

}  // namespace

void FetchSession::ask(FetchPlan plan, int version, FetchRequest& request) {
  const bool uses_ids = version >= first_version_by_id;
  // A session goes by names or by ids, never by both (FetchSessionHandler.Builder.build).
  if (uses_ids != std::exchange(uses_ids_, uses_ids)) epoch_ = 0;
  if (version >= first_version) {
    request.session_id = id_;
    request.session_epoch = epoch_;
  }
  if (version < first_version || epoch_ == 0) {
    names_.clear();
    for (const auto& [partition, from] : plan) add_partition(partition, from, request);
  } else {
    ask_for_changes(plan, request);
  }
  plan_ = std::move(plan);
  if (!uses_ids) return;
  for (const auto& [partition, from] : plan_) names_.try_emplace(from.topic_id, partition.topic);
}

void FetchSession::ask_for_changes(const FetchPlan& plan, FetchRequest& request) const {
  for (const auto& [partition, from] : plan) {
    const FetchFrom* known = find(partition);
    if (known == nullptr || *known != from) add_partition(partition, from, request);
  }
  for (const auto& [partition, from] : plan_) {
    const auto next = plan.find(partition);
    // A topic that was made anew has the name but not the id of the one before. By names nothing
    // may be forgotten that is asked for, too: the broker forgets last.
    const bool is_replaced =
        next != plan.end() && uses_ids_ && next->second.topic_id != from.topic_id;
    if (next == plan.end() || is_replaced) forget_partition(partition, from.topic_id, request);
  }
}

bool FetchSession::accept(const FetchResponse& response, int version) {
  const bool is_as_asked =
      std::ranges::all_of(response.responses, [&](const FetchableTopicResponse& topic) {
        const std::string* name = name_of(topic, version);
        return name != nullptr &&
               std::ranges::all_of(topic.partitions, [&](const FetchPartitionData& partition) {
                 return find({*name, partition.partition_index}) != nullptr;
               });
      });
  if (!is_as_asked) {
    lost();
    return false;
  }
  if (version < first_version) return true;
  if (response.session_id == 0) {
    id_ = 0;  // The broker has no room for a session, or has closed it.
    epoch_ = 0;
  } else {
    id_ = response.session_id;
    epoch_ = epoch_ == std::numeric_limits<std::int32_t>::max() ? 1 : epoch_ + 1;
  }
  return true;
}

void FetchSession::refused(ErrorCode error) {
  if (error == ErrorCode::fetch_session_id_not_found) id_ = 0;
  epoch_ = 0;
}

void FetchSession::lost() {
  // Epoch 0 with the id of the old session replaces it (FetchMetadata.nextCloseExisting).
  epoch_ = 0;
}

bool FetchSession::ask_to_close(FetchRequest& request) const {
  if (id_ == 0) return false;
  request.session_id = id_;
  request.session_epoch = -1;
  return true;
}

const std::string* FetchSession::name_of(const FetchableTopicResponse& topic, int version) const {
  if (version < first_version_by_id) return &topic.topic;
  const auto found = names_.find(topic.topic_id);
  return found == names_.end() ? nullptr : &found->second;
}

const FetchFrom* FetchSession::find(const TopicPartition& partition) const {
  const auto found = plan_.find(partition);
  return found == plan_.end() ? nullptr : &found->second;
}

}  // namespace cohort::client
