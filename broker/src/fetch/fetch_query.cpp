#include "fetch/fetch_query.hpp"

#include "log/catalog.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

namespace cohort::broker {

namespace {

constexpr std::int16_t first_version_that_names_ids = 13;

/// Finds topics. Those that follow each other are mostly the same one.
class TopicLookup {
 public:
  explicit TopicLookup(const Catalog& catalog) : catalog_(catalog) {}

  const Topic* by_name(std::string_view name) {
    if (last_ == nullptr || last_->name != name) last_ = catalog_.find(name);
    return last_;
  }
  const Topic* by_id(const Uuid& id) {
    if (last_ == nullptr || last_->id != id) last_ = catalog_.find(id);
    return last_;
  }

 private:
  const Catalog& catalog_;
  const Topic* last_ = nullptr;
};

void settle(const Topic* topic, WantedPartition& wanted) {
  if (topic == nullptr || topic->partition(wanted.partition.partition) == nullptr) {
    wanted.error = ErrorCode::unknown_topic_or_partition;
  } else {
    wanted.key = {topic->id, wanted.partition.partition};
  }
}

/// In a session a topic that was there once is known by its name from then on. When it is deleted
/// its partition is unknown, and when it is made again, of another id than the fetcher means
/// (KafkaApis.handleFetchRequest, ReplicaManager.hasConsistentTopicId).
void settle_by_id(TopicLookup& topics, SessionPartition& partition, WantedPartition& wanted) {
  if (partition.known_as.empty()) {
    const Topic* topic = topics.by_id(partition.topic_id);
    if (topic == nullptr) {
      wanted.error = ErrorCode::unknown_topic_id;
      return;
    }
    partition.known_as = topic->name;
  }
  settle(topics.by_name(partition.known_as), wanted);
  if (wanted.error == ErrorCode::none && wanted.key.topic_id != partition.topic_id) {
    wanted.error = ErrorCode::inconsistent_topic_id;
  }
}

}  // namespace

bool FetchQuery::has_known() const {
  return std::ranges::any_of(partitions, [](const auto& each) { return !each.is_unknown(); });
}

std::vector<PartitionKey> FetchQuery::known_partitions() const {
  std::vector<PartitionKey> known;
  known.reserve(partitions.size());
  for (const WantedPartition& each : partitions) {
    if (each.error == ErrorCode::none) known.push_back(each.key);
  }
  return known;
}

std::vector<WantedPartition> partitions_of(const Catalog& catalog, const FetchRequest& request,
                                           const FetchQuery& query) {
  const bool is_by_id = query.version >= first_version_that_names_ids;
  const bool needs_names = is_by_id && query.session.kind == SessionUse::Kind::opens;
  std::vector<WantedPartition> partitions;
  std::map<std::tuple<std::string_view, Uuid, std::int32_t>, std::size_t> places;
  for (const FetchTopic& named : request.topics) {
    const Topic* topic = is_by_id ? catalog.find(named.topic_id) : catalog.find(named.topic);
    for (const FetchPartition& partition : named.partitions) {
      const auto [place, is_first] =
          places.try_emplace({named.topic, named.topic_id, partition.partition}, partitions.size());
      if (is_first) partitions.push_back({.topic = named.topic, .topic_id = named.topic_id});
      WantedPartition& wanted = partitions[place->second];
      wanted.partition = partition;
      if (!is_first) continue;
      settle(topic, wanted);
      if (topic == nullptr && is_by_id) wanted.error = ErrorCode::unknown_topic_id;
      if (topic != nullptr && needs_names) wanted.known_as = topic->name;
    }
  }
  return partitions;
}

std::vector<WantedPartition> partitions_of(const Catalog& catalog, FetchSession& session) {
  TopicLookup topics(catalog);
  std::vector<WantedPartition> partitions;
  partitions.reserve(session.partitions.size());
  for (auto& [turn, partition] : session.partitions.in_order()) {
    WantedPartition& wanted = partitions.emplace_back();
    wanted.topic = partition.topic;
    wanted.topic_id = partition.topic_id;
    wanted.partition = partition.wanted;
    if (session.uses_topic_ids) {
      settle_by_id(topics, partition, wanted);
    } else {
      settle(topics.by_name(partition.topic), wanted);
    }
  }
  return partitions;
}

}  // namespace cohort::broker
