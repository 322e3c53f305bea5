// TransactionCoordinator: the transactional ids of the broker and their transactions.
#pragma once

#include "log/producer_ids.hpp"
#include "producer_identity.hpp"
#include "transaction/transaction.hpp"
#include "transaction/transaction_record.hpp"
#include <cohort/broker/config.hpp>
#include <cohort/broker/fact.hpp>
#include <cohort/node/instant.hpp>
#include <cohort/node/timer_queue.hpp>
#include <cohort/protocol/digest_of.hpp>
#include <cohort/protocol/error_code.hpp>

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cohort::broker {

/// What InitProducerId asks of a transactional id.
struct TransactionalInit {
  std::string transactional_id;
  std::int32_t timeout_ms = 0;
  /// Of a producer that goes on after an error (KIP-360); nullopt: a new producer.
  std::optional<ProducerIdentity> expected;
};

/// Who claims to own a transaction.
struct TransactionOwner {
  std::string transactional_id;
  ProducerIdentity producer;
};

struct TransactionTimer {
  enum class Kind : std::uint8_t { time_out, expiry };
  Kind kind{};
  std::string transactional_id;
  auto operator<=>(const TransactionTimer&) const = default;
};

/// "time-out of the transaction of orders-1"
std::string to_string(const TransactionTimer& timer);

/// A pure machine: requests and the time go in; answers, facts and ends of transactions come out.
/// It knows neither the logs nor the groups: whoever calls a verb takes the endings, writes the
/// markers and tells it by completed() before anything else is asked. Timers fire in advance()
/// only. Source: TransactionCoordinator, TransactionStateManager.
class TransactionCoordinator {
 public:
  /// Time-outs and expiries are looked for at whole intervals from `now` on.
  TransactionCoordinator(const TransactionConfig& config, Instant now);

  /// What is wrong with a request whatever the id has been through.
  ErrorCode check(const TransactionalInit& request) const;
  /// Gives the id its producer, with the next epoch, which fences the one before. An open
  /// transaction is aborted first, and the answer then is CONCURRENT_TRANSACTIONS: ask again.
  GivenProducer init(const TransactionalInit& request, ProducerIds& ids, Instant now);
  /// Opens a transaction, or adds to the open one.
  ErrorCode add_partitions(const TransactionOwner& owner,
                           const std::vector<TransactionPartition>& partitions, Instant now);
  /// Was each partition added to the owner's transaction? TRANSACTION_ABORTABLE: it was not
  /// (KIP-890).
  std::vector<ErrorCode> verify(const TransactionOwner& owner,
                                const std::vector<TransactionPartition>& partitions) const;
  ErrorCode end(const TransactionOwner& owner, TransactionOutcome outcome, Instant now);
  /// Aborts the open transaction and fences its producer, as a time-out does. False if none is
  /// open. REQUIRES: there is such an id.
  bool abort(const std::string& transactional_id, std::string why, Instant now);
  /// Forgets the id. False if its transaction is open or ending. REQUIRES: there is such an id.
  bool expire(const std::string& transactional_id, std::string why, Instant now);
  /// One marker of an ending is no longer waited for: the transaction is described without its
  /// partition. Nothing is written down yet. Source: TransactionMetadata.removePartition.
  void marker_written(const TransactionEnd& ending, const TransactionPartition& partition);
  /// The markers of an ending were written. REQUIRES: it was taken and not completed yet.
  void completed(const TransactionEnd& ending, Instant now);

  /// Null when there is no such id.
  const Transaction* find(const std::string& transactional_id) const;
  /// By transactional id.
  const std::map<std::string, Transaction>& all() const { return transactions_; }

  using IsOfPartition = std::function<bool(const std::string& transactional_id)>;
  /// Forgets the ids of a partition that has another leader; their transactions stay open in the
  /// logs.
  void unload(const IsOfPartition& is_of_partition);
  /// Takes over the ids of a partition that this broker leads from now on. Whatever was decided is
  /// an ending to be completed. REQUIRES: there are none of it.
  void load(const std::map<std::string, Transaction>& transactions, Instant now);

  /// Fires every timer that is due by `now`, each as of its own deadline.
  void advance(Instant now);
  Instant next_deadline() const { return timers_.next_deadline(); }
  const TimerQueue<TransactionTimer>& timers() const { return timers_; }

  /// Transactions that have been decided since the last call, oldest first.
  std::vector<TransactionEnd> take_endings();
  std::vector<Fact> take_facts();
  /// What Kafka would have written to __transaction_state since the last call, oldest first.
  std::vector<TransactionRecord> take_records();

 private:
  friend struct DigestOf<TransactionCoordinator>;
  // init.cpp
  Transaction& find_or_make(const TransactionalInit& request, ProducerIds& ids, Instant now);
  ErrorCode renew(Transaction& transaction, const TransactionalInit& request, ProducerIds& ids);
  GivenProducer initialized(const TransactionalInit& request, Transaction& transaction,
                            Instant now);

  // timeouts.cpp
  void time_out(const std::string& transactional_id, Instant now);
  void arm_time_out(const std::string& transactional_id, const Transaction& transaction,
                    Instant now);
  void arm_expiry(const std::string& transactional_id, const Transaction& transaction, Instant now);
  Instant next_check(Instant earliest, Duration interval) const;

  ErrorCode check_owner(const TransactionOwner& owner) const;
  void prepare(const std::string& transactional_id, TransactionOutcome outcome, std::string why,
               Instant now);
  /// The transaction is decided: its markers are to be written.
  void owe_markers(const std::string& transactional_id, const Transaction& transaction,
                   Instant now);
  void fence_and_abort(const std::string& transactional_id, std::string why, Instant now);
  /// Has the id written down as it stands.
  void record(const std::string& transactional_id, Instant now);
  void note(FactKind kind, const std::string& transactional_id, std::string detail, Instant now);

  TransactionConfig config_;
  Instant origin_;
  std::map<std::string, Transaction> transactions_;
  TimerQueue<TransactionTimer> timers_;
  std::vector<TransactionEnd> endings_;
  std::vector<Fact> facts_;
  std::vector<TransactionRecord> records_;
};

}  // namespace cohort::broker
