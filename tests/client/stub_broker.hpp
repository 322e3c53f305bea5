// StubBroker: one broker or several of a cluster with one topic `orders`, which is what a test says
// it is: any bytes for records, any error at any place.
#pragma once

#include <cohort/node/node.hpp>
#include <cohort/protocol/frame.hpp>
#include <cohort/protocol/header.hpp>
#include <cohort/protocol/messages/fetch.hpp>
#include <cohort/protocol/messages/list_offsets.hpp>
#include <cohort/protocol/messages/metadata.hpp>
#include <cohort/protocol/messages/offset_for_leader_epoch.hpp>

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace cohort::client {

/// What stands at some offsets of a log.
struct StubEntry {
  std::int64_t last_offset = 0;
  Buffer bytes;
};

struct StubPartition {
  std::vector<StubEntry> entries{};
  std::int64_t start_offset = 0;
  std::int64_t end_offset = 0;
  std::int32_t leader = 1;
  std::int32_t leader_epoch = 0;
};

struct StubRequest {
  std::int32_t node = 1;
  int version = 0;
};

class StubBroker final : public Node {
 public:
  static constexpr const char* topic = "orders";

  /// Listener i is broker i + 1, at `broker`, port 9092 + i.
  explicit StubBroker(std::int32_t brokers = 1) : brokers_(brokers) {}

  /// Adds what stands behind the rest, up to this offset.
  void append(std::int32_t partition, Buffer bytes, std::int64_t last_offset);

  std::map<std::int32_t, StubPartition> partitions{{0, {}}};
  Uuid topic_id = uuid_from_bits(1, 2);
  Versions fetch_versions{4, 17};
  Versions epoch_versions{0, 4};
  Versions metadata_versions{0, 12};
  /// Changes the answer that would be given; counts from 1 for the first.
  std::function<void(std::size_t nth, const FetchRequest&, const StubRequest&, FetchResponse&)>
      on_fetch{};
  std::function<void(std::size_t nth, ListOffsetsResponse&)> on_list_offsets{};
  std::function<void(const OffsetForLeaderEpochRequest&, OffsetForLeaderEpochResponse&)>
      on_epochs{};
  std::vector<FetchRequest> fetches{};  ///< All that came.
  std::vector<ListOffsetsRequest> list_offsets{};
  std::vector<OffsetForLeaderEpochRequest> epochs{};

  void opened(LinkId link, const Peer& peer, Instant now) override;
  void dial_failed(DialTag, const std::string&, Instant) override {}
  void received(LinkId link, Buffer bytes, Instant now) override;
  void sent(LinkId, std::size_t, Instant) override {}
  void closed(LinkId link, Instant now) override;
  void advance(Instant now) override;
  Instant next_deadline() const override;
  void take_actions(std::vector<Action>& into) override;
  std::unique_ptr<Node> clone() const override { return std::make_unique<StubBroker>(*this); }

 private:
  struct Link {
    std::int32_t node = 1;
    FrameReader reader = FrameReader();
  };
  struct Waiting {
    LinkId link{};
    Instant until;
    Buffers frame;
  };

  void answer(LinkId link, const Buffer& frame, Instant now);
  MetadataResponse metadata() const;
  FetchResponse fetch(const FetchRequest& request, const StubRequest& how);
  FetchPartitionData read(const FetchPartition& wanted, const StubRequest& how) const;
  ListOffsetsResponse offsets(const ListOffsetsRequest& request) const;
  static OffsetForLeaderEpochResponse epoch_ends(const OffsetForLeaderEpochRequest& request);

  std::int32_t brokers_;
  std::map<LinkId, Link> links_;
  std::vector<Waiting> waiting_;
  std::vector<Action> actions_;
};

}  // namespace cohort::client
