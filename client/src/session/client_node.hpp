// ClientNode: what the nodes of a consumer, a producer and an admin client share: connections,
// metadata, and the loop that lets them act on what has changed.
#pragma once

#include "session/alarms.hpp"
#include "session/metadata_cache.hpp"
#include "session/session.hpp"
#include <cohort/node/node.hpp>
#include <cohort/node/rng.hpp>
#include <cohort/protocol/digest_of.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace cohort::client {

struct ClientNodeOptions {
  SessionOptions session;
  MetadataOptions metadata;
  Duration request_timeout = std::chrono::seconds(30);
  std::uint64_t seed = 1;
};

/// Level-triggered: after everything that happens, drive() looks at the state and sends what can be
/// sent. An error only changes the state, so that no order of events can leave the client stuck.
class ClientNode : public Node {
 public:
  void opened(LinkId link, const Peer& peer, Instant now) final;
  void dial_failed(DialTag tag, const std::string& reason, Instant now) final;
  void received(LinkId link, Buffer bytes, Instant now) final;
  std::span<std::uint8_t> room(LinkId link) final { return session_.room(link); }
  void filled(LinkId link, std::size_t count, Instant now) final;
  void sent(LinkId link, std::size_t unsent_bytes, Instant now) final;
  void closed(LinkId link, Instant now) final;
  void advance(Instant now) final;
  Instant next_deadline() const final { return alarms_.next(); }
  std::vector<ArmedTimer> armed_timers() const final { return alarms_.all(); }
  void take_actions(std::vector<Action>& into) final { session_.take_actions(into); }

  const MetadataCache& metadata() const { return metadata_; }
  /// What became of the connections, for error messages.
  std::string describe_connections() const { return session_.describe(); }

 protected:
  explicit ClientNode(const ClientNodeOptions& options);

  /// Acts on everything that has happened; every command of a node ends with it.
  void settle(Instant now);

  /// Once what was sent has left. Nothing is asked from then on.
  void close_connections(const std::string& reason, Instant now);

  /// The answer to a request of the derived node's own.
  virtual void answered(const Answered& answer, Instant now) = 0;
  virtual void lost(const Lost& lost, Instant now) = 0;
  /// Sends what can be sent, and rings for what has to wait. Called until nothing more happens.
  virtual void drive(Instant now, Alarms& alarms) = 0;

  Session& session() { return session_; }
  const Session& session() const { return session_; }
  MetadataCache& cache() { return metadata_; }
  Rng& rng() { return rng_; }
  Duration request_timeout() const { return request_timeout_; }

 private:
  friend struct DigestOf<ClientNode>;
  void drive_metadata(Instant now);
  void handle(const SessionEvent& event, Instant now);

  Rng rng_;
  Session session_;
  MetadataCache metadata_;
  Alarms alarms_;
  Duration request_timeout_;
  bool has_ended_ = false;
};

}  // namespace cohort::client
