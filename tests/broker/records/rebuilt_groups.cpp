#include "rebuilt_groups.hpp"

#include <cohort/protocol/codec.hpp>

namespace cohort::broker {

RebuiltGroups::RebuiltGroups(const std::vector<ReadBatch>& batches) {
  std::int32_t partition = 0;
  for (const ReadBatch& batch : batches) {
    // A marker decides over its own partition only.
    if (batch.partition != partition) set_pending_aside();
    partition = batch.partition;
    if (batch.marker) {
      end_transaction(*batch.marker);
      continue;
    }
    for (std::size_t i = 0; i < batch.records.size(); ++i) {
      replay(batch, batch.records[i], batch.offsets[i]);
    }
  }
  set_pending_aside();
  collect();
}

void RebuiltGroups::set_pending_aside() {
  for (const auto& [producer, offsets] : pending_) undecided_ += offsets.size();
  pending_.clear();
}

void RebuiltGroups::replay(const ReadBatch& batch, const Record& record, std::int64_t at) {
  ASSERT_TRUE(record.key.has_value());
  if (decode_versioned<OffsetCommitKey>(*record.key)) return replay_offset(batch, record, at);
  replay_group(record);
}

void RebuiltGroups::replay_offset(const ReadBatch& batch, const Record& record, std::int64_t at) {
  const OffsetCommitKey key = decode_versioned<OffsetCommitKey>(*record.key)->message;
  const OffsetName name{key.group, {key.topic, key.partition}};
  if (!record.value) {
    offsets_.erase(name);
    for (auto& [producer, offsets] : pending_) offsets.erase(name);
    return;
  }
  const Placed placed{at, decode_versioned<OffsetCommitValue>(*record.value).value().message};
  if (batch.header.is_transactional()) {
    pending_[batch.header.producer_id].insert_or_assign(name, placed);
  } else {
    offsets_.insert_or_assign(name, placed);
  }
}

void RebuiltGroups::replay_group(const Record& record) {
  const std::string group = decode_versioned<GroupMetadataKey>(*record.key).value().message.group;
  if (!record.value) {
    metadata_.erase(group);
    return;
  }
  metadata_[group] = decode_versioned<GroupMetadataValue>(*record.value).value().message;
}

void RebuiltGroups::end_transaction(const Marker& marker) {
  auto ended = pending_.extract(marker.producer_id);
  if (ended.empty() || marker.type == MarkerType::abort) return;
  for (const auto& [name, placed] : ended.mapped()) {
    const auto found = offsets_.find(name);
    if (found == offsets_.end() || found->second.at < placed.at) offsets_[name] = placed;
  }
}

void RebuiltGroups::collect() {
  for (const auto& [group, metadata] : metadata_) groups_[group].metadata = metadata;
  for (const auto& [name, placed] : offsets_) {
    groups_[name.first].offsets[name.second] = placed.value;
  }
}

}  // namespace cohort::broker
