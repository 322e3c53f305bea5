// GarblingBroker: a broker of one node that knows its manners, but for what a test gives it to say.
#pragma once

#include <cohort/node/node.hpp>
#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/codec.hpp>
#include <cohort/protocol/frame.hpp>
#include <cohort/protocol/header.hpp>
#include <cohort/protocol/messages.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cohort::client {

/// Broker 1 on garbled:9092, coordinator and controller of everything. Answers ApiVersions,
/// Metadata (`orders` with a partition) and FindCoordinator; all else as `answers` says.
class GarblingBroker final : public Node {
 public:
  /// The body that answers a request of this API. Given how many came before.
  using Answer = std::function<std::optional<Buffers>(int version, int before)>;

  std::map<ApiKey, Answer> answers;

  void opened(LinkId link, const Peer&, Instant) override { readers_[link] = FrameReader(); }
  void dial_failed(DialTag, const std::string&, Instant) override {}
  void received(LinkId link, Buffer bytes, Instant) override {
    FrameReader& reader = readers_.at(link);
    reader.feed(std::move(bytes));
    while (const auto frame = reader.next()) answer(link, *frame);
  }
  void sent(LinkId, std::size_t, Instant) override {}
  void closed(LinkId link, Instant) override { readers_.erase(link); }
  void advance(Instant) override {}
  Instant next_deadline() const override { return Instant::never(); }
  void take_actions(std::vector<Action>& into) override {
    into.clear();
    into.swap(actions_);
  }
  std::unique_ptr<Node> clone() const override { return std::make_unique<GarblingBroker>(*this); }

  int count(ApiKey api) const {
    const auto found = counts_.find(api);
    return found == counts_.end() ? 0 : found->second;
  }

 private:
  void answer(LinkId link, const Buffer& frame) {
    const auto decoded = decode_request_header(frame);
    if (!decoded) return;
    const RequestHeader& header = decoded->header;
    const int before = counts_[header.api_key]++;
    const std::optional<Buffers> body = body_of(header, before);
    if (!body) {
      actions_.emplace_back(Close{.link = link, .reason = "no answer to this"});
      return;
    }
    std::vector<std::uint8_t> head;
    const auto put = [&](std::uint32_t value) {
      for (int shift = 24; shift >= 0; shift -= 8) {
        head.push_back(static_cast<std::uint8_t>(value >> shift));
      }
    };
    const bool is_flexible = response_header_version(header.api_key, header.api_version) == 1;
    put(static_cast<std::uint32_t>(body->size() + (is_flexible ? 5 : 4)));
    put(static_cast<std::uint32_t>(header.correlation_id));
    if (is_flexible) head.push_back(0);
    Buffers whole(Buffer::adopt(std::move(head)));
    whole.append(*body);
    actions_.emplace_back(Send{.link = link, .bytes = std::move(whole)});
  }

  std::optional<Buffers> body_of(const RequestHeader& header, int before) {
    const auto said = answers.find(header.api_key);
    if (said != answers.end()) return said->second(header.api_version, before);
    switch (header.api_key) {
      case ApiKey::api_versions:
        return versions(header.api_version);
      case ApiKey::metadata:
        return metadata(header.api_version);
      case ApiKey::find_coordinator:
        return coordinator(header.api_version);
      default:
        return std::nullopt;
    }
  }

  static Buffers versions(int version) {
    ApiVersionsResponse response;
    const auto add = [&]<class Request>(const Request*) {
      response.api_keys.push_back({.api_key = Request::api.key,
                                   .min_version = Request::api.versions.first,
                                   .max_version = Request::api.versions.last});
    };
    const auto add_all = [&]<class... Requests>(TypeList<Requests...>) {
      (add(static_cast<const Requests*>(nullptr)), ...);
    };
    add_all(RequestList{});
    return encode(response, version);
  }
  static Buffers metadata(int version) {
    MetadataResponse response{.controller_id = 1};
    response.brokers = {{.node_id = 1, .host = "garbled", .port = 9092}};
    MetadataResponseTopic topic;
    topic.name = "orders";
    topic.partitions = {
        {.partition_index = 0, .leader_id = 1, .replica_nodes = {1}, .isr_nodes = {1}}};
    response.topics = {topic};
    return encode(response, version);
  }
  static Buffers coordinator(int version) {
    FindCoordinatorResponse response{.node_id = 1, .host = "garbled", .port = 9092};
    response.coordinators = {{.key = "readers", .node_id = 1, .host = "garbled", .port = 9092}};
    return encode(response, version);
  }

  std::map<LinkId, FrameReader> readers_;
  std::map<ApiKey, int> counts_;
  std::vector<Action> actions_;
};

}  // namespace cohort::client
