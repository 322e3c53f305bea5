// RaceWorld: a small world in virtual time in which a test decides who comes first.
#pragma once

#include <cohort/broker/virtual_broker.hpp>
#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace cohort {

inline void PrintTo(ErrorCode error, std::ostream* out) { *out << name(error); }

}  // namespace cohort

namespace cohort::testing {

struct RaceOptions {
  std::int32_t brokers = 1;
  std::int32_t partitions = 2;  ///< Of the topic `orders`.
};

/// How the group stands. Members by their clients' names, in the order in which they came.
struct Standing {
  broker::GroupState state{};
  std::int32_t generation = 0;
  std::vector<std::string> members;
  bool operator==(const Standing&) const = default;
};
void PrintTo(const Standing& standing, std::ostream* out);

/// A broker, or several, with a topic `orders` and room for one group, `readers`. Whatever a
/// client sends arrives at once, unless it is held here. Stays where it is, and outlives its
/// clients.
class RaceWorld {
 public:
  static constexpr const char* group = "readers";
  static constexpr const char* topic = "orders";

  explicit RaceWorld(const RaceOptions& options = {});
  ~RaceWorld();
  RaceWorld(const RaceWorld&) = delete;
  RaceWorld& operator=(const RaceWorld&) = delete;

  /// The next such request of this client is under way until it is released, as far as the broker
  /// can tell.
  broker::RuleId hold(ApiKey api, const std::string& client);
  /// It has its effect at once, but its answer is under way until it is released.
  broker::RuleId hold_answer(ApiKey api, const std::string& client);
  /// It has its effect, and its answer gets lost.
  void lose_answer(ApiKey api, const std::string& client);
  /// Lets it arrive.
  void release(broker::RuleId held);

  void advance(Duration by) { broker.advance(by); }

  Standing standing();
  /// The group's commit for orders-0; nullopt: there is none.
  std::optional<std::int64_t> committed();

  broker::VirtualBroker broker;

 private:
  broker::RuleId for_next(ApiKey api, const std::string& client, const broker::FaultAction& action);
};

using Scenario = std::function<void(RaceWorld&)>;

/// Runs the scenario in two worlds that know nothing of each other. Both must see the same bytes at
/// the same instants, and tell the same facts.
void race(const RaceOptions& options, const Scenario& scenario);
inline void race(const Scenario& scenario) { race(RaceOptions{}, scenario); }

}  // namespace cohort::testing
