// Connection: one connection to a broker, from the first attempt on, as data.
#pragma once

#include <cohort/node/instant.hpp>
#include <cohort/node/node.hpp>
#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/frame.hpp>
#include <cohort/protocol/schema.hpp>

#include <boost/container/flat_map.hpp>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>

namespace cohort::client {

enum class RequestId : std::uint64_t;

/// A broker answers the requests of a connection one after the other, and a JoinGroup or a Fetch
/// may wait for long: they travel apart from what is to be answered at once. (Kafka's own clients
/// keep the group's requests apart; a question of a consumer waits behind its Fetch there.)
enum class Lane : std::uint8_t { requests, group, fetch };

struct Destination {
  std::int32_t node_id = -1;  ///< Below 0: a bootstrap server.
  Lane lane = Lane::requests;
  auto operator<=>(const Destination&) const = default;
};

struct RequestInFlight {
  RequestId id{};
  ApiKey api{};
  std::int16_t version = 0;
  std::int32_t correlation_id = 0;
  Instant deadline;
};

enum class ConnectionState : std::uint8_t {
  idle,  ///< Not connected.
  dialling,
  asking_versions,  ///< Connected; ApiVersions is under way (KIP-35).
  ready,
};

struct Connection {
  Destination to;
  std::string host;  ///< Where it is dialled.
  std::uint16_t port = 0;
  ConnectionState state = ConnectionState::idle;
  DialTag tag{};  ///< Of the attempt under way.
  LinkId link{};
  Instant since;               ///< When this state began.
  Instant not_before;          ///< No new attempt before.
  bool is_wanted = false;      ///< Someone has asked for it since it ended.
  std::uint32_t failures = 0;  ///< Attempts in a row that failed.
  std::string last_trouble;
  FrameReader reader = FrameReader();
  std::deque<RequestInFlight> in_flight;
  std::int32_t last_correlation_id = 0;
  std::size_t unsent_bytes = 0;
  Instant last_used;
  boost::container::flat_map<ApiKey, Versions> versions;

  bool is_ready() const { return state == ConnectionState::ready; }
  bool is_open() const { return is_ready() || state == ConnectionState::asking_versions; }
};

}  // namespace cohort::client
