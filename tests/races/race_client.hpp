// RaceClient: a client with any number of requests under way, whose answers are looked at later.
#pragma once

#include "races/race_world.hpp"
#include "support/wire_client.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace cohort::testing {

template <class T>
class Pending;

/// Talks to the coordinator of the group, on one connection at a time. Stays where it is, and
/// outlives its Pendings.
class RaceClient {
 public:
  RaceClient(RaceWorld& world, std::string name) : world_(&world), name_(std::move(name)) {
    reconnect();
  }
  RaceClient(const RaceClient&) = delete;
  RaceClient& operator=(const RaceClient&) = delete;

  const std::string& name() const { return name_; }
  RaceWorld& world() { return *world_; }

  /// Gives its connection up and finds the coordinator again, as clients do when an answer takes
  /// too long. The broker does not notice: what was under way may still arrive.
  void reconnect();

  /// Sends the request and lets it arrive. `reading` makes of the answer what the test wants of it.
  template <class Response, class Request, class Reading>
  auto send(const Request& request, std::int16_t version, Reading reading) {
    using Seen = std::invoke_result_t<Reading, const Response&>;
    const auto seen = std::make_shared<std::optional<Seen>>();
    Connection& connection = connections_.back();
    connection.wire.send(request, version);
    connection.unanswered.push_back([seen, version, reading](WireClient& wire) {
      const std::optional<Response> response = wire.take<Response>(version);
      if (response) *seen = reading(*response);
      return response.has_value();
    });
    world_->broker.settle();
    return Pending<Seen>(*this, seen);
  }

  /// Takes the answers that are there, also those on connections that were given up.
  void read();
  /// On how many connections it was so far.
  std::size_t connection_count() const { return connections_.size(); }

 private:
  /// Takes the answer if it is there.
  using Taking = std::function<bool(WireClient&)>;
  struct Connection {
    WireClient wire;
    std::deque<Taking> unanswered;  ///< In the order in which the requests were sent.
  };

  RaceWorld* world_;
  std::string name_;
  std::deque<Connection> connections_;
};

/// An answer that may be still to come.
template <class T>
class Pending {
 public:
  Pending(RaceClient& client, std::shared_ptr<std::optional<T>> seen)
      : client_(&client), seen_(std::move(seen)) {}

  /// nullopt: it has not come yet.
  std::optional<T> answer() const {
    client_->read();
    return *seen_;
  }
  /// Lets time pass until it comes, ten seconds at most.
  std::optional<T> await() const {
    client_->world().broker.run_until([&] { return answer().has_value(); },
                                      std::chrono::seconds(10));
    return answer();
  }

 private:
  RaceClient* client_;
  std::shared_ptr<std::optional<T>> seen_;
};

}  // namespace cohort::testing
