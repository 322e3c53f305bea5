#include "client/stub_broker.hpp"

#include <cohort/protocol/codec.hpp>
#include <cohort/protocol/messages/api_versions.hpp>

#include <algorithm>
#include <utility>

namespace cohort::client {

namespace {

bool has_news(const FetchResponse& response) {
  if (response.error_code != ErrorCode::none) return true;
  return std::ranges::any_of(response.responses, [](const FetchableTopicResponse& topic) {
    return std::ranges::any_of(topic.partitions, [](const FetchPartitionData& data) {
      return data.error_code != ErrorCode::none || data.preferred_read_replica >= 0 ||
             (data.records && !data.records->empty());
    });
  });
}

template <class Request>
Request decoded(const Buffer& body, int version) {
  return decode<Request>(body, version).value();
}

}  // namespace

void StubBroker::append(std::int32_t partition, Buffer bytes, std::int64_t last_offset) {
  StubPartition& log = partitions[partition];
  log.entries.push_back({.last_offset = last_offset, .bytes = std::move(bytes)});
  log.end_offset = last_offset + 1;
}

void StubBroker::opened(LinkId link, const Peer& peer, Instant) {
  links_[link].node = static_cast<std::int32_t>(peer.listener) + 1;
}

void StubBroker::closed(LinkId link, Instant) {
  links_.erase(link);
  std::erase_if(waiting_, [&](const Waiting& waiting) { return waiting.link == link; });
}

void StubBroker::received(LinkId link, Buffer bytes, Instant now) {
  FrameReader& reader = links_.at(link).reader;
  reader.feed(std::move(bytes));
  while (const std::optional<Buffer> frame = reader.next()) answer(link, *frame, now);
}

void StubBroker::advance(Instant now) {
  for (Waiting& waiting : waiting_) {
    if (waiting.until > now) continue;
    actions_.emplace_back(Send{waiting.link, std::move(waiting.frame)});
  }
  std::erase_if(waiting_, [&](const Waiting& waiting) { return waiting.until <= now; });
}

Instant StubBroker::next_deadline() const {
  Instant next = Instant::never();
  for (const Waiting& waiting : waiting_) next = std::min(next, waiting.until);
  return next;
}

void StubBroker::take_actions(std::vector<Action>& into) {
  into.clear();
  into.swap(actions_);
}

void StubBroker::answer(LinkId link, const Buffer& frame, Instant now) {
  const DecodedRequestHeader decoded_header = decode_request_header(frame).value();
  const RequestHeader& header = decoded_header.header;
  const int version = header.api_version;
  const Buffer body = frame.slice(decoded_header.size);
  const auto reply = [&](const auto& message) {
    actions_.emplace_back(Send{link, encode_response(header.correlation_id, message, version)});
  };
  switch (header.api_key) {
    case ApiKey::api_versions:
      reply(ApiVersionsResponse{
          .api_keys = {
              {ApiKey::fetch, fetch_versions.first, fetch_versions.last},
              {ApiKey::list_offsets, 1, 9},
              {ApiKey::metadata, metadata_versions.first, metadata_versions.last},
              {ApiKey::api_versions, 0, 3},
              {ApiKey::offset_for_leader_epoch, epoch_versions.first, epoch_versions.last}}});
      return;
    case ApiKey::metadata:
      reply(metadata());
      return;
    case ApiKey::list_offsets: {
      list_offsets.push_back(decoded<ListOffsetsRequest>(body, version));
      ListOffsetsResponse response = offsets(list_offsets.back());
      if (on_list_offsets) on_list_offsets(list_offsets.size(), response);
      reply(response);
      return;
    }
    case ApiKey::offset_for_leader_epoch: {
      epochs.push_back(decoded<OffsetForLeaderEpochRequest>(body, version));
      OffsetForLeaderEpochResponse response = epoch_ends(epochs.back());
      if (on_epochs) on_epochs(epochs.back(), response);
      reply(response);
      return;
    }
    default:
      break;
  }
  fetches.push_back(decoded<FetchRequest>(body, version));
  const FetchRequest request = fetches.back();
  const StubRequest how{.node = links_.at(link).node, .version = version};
  FetchResponse response = fetch(request, how);
  if (on_fetch) on_fetch(fetches.size(), request, how, response);
  if (has_news(response)) {
    reply(response);
    return;
  }
  waiting_.push_back({.link = link,
                      .until = now + milliseconds(request.max_wait_ms),
                      .frame = encode_response(header.correlation_id, response, version)});
}

MetadataResponse StubBroker::metadata() const {
  MetadataResponse response{.controller_id = 1};
  for (std::int32_t i = 0; i < brokers_; ++i) {
    response.brokers.push_back({.node_id = i + 1, .host = "broker", .port = 9092 + i});
  }
  MetadataResponseTopic& answered = response.topics.emplace_back();
  answered.name = topic;
  answered.topic_id = topic_id;
  for (const auto& [index, log] : partitions) {
    answered.partitions.push_back(
        {.partition_index = index, .leader_id = log.leader, .leader_epoch = log.leader_epoch});
  }
  return response;
}

FetchResponse StubBroker::fetch(const FetchRequest& request, const StubRequest& how) {
  FetchResponse response;
  for (const FetchTopic& wanted : request.topics) {
    FetchableTopicResponse& answered = response.responses.emplace_back();
    answered.topic = wanted.topic;
    answered.topic_id = wanted.topic_id;
    for (const FetchPartition& partition : wanted.partitions) {
      answered.partitions.push_back(read(partition, how));
    }
  }
  return response;
}

FetchPartitionData StubBroker::read(const FetchPartition& wanted, const StubRequest& how) const {
  FetchPartitionData data{.partition_index = wanted.partition};
  const StubPartition& log = partitions.at(wanted.partition);
  data.high_watermark = log.end_offset;
  data.last_stable_offset = log.end_offset;
  data.log_start_offset = log.start_offset;
  if (log.leader != how.node) {
    data.error_code = ErrorCode::not_leader_or_follower;
    return data;
  }
  if (wanted.fetch_offset < log.start_offset || wanted.fetch_offset > log.end_offset) {
    data.error_code = ErrorCode::offset_out_of_range;
    return data;
  }
  Buffers records;
  for (const StubEntry& entry : log.entries) {
    if (entry.last_offset >= wanted.fetch_offset) records.append(entry.bytes);
  }
  data.records = records;
  return data;
}

ListOffsetsResponse StubBroker::offsets(const ListOffsetsRequest& request) const {
  ListOffsetsResponse response;
  for (const ListOffsetsTopic& wanted : request.topics) {
    ListOffsetsTopicResponse& answered = response.topics.emplace_back();
    answered.name = wanted.name;
    for (const ListOffsetsPartition& partition : wanted.partitions) {
      const StubPartition& log = partitions.at(partition.partition_index);
      answered.partitions.push_back(
          {.partition_index = partition.partition_index,
           .offset = partition.timestamp == -2 ? log.start_offset : log.end_offset,
           .leader_epoch = log.leader_epoch});
    }
  }
  return response;
}

OffsetForLeaderEpochResponse StubBroker::epoch_ends(const OffsetForLeaderEpochRequest& request) {
  OffsetForLeaderEpochResponse response;
  for (const OffsetForLeaderEpochOffsetForLeaderTopic& wanted : request.topics) {
    OffsetForLeaderEpochOffsetForLeaderTopicResult& answered = response.topics.emplace_back();
    answered.topic = wanted.topic;
    for (const OffsetForLeaderEpochOffsetForLeaderPartition& partition : wanted.partitions) {
      answered.partitions.push_back({.partition = partition.partition,
                                     .leader_epoch = partition.leader_epoch,
                                     .end_offset = 1'000'000});
    }
  }
  return response;
}

}  // namespace cohort::client
