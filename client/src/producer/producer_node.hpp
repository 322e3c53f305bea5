// ProducerNode: a producer as a pure node: records in, batches out, deliveries back.
#pragma once

#include "producer/delivery_reports.hpp"
#include "producer/outgoing_record.hpp"
#include "producer/producer_identity.hpp"
#include "producer/record_accumulator.hpp"
#include "producer/submissions.hpp"
#include "session/client_node.hpp"
#include "transaction/transactions.hpp"
#include <cohort/client/admin/topics.hpp>
#include <cohort/client/delivery.hpp>
#include <cohort/client/error.hpp>
#include <cohort/client/partitioner.hpp>
#include <cohort/client/producer_config.hpp>
#include <cohort/client/topic_partition.hpp>
#include <cohort/protocol/messages/produce.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::client {

/// Sends, for each leader, a batch of each of its partitions that has one to send, as many requests
/// at a time as `max.in.flight.requests.per.connection` says; the partitions take turns. A batch
/// that fails stays in its place and goes again until `delivery.timeout.ms` has passed since its
/// first record came. Source: Sender, RecordAccumulator and TransactionManager of Kafka 3.9.
///
/// Two rules are stricter than Kafka's: the first batch under a producer id and epoch goes alone
/// (PartitionQueue), and a partition's numbers start anew only when nothing is under way, as in
/// librdkafka, so that no batch can be written under both.
class ProducerNode final : public ClientNode {
 public:
  /// REQUIRES: the configuration was checked.
  ProducerNode(const ProducerConfig& config, Partitioner partitioner);

  /// The topic's metadata is asked for from now on; again and again until it has the partition, or
  /// another one is wanted.
  void want_partition(const TopicPartition& wanted, Instant now);
  /// Nobody waits for it any more: unless it is known or something of it is unfinished, it is not
  /// asked for any more.
  void give_up_topic(const std::string& topic);
  /// Nothing while it is not known. It may have no leaders yet.
  std::optional<std::int32_t> partition_count(const std::string& topic) const;
  /// Why records can't be sent to it at all (INVALID_TOPIC_EXCEPTION, TOPIC_AUTHORIZATION_FAILED).
  std::optional<Failure> topic_failure(const std::string& topic) const;
  /// Of a topic that is known.
  std::vector<PartitionDescription> describe_partitions(const std::string& topic) const;
  /// "metadata of topic orders (UNKNOWN_TOPIC_OR_PARTITION)"
  std::string describe_topic(const std::string& topic) const;

  /// What can't be taken has a failed delivery. REQUIRES: there is room in the buffer.
  void send(std::vector<OutgoingRecord> records, Instant now);
  /// The same for callers who do not wait: it is sent when its topic is known and there is room,
  /// within `max.block.ms`, behind those of its topic that came before. Its delivery is for
  /// take_submitted().
  DeliveryId submit(ProducerRecord record, Instant now);
  bool is_submitted_done(DeliveryId id) const { return submissions_.is_done(id); }
  /// REQUIRES: is_submitted_done(id), and it was not taken before.
  Delivery take_submitted(DeliveryId id);
  void forget_submitted(DeliveryId id);
  /// As flush(), and nothing that was submitted until now lingers later. Gives the last of it:
  /// who flushes waits for no later one (RecordAccumulator.awaitFlushCompletion).
  DeliveryId flush_submitted(Instant now);
  bool has_unfinished(DeliveryId up_to) const { return submissions_.has_unfinished(up_to); }
  /// All batches may go, whatever they linger for.
  void flush(Instant now);
  std::size_t used_bytes() const { return accumulator_.used_bytes(); }
  std::size_t unfinished_records() const { return accumulator_.unfinished_records(); }
  /// "3 records of orders-0 for an answer of broker 1"
  std::string describe_unfinished() const;

  bool has_deliveries() const { return !reports_.empty(); }
  std::vector<Delivery> take_deliveries() { return reports_.take(); }

  // Transactions. Those that take a while are started, and taken when they are done; each throws
  // std::logic_error without a transactional id, and as Transactions does.

  /// Commit: whatever was sent and submitted before belongs to the transaction, and lingers no
  /// more. Abort: what has not left is dropped.
  void start(TransactionCall call, Instant now);
  void begin_transaction();
  SentOffsetsId send_offsets(OffsetsToCommit offsets, GroupMembership membership, Instant now);
  template <class Token>
  bool is_done(const Token& token) const {
    return transactions_->is_done(token);
  }
  template <class Token>
  Outcome<void> take(const Token& token) {
    return transactions_->take(token);
  }
  void forget(SentOffsetsId id) { transactions_->forget(id); }
  /// Whatever keeps a record from being written keeps its transaction from being committed. Nothing
  /// if there is none.
  void lose_record(Failure failure, bool was_numbered = false);
  /// Whether a transaction is open that no call is about to end.
  bool has_open_transaction() const;
  /// Why it can't be committed, or no other can be begun; nothing if neither is so.
  std::optional<Failure> transaction_failure() const {
    return transactions_ ? transactions_->failure() : std::nullopt;
  }
  /// Whether a call is about to end one, waited for or not.
  bool is_ending_transaction() const;
  /// What a call that ends a transaction waits for.
  std::string describe_transaction() const;

  /// From then on nothing can be sent (CLUSTER_AUTHORIZATION_FAILED, UNSUPPORTED_VERSION, …).
  const std::optional<Failure>& fatal_failure() const { return fatal_failure_; }

  /// Everything that is unfinished fails, and the connections end.
  void close(Instant now);

  std::unique_ptr<Node> clone() const override { return std::make_unique<ProducerNode>(*this); }

 private:
  using QueueIndex = RecordAccumulator::QueueIndex;

  struct RequestUnderWay {
    std::int32_t broker = -1;
    std::vector<QueueIndex> queues;  ///< One batch of each.
  };
  /// How one batch of a request ended. Without an answer, `error` is ours.
  struct BatchAnswer {
    ErrorCode error = ErrorCode::none;
    std::string message;
    PartitionProduceResponse answer{};
  };
  void answered(const Answered& answer, Instant now) override;
  void lost(const Lost& lost, Instant now) override;
  void drive(Instant now, Alarms& alarms) override;

  // Sending
  void look_for_wanted();
  /// Of the first batch of the queue.
  Failure late_failure(const PartitionQueue& queue) const;
  void expire_batches(Instant now, Alarms& alarms);
  void drive_identity(Instant now, Alarms& alarms);
  const ProducerIdAndEpoch& producer() const {
    return transactions_ ? transactions_->producer() : identity_.current();
  }
  void send_batches(Instant now, Alarms& alarms);
  void send_to(std::int32_t broker, std::vector<QueueIndex> due, Instant now, Alarms& alarms);
  bool make_ready(const Destination& to, Instant now);
  bool check_version(const Destination& to, const std::vector<QueueIndex>& due);
  std::vector<QueueIndex> choose(std::int32_t broker, const std::vector<QueueIndex>& due,
                                 Instant now) const;
  void send_request(std::int32_t broker, const std::vector<QueueIndex>& chosen, Instant now);
  std::optional<SendRules> rules_for(const PartitionQueue& queue) const;

  // Transactions
  Transactions& transactions_for(std::string_view call);
  TransactionSurroundings transaction_surroundings();
  void drive_transactions(Instant now, Alarms& alarms);
  /// What has not left is of no use to a transaction that ends in an abort; nor is what waits for
  /// another attempt that only another epoch would allow, since that comes behind the abort.
  void drop_unsent();

  // Submissions
  void drive_submissions(Instant now, Alarms& alarms);
  /// Into a batch, or its delivery has failed.
  void end_submission(Submission submission, const std::optional<Failure>& failure, Instant now);
  /// Why it can't be sent at all.
  std::optional<Failure> why_not(const Submission& submission) const;
  /// No transaction is open to which it could belong.
  std::optional<Failure> why_outside(const Submission& submission) const;
  Failure no_topic(const Submission& submission) const;
  Failure no_room() const;
  /// If not, it is asked for.
  bool has_partition(const Submission& submission);
  bool has_room(const Submission& submission) const;
  void sort_deliveries();

  // Answers
  void take_answer(const RequestUnderWay& request, const Answered& answer, Instant now);
  void take_batch_answer(QueueIndex index, RequestId request, const BatchAnswer& answer,
                         Instant now);
  void take_batch_error(QueueIndex index, std::size_t at, const BatchAnswer& answer, Instant now);
  bool may_retry(PartitionQueue& queue, std::size_t at, const BatchAnswer& answer);
  void learn_leaders(const ProduceResponse& response, Instant now);
  void complete(QueueIndex index, std::size_t at, const PartitionProduceResponse& answer);
  void fail(QueueIndex index, std::size_t at, const Failure& failure, const BatchAnswer& answer);
  void fail_everything(const Failure& failure);

  std::string describe_waiting(const PartitionQueue& queue) const;

  ProducerConfig config_;
  RecordAccumulator accumulator_;
  ProducerIdentity identity_;
  std::optional<Transactions> transactions_;  ///< Of a transactional producer.
  DeliveryReports reports_;
  Submissions submissions_;
  DeliveryId flushed_{};    ///< What was submitted up to this one lingers nowhere.
  DeliveryId committed_{};  ///< And up to this one belongs to the transaction that is committed.
  std::set<std::string> topics_;
  std::optional<TopicPartition> wanted_;  ///< Somebody waits for it.
  std::map<RequestId, RequestUnderWay> under_way_;
  std::map<std::int32_t, std::int32_t> requests_of_;  ///< By broker: how many are under way.
  std::map<std::int32_t, QueueIndex> last_served_;    ///< By broker: the others come first.
  std::map<std::int32_t, Instant> throttled_until_;   ///< By broker (KIP-219).
  std::optional<Failure> fatal_failure_;
  bool is_closed_ = false;
};

}  // namespace cohort::client
