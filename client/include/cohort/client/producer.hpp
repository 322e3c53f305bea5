// Producer: sends records, in batches and in order, and tells what became of each.
#pragma once

#include <cohort/client/admin/topics.hpp>
#include <cohort/client/committed_offset.hpp>
#include <cohort/client/delivery.hpp>
#include <cohort/client/group_membership.hpp>
#include <cohort/client/partitioner.hpp>
#include <cohort/client/producer_config.hpp>
#include <cohort/client/producer_record.hpp>
#include <cohort/client/runtime.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace cohort::client {

/// What can't be written in a properties file.
struct ProducerOptions {
  /// Instead of the configured partitioner. It is called where the node runs: over sockets on
  /// another thread. A record at which it throws is refused.
  PartitionerFunction partitioner{};
  /// Whether deliveries of records that were sent without a callback are kept for
  /// take_deliveries(). Who never takes them sets this to false, or they pile up.
  bool keeps_deliveries = true;
};

/// Records are put into batches, one for each partition, and leave as soon as `linger.ms`,
/// `batch.size` or flush() lets them; over sockets, and whenever a simulation goes on, that happens
/// by itself. Deliveries are told in this thread alone, from within poll(), flush(), deliver(),
/// commit_transaction(), abort_transaction() and close(), as librdkafka does. The order of the
/// records of a partition holds, also over errors, with `enable.idempotence` or one request in
/// flight; with it each is written once.
///
/// Every call that waits returns by its time with TimedOut, whose message says what it waited for.
/// One thread at a time.
class Producer {
 public:
  /// May call the producer, but for close().
  using Callback = std::function<void(const Delivery& delivery)>;

  /// Over TCP. Throws ConfigError.
  explicit Producer(const ProducerConfig& config, ProducerOptions options = {});
  /// REQUIRES: the runtime outlives it.
  Producer(const ProducerConfig& config, Runtime& runtime, ProducerOptions options = {});
  Producer(Producer&& other) noexcept;
  Producer& operator=(Producer&& other) noexcept;
  /// At once: what has not left yet is dropped, and no callback is called. close() waits for it.
  ~Producer();

  /// Takes the record over, to be sent, in the open transaction if it is transactional. Waits up to
  /// `max.block.ms` for the metadata of its topic and for room in the buffer. Throws TimedOut if
  /// the topic or partition is not there by then, Error of kind buffer_full, refused
  /// (MESSAGE_TOO_LARGE, INVALID_TOPIC_EXCEPTION, …), closed, or fatal; then the record was not
  /// taken. Throws std::invalid_argument for a negative partition.
  DeliveryId send(ProducerRecord record);
  DeliveryId send(ProducerRecord record, Callback on_delivery);
  /// Sends it without lingering, and waits for its delivery, at most `delivery.timeout.ms` after
  /// `max.block.ms`. Throws what it failed with.
  Delivery deliver(ProducerRecord record);

  /// Until all that was sent before has been delivered, or has failed for good. Nothing lingers.
  void flush(Duration timeout);
  /// Calls the callbacks of what was delivered meanwhile; waits for the first delivery if there is
  /// none yet. Gives the number of deliveries that came, with and without callback. Does not throw
  /// TimedOut.
  std::size_t poll(Duration timeout = Duration::zero());
  /// Of records that were sent without callback, in the order in which they came.
  std::vector<Delivery> take_deliveries();

  /// Waits up to `max.block.ms`.
  std::vector<PartitionDescription> partitions_for(const std::string& topic);
  /// Records that were sent and have not been delivered yet, nor failed.
  std::size_t unfinished() const;

  // Transactions (KIP-98), of a producer with a `transactional.id`: what is sent between begin and
  // commit is seen by read_committed consumers all at once or never, and offsets move with it.
  //
  // Each call that waits does so up to `max.block.ms`. Behind a TimedOut of init_transactions(),
  // commit_transaction() or abort_transaction() the same call is to be made again until it ends,
  // and no other; behind one of send() or send_offsets_to_transaction() the transaction can be
  // aborted. TransactionAbortable: this transaction can't be committed any more,
  // abort_transaction() and begin again. Error of kind `fatal`, which an abort may throw as well:
  // this producer can't go on; another one of its id took over (PRODUCER_FENCED), the transaction
  // was aborted after `transaction.timeout.ms` or from outside, or it may not. std::logic_error:
  // the calls are out of order.

  /// Once, before all other calls of transactions. Ends what a former producer of this id left
  /// open, and fences it: it can neither write nor commit any more.
  void init_transactions();
  /// Asks nobody. From then on, and only then, records can be sent. One that can't be taken, or is
  /// not delivered, leaves the transaction abortable.
  void begin_transaction();
  /// The group's offsets are committed if the transaction is, and not seen before. With
  /// `consumer.membership()` they are refused when the consumer has lost its partitions meanwhile
  /// (KIP-447): TransactionAbortable with ILLEGAL_GENERATION, UNKNOWN_MEMBER_ID or
  /// FENCED_INSTANCE_ID.
  void send_offsets_to_transaction(const OffsetsToCommit& offsets,
                                   const GroupMembership& membership);
  /// Waits for all deliveries, and then for the coordinator's decision. Calls their callbacks; what
  /// one throws comes out when the transaction has ended.
  void commit_transaction();
  /// Records that have not left yet fail with kind `canceled`. Calls callbacks.
  void abort_transaction();

  /// Sends what is left, for so long at most; the rest fails with kind `closed`. A transaction that
  /// is open is aborted, and a commit or abort that timed out goes on. From then on only
  /// take_deliveries() makes sense. Does nothing the second time.
  void close(Duration timeout);

 private:
  class Desk;
  std::unique_ptr<Desk> desk_;
};

}  // namespace cohort::client
