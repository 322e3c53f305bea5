// ClientStage: where a test's clients run, and against which broker: in virtual time, over TCP, or
// against a broker that somebody else has started.
#pragma once

#include <cohort/broker/embedded_broker.hpp>
#include <cohort/broker/virtual_broker.hpp>
#include <cohort/client/admin.hpp>
#include <cohort/client/config.hpp>
#include <cohort/client/runtime.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace cohort::testing {

enum class Place : std::uint8_t { virtual_time, sockets };

std::string name(Place place);

/// A test is written against runtime() and settings() and runs in either place. With
/// COHORT_TEST_BOOTSTRAP set it runs over TCP against the broker of that address instead, whatever
/// broker that is.
class ClientStage {
 public:
  explicit ClientStage(Place place, broker::Config config = {});

  client::Runtime& runtime() { return *runtime_; }
  /// `bootstrap.servers` and these.
  client::Properties settings(client::Properties more = {}) const;
  /// This name, or on a broker that is not the test's own one that nobody else has.
  std::string unique(const std::string& name) const { return name + suffix_; }
  /// Made, and known to the broker, when it returns. Gives its unique name.
  std::string make_topic(const std::string& topic, std::int32_t partitions);

  /// Lets things happen until it holds; false if it does not within ten seconds.
  bool wait_until(const std::function<bool()>& holds);

  Place place() const { return place_; }
  bool is_virtual() const { return place_ == Place::virtual_time; }
  /// There is no Control over somebody else's broker.
  bool has_own_broker() const { return suffix_.empty(); }
  /// REQUIRES: has_own_broker().
  broker::Control& control();
  /// REQUIRES: is_virtual().
  broker::VirtualBroker& virtual_broker() { return *virtual_; }

 private:
  Place place_;
  std::string bootstrap_;
  std::string suffix_;
  std::unique_ptr<broker::VirtualBroker> virtual_{};
  std::unique_ptr<broker::EmbeddedBroker> embedded_{};
  std::unique_ptr<client::Runtime> runtime_{};
  std::optional<client::Admin> admin_{};
};

/// The broker that COHORT_TEST_BOOTSTRAP names; empty if it is not set.
std::string outside_broker();

/// For INSTANTIATE_TEST_SUITE_P: both places, or sockets alone with a broker from outside.
std::vector<Place> all_places();

}  // namespace cohort::testing
