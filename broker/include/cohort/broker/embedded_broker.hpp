// EmbeddedBroker: a broker over TCP inside a test, on a thread of its own.
#pragma once

#include <cohort/broker/control.hpp>
#include <cohort/broker/journal.hpp>
#include <cohort/broker/topic_to_make.hpp>
#include <cohort/net/host.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cohort::broker {

struct EmbeddedOptions {
  Config config{};
  std::vector<TopicToMake> topics{};
  std::string host = "127.0.0.1";
  /// Of the first broker, the others' follow; 0: free ones.
  std::uint16_t port = 0;
  /// With a manual clock nothing that the broker waits for comes by itself, and
  /// `group.initial.rebalance.delay.ms` is 0 unless it was set.
  net::ClockMode clock = net::ClockMode::real;
  /// The HTTP interface's port, 0: a free one; nullopt: there is none.
  std::optional<std::uint16_t> http{};
  std::size_t journal_capacity = Journal::default_capacity;
};

/// Listens when the constructor returns. Its calls are for any thread but the broker's own, and may
/// overlap. Many can be in one process. The destructor closes every connection, whatever is in
/// flight, and joins the thread.
class EmbeddedBroker {
 public:
  /// Throws std::system_error when a port can't be listened on, std::invalid_argument when a topic
  /// can't be made.
  explicit EmbeddedBroker(const EmbeddedOptions& options = {});
  ~EmbeddedBroker();
  EmbeddedBroker(const EmbeddedBroker&) = delete;
  EmbeddedBroker& operator=(const EmbeddedBroker&) = delete;

  /// For `bootstrap.servers`: `127.0.0.1:41234`, one for each broker.
  const std::string& bootstrap_servers() const;
  /// `http://127.0.0.1:43211`; empty without HTTP.
  const std::string& http_address() const;

  Control& control();

  Instant now();
  /// Moves a manual clock: what is due on the way happens, and the bytes that it caused were handed
  /// to the sockets when this returns. Throws std::logic_error if the clock is real.
  void advance(Duration by);
  /// The same in steps, with a pause of real time behind each, in which live clients send
  /// heartbeats.
  void advance(Duration by, Duration step, std::chrono::milliseconds pause);
  /// Of the broker; Instant::never() if it waits for nothing.
  Instant next_deadline();
  std::vector<ArmedTimer> armed_timers();
  std::optional<WaitView> waiting_for(const std::string& group);

  /// As after construction, at the same ports: connections are closed, and topics, groups, offsets,
  /// rules, ids, chance and a manual clock begin anew. The journal goes on.
  void reset();

  /// Runs the work on the broker's thread, and returns when it is done; what it throws is thrown
  /// here.
  void look(const std::function<void(const Broker&, const Journal&)>& work);
  /// Waits until it holds, looking whenever something has happened to the broker; false if it does
  /// not within so much real time. `holds` runs on the broker's thread.
  bool wait_until(std::function<bool(const Broker&, const Journal&)> holds,
                  std::chrono::milliseconds within);
  /// A copy.
  Journal journal();

 private:
  class Machine;
  std::unique_ptr<Machine> machine_;
};

}  // namespace cohort::broker
