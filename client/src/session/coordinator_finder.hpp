// CoordinatorFinder: which broker answers for one group or transactional id, and when to ask again.
#pragma once

#include "session/alarms.hpp"
#include "session/backoff.hpp"
#include "session/session.hpp"
#include <cohort/client/error.hpp>
#include <cohort/node/rng.hpp>
#include <cohort/protocol/digest_of.hpp>
#include <cohort/protocol/error_code.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace cohort::client {

enum class CoordinatorKind : std::int8_t { group = 0, transaction = 1 };

/// Level-triggered as the Session: call drive() whenever something has changed, and use where().
class CoordinatorFinder {
 public:
  CoordinatorFinder(std::string key, CoordinatorKind kind, const Backoff& retry)
      : key_(std::move(key)), kind_(kind), retry_(retry) {}

  /// Asks any broker if the coordinator is not known and it is time.
  void drive(Session& session, Duration request_timeout, Instant now, Alarms& alarms);
  bool is_pending(RequestId id) const { return pending_ == id; }
  void answered(const Answered& answer, Session& session, Instant now, Rng& rng);
  void lost(const Lost& lost, Instant now, Rng& rng);

  /// The coordinator's group lane; nothing while it is not known.
  std::optional<Destination> where() const { return where_; }
  /// NOT_COORDINATOR, a lost connection, …: it has to be found again.
  void forget(std::string why);
  /// Why it can't be found, for good (GROUP_AUTHORIZATION_FAILED, INVALID_GROUP_ID). Taken once.
  std::optional<Failure> take_failure();
  /// "the coordinator of group orders (COORDINATOR_NOT_AVAILABLE)"
  std::string describe() const;

 private:
  friend struct DigestOf<CoordinatorFinder>;
  std::string key_;
  CoordinatorKind kind_;
  Backoff retry_;
  std::optional<Destination> where_;
  std::optional<RequestId> pending_;
  std::uint32_t failures_ = 0;
  Instant not_before_{};
  std::string last_trouble_;
  std::optional<Failure> failure_;
};

}  // namespace cohort::client
