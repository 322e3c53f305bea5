// Broker: a whole Kafka broker as one Node, and as one value.
#pragma once

#include <cohort/broker/config.hpp>
#include <cohort/broker/fact.hpp>
#include <cohort/broker/listener.hpp>
#include <cohort/node/node.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace cohort::broker {

struct BrokerState;

/// Answers Kafka's protocol on its links. Pure: same config, seed and inputs give the same bytes. A
/// copy is a second broker with the same topics, groups, timers and owed answers; record bytes are
/// shared. With `Config::brokers` it is a whole cluster of them over one state: which one a client
/// talks to is a matter of the listener it came in by.
class Broker final : public Node {
 public:
  Broker(const Config& config, Instant now);
  ~Broker() override;
  Broker(const Broker& other);
  Broker& operator=(const Broker& other);

  /// The host's listeners, in its order (`Peer::listener`): whose each is, and which addresses
  /// Metadata and FindCoordinator answers carry. Call it before the first link opens. REQUIRES: at
  /// least one; every node id is one of this cluster.
  void advertise(std::vector<Listener> listeners);
  /// The same for the one listener of the first broker.
  void advertise(const Endpoint& endpoint);
  const std::vector<Listener>& listeners() const;

  /// Stops one of several brokers, as by a controlled shutdown: its listeners refuse, its
  /// connections close, others lead its partitions if they are in sync. Nothing if it is stopped.
  /// Throws std::invalid_argument if there is no such broker.
  void stop_broker(std::int32_t node_id, Instant now);
  /// It listens again, is in sync again, and leads what nobody could lead without it. Nothing if it
  /// runs. Throws std::invalid_argument if there is no such broker.
  void start_broker(std::int32_t node_id, Instant now);

  /// As after construction with the same config and listeners: connections are closed, and all else
  /// is forgotten. `now` may lie before all that was, if time starts over too. The first fact is
  /// `broker_reset`.
  void reset(Instant now);

  /// Makes a topic as CreateTopics would. Throws std::invalid_argument with Kafka's message when it
  /// can't be.
  void create_topic(const std::string& name, std::int32_t partitions, Instant now);

  /// Deletes at once what retention.ms and retention.bytes do not keep, of every topic; by itself
  /// the broker does so at each `log.retention.check.interval.ms`.
  void apply_retention(Instant now);
  /// Compacts a topic at once, its newest records too: its active segments end here. By itself the
  /// broker compacts what lies before them, once enough of it is dirty. Throws
  /// std::invalid_argument if there is no such topic or its policy is not to compact.
  void compact(const std::string& topic, Instant now);

  /// What has changed since the last call, oldest first; of more than 65,536 only the newer half.
  std::vector<Fact> take_facts();

  /// The whole state, for the rest of the broker library.
  BrokerState& state() { return *state_; }
  const BrokerState& state() const { return *state_; }

  void opened(LinkId link, const Peer& peer, Instant now) override;
  void dial_failed(DialTag tag, const std::string& reason, Instant now) override;
  void received(LinkId link, Buffer bytes, Instant now) override;
  std::span<std::uint8_t> room(LinkId link) override;
  void filled(LinkId link, std::size_t count, Instant now) override;
  void sent(LinkId link, std::size_t unsent_bytes, Instant now) override;
  void closed(LinkId link, Instant now) override;
  void advance(Instant now) override;
  Instant next_deadline() const override;
  std::vector<ArmedTimer> armed_timers() const override;
  void take_actions(std::vector<Action>& into) override;
  std::unique_ptr<Node> clone() const override;
  void digest(StateDigest& into) const override;

 private:
  Config config_;
  std::unique_ptr<BrokerState> state_;
};

}  // namespace cohort::broker
