// await: waits for something to be true of a broker, as events come; no test sleeps.
#pragma once

#include <cohort/broker/embedded_broker.hpp>
#include <cohort/broker/virtual_broker.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace cohort::testing {

/// Where a call stands: std::source_location, which clang 14 lacks.
struct CallSite {
  const char* file = "";
  int line = 0;

  /// As a default argument: where the function that has it is called.
  static constexpr CallSite current(const char* file = __builtin_FILE(),
                                    int line = __builtin_LINE()) {
    return {file, line};
  }
};

/// What was waited for has not come in time; the text tells where it was waited for, and what was
/// seen instead.
class TimedOut : public std::runtime_error {
 public:
  TimedOut(CallSite where, const std::string& seen);
};

using Predicate = std::function<bool(const broker::Broker&, const broker::Journal&)>;

/// Either fixture, as the waits below see it. Limits are real time with an EmbeddedBroker, and the
/// world's time with a VirtualBroker.
class Observed {
 public:
  Observed(broker::EmbeddedBroker& broker);  // NOLINT(google-explicit-constructor): so that every
  Observed(broker::VirtualBroker& broker);  // NOLINT(google-explicit-constructor): wait takes both.

  bool wait(const Predicate& holds, Duration within) const { return wait_(holds, within); }
  void look(const std::function<void(const broker::Broker&, const broker::Journal&)>& work) const {
    look_(work);
  }
  broker::Control& control() const { return *control_; }
  /// Requests that rules hold.
  std::vector<broker::HeldRequest> held() const { return held_(); }

 private:
  std::function<bool(const Predicate&, Duration)> wait_;
  std::function<void(const std::function<void(const broker::Broker&, const broker::Journal&)>&)>
      look_;
  std::function<std::vector<broker::HeldRequest>()> held_;
  broker::Control* control_;
};

inline constexpr Duration default_wait = std::chrono::seconds(10);

/// What is not set may be anything.
struct GroupExpectation {
  std::optional<broker::GroupState> state{};  ///< `dead`: there is no such group.
  std::optional<std::size_t> members{};
  std::optional<std::int32_t> generation{};  ///< This one or a later one.
};

/// All of these throw TimedOut, which names the caller's line.

broker::GroupView await_group(const Observed& broker, const std::string& group,
                              const GroupExpectation& expected, Duration within = default_wait,
                              CallSite where = CallSite::current());

/// Until the group has committed this offset, or one above it. Gives the offset.
std::int64_t await_commit(const Observed& broker, const std::string& group,
                          const std::string& topic, std::int32_t partition, std::int64_t offset,
                          Duration within = default_wait, CallSite where = CallSite::current());

/// Until the client waits for records from this offset on, or one above it: it has taken all
/// before.
std::int64_t await_position(const Observed& broker, const std::string& client_id,
                            const std::string& topic, std::int32_t partition, std::int64_t offset,
                            Duration within = default_wait, CallSite where = CallSite::current());

/// Until the group is Stable, and the member of this client owns just these partitions.
broker::GroupView await_assignment(const Observed& broker, const std::string& group,
                                   const std::string& client_id,
                                   const broker::Partitions& partitions,
                                   Duration within = default_wait,
                                   CallSite where = CallSite::current());

/// Counts requests from its construction to its end, or to a reset of the broker.
class RequestWatch {
 public:
  RequestWatch(const Observed& broker, const broker::RequestMatch& match);
  ~RequestWatch();
  RequestWatch(const RequestWatch&) = delete;
  RequestWatch& operator=(const RequestWatch&) = delete;

  std::uint64_t seen() const;
  /// Until so many have come.
  void await(std::uint64_t count = 1, Duration within = default_wait,
             CallSite where = CallSite::current()) const;

 private:
  Observed broker_;
  broker::RequestMatch match_;
  std::uint64_t reset_;  ///< The journal's last one: a later one takes the rule away, and its id.
  broker::RuleId rule_;
};

/// Until one such request comes from now on.
void await_request(const Observed& broker, const broker::RequestMatch& match,
                   Duration within = default_wait, CallSite where = CallSite::current());

/// For people who want to know what went wrong: every group, what it waits for, what rules hold,
/// and the last lines of the transcript, in which Heartbeat and Fetch without news are only
/// counted. REQUIRES: not on an EmbeddedBroker's own thread.
std::string report(const Observed& broker, std::size_t lines = 60);

}  // namespace cohort::testing
