// LoadedCoordinators: coordinators that begin anew from the log of a running broker, beside those
// that go on.
#pragma once

#include "group/group_description.hpp"
#include "state.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace cohort::broker {

/// Follows one broker. Call `note` after whatever it does, so that the last agreement of each group
/// is known.
class LoadedCoordinators {
 public:
  void note(const BrokerState& running);

  /// Everything that Kafka writes down is the same in a broker whose coordinators were loaded at
  /// `now` from the log as it is, and once more from what compaction leaves of it.
  void expect_same(const BrokerState& running, Instant now) const;

 private:
  void expect_same(const BrokerState& running, const BrokerState& loaded, Instant now) const;
  void expect_same_group(const std::string& group_id, const Coordinator& running,
                         const Coordinator& loaded) const;

  /// Of each group as it was when last Stable or Empty: later states are not written.
  std::map<std::string, GroupDescription> agreed_;
};

/// A copy of the broker whose coordinators forgot all and were loaded again at `now`.
BrokerState reloaded(const BrokerState& running, Instant now);

}  // namespace cohort::broker
