// Producer::Desk: the caller's side of a Producer.
#pragma once

#include "facade/outbox.hpp"
#include "producer/producer_node.hpp"
#include "producer/transaction_operations.hpp"
#include <cohort/client/producer.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cohort::client {

class Producer::Desk {
 public:
  /// Throws ConfigError. Without a runtime, it has one of its own.
  Desk(const ProducerConfig& config, Runtime* runtime, ProducerOptions options);

  DeliveryId send(ProducerRecord record, Callback on_delivery);
  Delivery deliver(ProducerRecord record);
  void flush(Duration timeout);
  std::size_t poll(Duration timeout);
  std::vector<Delivery> take_deliveries();
  std::vector<PartitionDescription> partitions_for(const std::string& topic);
  std::size_t unfinished();
  void init_transactions();
  void begin_transaction();
  void send_offsets(OffsetsToCommit offsets, GroupMembership membership);
  /// Commit or abort.
  void end_transaction(TransactionCall call);
  void close(Duration timeout);

 private:
  using NodeWork = std::function<void(ProducerNode& node, Instant now)>;
  using NodeCondition = std::function<bool(const ProducerNode& node)>;

  /// A turn of the node, which has got all records by then.
  void turn(const NodeWork& work);
  /// Until it holds, or nothing can be sent any more; false after `deadline`.
  bool run_until(const NodeCondition& holds, Instant deadline);
  Instant deadline_after(Duration timeout);
  /// Throws TimedOut with what is unfinished.
  [[noreturn]] void give_up(const std::string& what, Duration timeout);

  void check_open() const;
  DeliveryId put(ProducerRecord record, bool is_reported);
  /// Each throws if there is none by `deadline`.
  void await_partition(const std::string& topic, std::int32_t partition, Instant deadline);
  void await_room(const ProducerRecord& record, std::size_t size, Instant deadline);

  /// For a record that finds neither its partition known nor room for it. A record that can't be
  /// taken keeps its transaction from being committed (KafkaProducer.doSend).
  void make_room(const ProducerRecord& record, std::size_t size);
  /// Waits up to `max.block.ms` for its end; throws what it failed with.
  void run(Operation<ProducerNode, operations::TransactionToken, void> operation);
  /// Of a producer that is closed: lets a commit or abort go on that timed out, and aborts what is
  /// open (Sender.run).
  void end_open_transaction(Instant deadline);

  /// Puts what the node has to tell behind what has arrived already.
  void fetch_deliveries();
  /// Calls callbacks and keeps the rest; gives their number. If a callback throws, those behind it
  /// come next time.
  std::size_t hand_out_deliveries();

  ProducerConfig config_;
  bool keeps_deliveries_;
  std::map<std::string, std::int32_t, std::less<>> partition_counts_;  ///< As far as needed yet.
  std::uint64_t last_id_ = 0;
  std::map<DeliveryId, Callback> callbacks_;
  std::deque<Delivery> arrived_;
  std::vector<Delivery> kept_;
  bool is_in_transaction_ = false;
  /// Why it can only be aborted, or the producer given up, as far as a call has found out.
  std::optional<Failure> transaction_failure_;
  bool is_closed_ = false;
  Outbox outbox_;
  std::unique_ptr<Runtime> own_runtime_;
  std::unique_ptr<Driver> driver_;  ///< Goes first: its thread uses the outbox.
};

}  // namespace cohort::client
