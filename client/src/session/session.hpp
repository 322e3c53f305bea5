// Session: the connections of one client to the brokers of a cluster, and the requests under way on
// them.
#pragma once

#include "session/alarms.hpp"
#include "session/backoff.hpp"
#include "session/connection.hpp"
#include <cohort/node/node.hpp>
#include <cohort/node/rng.hpp>
#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/buffers.hpp>
#include <cohort/protocol/digest_of.hpp>
#include <cohort/protocol/header.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace cohort::client {

struct BrokerAddress {
  std::int32_t node_id = -1;
  std::string host;
  std::uint16_t port = 0;
  auto operator<=>(const BrokerAddress&) const = default;
};

struct SessionOptions {
  std::string client_id;
  std::vector<BrokerAddress> bootstrap;  ///< Their node ids are -1, -2, …
  Backoff reconnect{milliseconds(50), std::chrono::seconds(1)};
  Duration setup_timeout = std::chrono::seconds(10);  ///< To connect and learn the versions.
  Duration max_idle = std::chrono::minutes(9);
  std::int32_t max_answer_size = 0;  ///< Bytes; 0: as large as a frame can be.
  std::size_t max_in_flight = 1000;  ///< Requests under way on one connection.
};

/// Names a request for as long as it is under way; never given twice.
enum class RequestId : std::uint64_t {};

/// The answer to a request.
struct Answered {
  RequestId id{};
  Destination from;
  ApiKey api{};
  std::int16_t version = 0;
  Buffer body;  ///< Behind the header; empty if the request has no answer.
};

enum class LossKind : std::uint8_t {
  disconnected,  ///< The connection ended; nobody knows whether the broker did it.
  timed_out,     ///< No answer in time; the connection was given up.
  no_answer,     ///< What came is no answer, or larger than allowed; the connection was given up.
  unwritable,    ///< Could not be encoded, or no version fits. It was not sent.
};

/// A request that gets no answer.
struct Lost {
  RequestId id{};
  Destination to;
  ApiKey api{};
  LossKind kind = LossKind::disconnected;
  std::string reason;  ///< "connection to broker 1 at 127.0.0.1:9092 closed by the other end"
};
using SessionEvent = std::variant<Answered, Lost>;

struct Sending {
  int version = 0;
  Duration timeout = std::chrono::seconds(30);
  bool has_answer = true;  ///< Else it counts as answered when it was handed on.
};

/// Level-triggered: who has something to send asks is_ready(), sends if so, and calls connect()
/// otherwise, again and again. Every request ends with one event.
class Session {
 public:
  Session(SessionOptions options, Rng rng);

  void opened(LinkId link, const Peer& peer, Instant now);
  void dial_failed(DialTag tag, const std::string& reason, Instant now);
  void received(LinkId link, Buffer bytes, Instant now);
  /// As a Node's.
  std::span<std::uint8_t> room(LinkId link);
  void filled(LinkId link, std::size_t count, Instant now);
  /// True if a connection takes requests again that took none for what was unsent.
  bool sent(LinkId link, std::size_t unsent_bytes);
  void closed(LinkId link, Instant now);
  /// Gives up what took too long.
  void advance(Instant now);
  void list_alarms(Alarms& alarms) const;
  void take_actions(std::vector<Action>& into);
  std::vector<SessionEvent> take_events() { return std::exchange(events_, {}); }
  bool has_events() const { return !events_.empty(); }

  /// The brokers of the cluster from now on. A connection to a broker that has moved ends; one to a
  /// bootstrap server that is found to be one of them becomes the broker's.
  void set_brokers(const std::vector<BrokerAddress>& brokers, Instant now);
  /// One more, or where one is now: a coordinator's answer may name a broker before Metadata does.
  void learn_broker(const BrokerAddress& broker, Instant now);
  /// By node id, bootstrap servers included; nothing if it is not known.
  std::optional<BrokerAddress> find_broker(std::int32_t node_id) const;

  /// Connected, its versions known, and not too much under way or unsent.
  bool is_ready(const Destination& to) const;
  /// The last attempt failed or the connection ended, and nobody has asked for it since.
  bool is_broken(const Destination& to) const;
  /// Begins to connect, unless that is under way or has to wait. Nothing for an unknown node.
  void connect(const Destination& to, Instant now);
  /// Ready, with the least under way, brokers before bootstrap servers; if there is none, begins to
  /// connect to the next one.
  std::optional<Destination> least_loaded(Instant now);
  /// The highest version that both ends have, `most` at the most; nothing if there is none.
  /// REQUIRES: is_ready(to), or it was.
  std::optional<int> version(const Destination& to, const Api& api,
                             int most = std::numeric_limits<int>::max()) const;
  /// What the broker said of the API; nothing if it has it not, or was not asked yet.
  std::optional<Versions> advertised(const Destination& to, ApiKey api) const;

  /// REQUIRES: is_ready(to), and a version of the message's.
  template <class Request>
  RequestId send(const Destination& to, const Request& request, const Sending& sending,
                 Instant now) {
    const RequestHeader header = next_header(to, Request::api.key, sending.version);
    return send_frame(to, header, encode_request(header, request), sending, now);
  }
  /// A body that is encoded already.
  RequestId send_body(const Destination& to, ApiKey api, const Buffers& body,
                      const Sending& sending, Instant now);

  std::size_t in_flight(const Destination& to) const;
  /// Ends every connection to this place; its requests are lost.
  void disconnect(const Destination& to, const std::string& reason, Instant now);
  /// Ends all once what was sent has left.
  void close(const std::string& reason, Instant now);

  /// What became of its attempts to connect, for error messages: "broker:9092: connection refused,
  /// 3 times; connected to broker 1 at …".
  std::string describe() const;
  std::string describe(const Destination& to) const;

 private:
  friend struct DigestOf<Session>;
  RequestHeader next_header(const Destination& to, ApiKey api, int version);
  RequestId send_frame(const Destination& to, const RequestHeader& header, Buffers frame,
                       const Sending& sending, Instant now);
  Connection* find(LinkId link);
  Connection* find(const Destination& to);
  const Connection* find(const Destination& to) const;
  void dial(Connection& connection, Instant now);
  void ask_for_versions(Connection& connection, int version, Instant now);
  void take_versions(Connection& connection, const Buffer& body, int version, Instant now);
  void take_frames(Connection& connection, Instant now);
  /// False if the connection was given up.
  bool take_frame(Connection& connection, const Buffer& frame, Instant now);
  /// Ends it; its requests are lost, and it may be dialled again later.
  void give_up(Connection& connection, LossKind kind, const std::string& reason, Instant now);
  void lose(const Destination& to, const RequestInFlight& request, LossKind kind,
            const std::string& reason);
  void check_times(Connection& connection, Instant now);
  void adopt_bootstrap(const BrokerAddress& broker);
  bool may_dial(std::int32_t node_id, Instant now) const;

  SessionOptions options_;
  Rng rng_;
  std::map<std::int32_t, BrokerAddress> brokers_;  ///< By node id, bootstrap servers too.
  std::map<Destination, Connection> connections_;
  std::map<LinkId, Destination> links_;
  std::vector<Action> actions_;
  std::vector<SessionEvent> events_;
  std::uint64_t next_request_ = 1;
  std::uint64_t next_tag_ = 1;
  std::size_t turn_ = 0;  ///< Whose turn it is to be dialled for a request that anyone can answer.
};

}  // namespace cohort::client
