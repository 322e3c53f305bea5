// ProducerIdentity: the id and epoch of an idempotent producer, and the request for them.
#pragma once

#include "producer/sequence.hpp"
#include "session/alarms.hpp"
#include "session/backoff.hpp"
#include "session/session.hpp"
#include <cohort/client/error.hpp>
#include <cohort/node/rng.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace cohort::client {

/// Level-triggered as the Session: call drive() whenever something has changed, and use current().
class ProducerIdentity {
 public:
  explicit ProducerIdentity(const Backoff& retry) : retry_(retry) {}

  /// Not known while nobody has given one.
  const ProducerIdAndEpoch& current() const { return current_; }

  /// Asks any broker if there is no id and it is time.
  void drive(Session& session, Duration request_timeout, Instant now, Alarms& alarms);
  bool is_pending(RequestId id) const { return pending_ == id; }
  void answered(const Answered& answer, Instant now, Rng& rng);
  void lost(const Lost& lost, Instant now, Rng& rng);

  /// The next epoch, which needs no broker; behind the last one, another id
  /// (TransactionManager.bumpIdempotentProducerEpoch). REQUIRES: current().is_known().
  void bump();

  /// Why there is no id. Taken once. Kind `fatal`: there will be none.
  std::optional<Failure> take_failure() { return std::exchange(failure_, std::nullopt); }
  /// "a producer id (CONCURRENT_TRANSACTIONS)"
  std::string describe() const;

 private:
  void failed(const std::string& trouble, Instant now, Rng& rng);

  Backoff retry_;
  ProducerIdAndEpoch current_;
  std::optional<RequestId> pending_;
  std::uint32_t failures_ = 0;  ///< In a row.
  Instant not_before_;
  std::string last_trouble_;
  std::optional<Failure> failure_;
};

}  // namespace cohort::client
