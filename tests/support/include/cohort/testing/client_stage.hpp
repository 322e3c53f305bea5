// ClientStage: where a test's clients run, and against which broker: in virtual time, over TCP, or
// against a broker that somebody else has started.
#pragma once

#include <cohort/broker/embedded_broker.hpp>
#include <cohort/broker/virtual_broker.hpp>
#include <cohort/client/admin.hpp>
#include <cohort/client/client_config.hpp>
#include <cohort/client/runtime.hpp>
#include <cohort/testing/await.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace cohort::testing {

enum class Place : std::uint8_t { virtual_time, sockets };

/// "InVirtualTime", "OverTcp": a part of a test's name.
std::string name(Place place);

/// What the environment variable COHORT_TEST_BOOTSTRAP says, `HOST:PORT[,HOST:PORT]…`; empty if it
/// is not set.
std::string outside_broker();

/// For INSTANTIATE_TEST_SUITE_P: both places; sockets alone with a broker from outside.
std::vector<Place> all_places();

/// A test that is written against runtime(), settings() and unique() runs in either place, with a
/// broker of its own that nobody else knows. With COHORT_TEST_BOOTSTRAP set it runs over TCP
/// against that broker instead, whichever broker that is, and nothing else changes. REQUIRES: it
/// outlives its clients. One thread at a time.
class ClientStage {
 public:
  /// `config` is of the test's own broker; one from outside is as it is. Throws ConfigError if
  /// COHORT_TEST_BOOTSTRAP can't be read, what VirtualBroker or EmbeddedBroker throws.
  explicit ClientStage(Place place, broker::Config config = {});
  /// Deletes from a broker from outside the topics and groups that have a name of unique(), as far
  /// as that takes no more than some seconds; a group that has members then stays. What went wrong
  /// is told on stderr and fails nothing.
  ~ClientStage();
  ClientStage(const ClientStage&) = delete;
  ClientStage& operator=(const ClientStage&) = delete;

  /// Where clients are to run.
  client::Runtime& runtime() { return *runtime_; }
  /// For a client's configuration: `bootstrap.servers` and these, which win.
  client::Properties settings(client::Properties more = {}) const;

  /// This name on a broker of the test's own; on another one `name` with an end that no other stage
  /// has. For whatever the test names: topics, groups, transactional ids.
  std::string unique(const std::string& name);
  /// Makes the topic unique(topic), and gives that name when every broker knows of it and of its
  /// leaders. A broker from outside replicates it as its `default.replication.factor` says. Throws
  /// client::Error if the broker refuses, or can't be reached for `default.api.timeout.ms`;
  /// testing::TimedOut if ten seconds after it was made not every broker knows of it.
  std::string make_topic(const std::string& topic, std::int32_t partitions,
                         const client::Properties& configs = {},
                         CallSite where = CallSite::current());

  /// Looks every 10 ms, of the place's own time, until it holds; false if it does not `within` so
  /// much of it.
  bool wait_until(const std::function<bool()>& holds, Duration within = default_wait);

  /// The one that it runs in: sockets with a broker from outside, whatever the test asked for.
  Place place() const { return place_; }
  bool is_virtual() const { return virtual_ != nullptr; }
  bool has_own_broker() const { return virtual_ != nullptr || embedded_ != nullptr; }

  /// What only Cohort can do. Throws std::logic_error without a broker of the test's own.
  broker::Control& control();
  /// For await_group and the like. Throws std::logic_error without a broker of the test's own.
  Observed observed();
  /// Throws std::logic_error if the place is another one.
  broker::VirtualBroker& virtual_broker();

 private:
  client::Admin& admin();
  bool is_known(const std::string& topic, std::int32_t partitions);
  void delete_named();

  Place place_;
  std::string bootstrap_;
  std::string suffix_;
  std::set<std::string> names_;  ///< That unique() gave.
  std::unique_ptr<broker::VirtualBroker> virtual_{};
  std::unique_ptr<broker::EmbeddedBroker> embedded_{};
  std::unique_ptr<client::Runtime> runtime_{};
  std::optional<client::Admin> admin_{};
};

}  // namespace cohort::testing
