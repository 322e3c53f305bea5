// RandomLogs: producers of every kind, readers and policies at work on brokers in virtual time, in
// an order that a seed decides. Of several brokers some stop now and then.
#pragma once

#include "scenarios/log_reader.hpp"
#include "scenarios/produced_log.hpp"
#include "state.hpp"
#include "support/wire_client.hpp"
#include <cohort/broker/broker.hpp>
#include <cohort/node/rng.hpp>
#include <cohort/protocol/batch_builder.hpp>
#include <cohort/sim/simulation.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace cohort::testing {

class RandomLogs {
 public:
  /// One broker is also read in fetch sessions; of several each has all partitions.
  explicit RandomLogs(std::uint64_t seed, std::int32_t brokers = 1);

  void step();
  /// What every reader sees is what was produced, but for what policy takes away.
  void check();
  /// The same once all brokers run and every transaction has ended or timed out: none hangs.
  void check_at_rest();
  std::string digest() const { return simulation_.digest().hex(); }

 private:
  /// An idempotent producer, or a transactional one.
  struct Producer {
    std::string transactional_id;  ///< Empty: without transactions.
    std::int64_t id = -1;
    std::int16_t epoch = -1;
    std::map<TopicPartition, std::int32_t> next_sequence;
    std::shared_ptr<ProducedTransaction> transaction;  ///< The open one, or null.
    /// Its last batch, as one that did not hear the answer sends it again.
    TopicPartition last_partition;
    std::vector<ProducedRecord> last_records;
    Buffer last_batch;
    bool has_last() const { return !last_records.empty(); }
  };

  struct Kept {
    Policy policy;
    ProducedLog log;
  };

  broker::Broker& broker() { return simulation_.node_as<broker::Broker>("broker"); }
  const broker::BrokerState& state() { return broker().state(); }
  /// Its clients' connections to a broker that runs.
  void connect(std::int32_t broker);
  WireClient& some_broker() { return *clients_.begin()->second; }
  WireClient& leader_of(const TopicPartition& partition);
  WireClient& transaction_coordinator(const std::string& transactional_id);
  void create_topic(const std::string& name, const std::map<std::string, std::string>& configs);
  TopicPartition some_partition();
  std::vector<ProducedRecord> some_records(const TopicPartition& partition);
  Buffer batch_of(const std::vector<ProducedRecord>& records, BatchOptions options);
  /// True if it was acknowledged, and then the log has it.
  bool send(const TopicPartition& partition, const std::string& transactional_id,
            const Buffer& batch, const std::vector<ProducedRecord>& records);

  void produce_plainly();
  void produce_idempotently();
  void produce_in_transaction(Producer& producer);
  void produce_by(Producer& producer, const TopicPartition& partition);
  void repeat(Producer& producer);
  void begin_anew(Producer& producer);
  bool add_to_transaction(Producer& producer, const TopicPartition& partition);
  void end(Producer& producer, bool commits);
  void transact();
  void trim();
  void compact();
  void look_after();
  void stop(std::int32_t broker);
  void start(std::int32_t broker);
  /// All but one may be stopped at a time, and sometimes all are.
  void stop_or_start();
  void poll();

  Rng rng_;
  sim::Simulation simulation_;
  std::map<std::int32_t, std::unique_ptr<WireClient>> clients_;  ///< Of the brokers that run.
  std::vector<std::int32_t> stopped_;
  int connected_ = 0;
  std::map<TopicPartition, Kept> logs_;
  std::vector<TopicPartition> partitions_;
  std::vector<std::unique_ptr<SessionReader>> sessions_;
  Producer idempotent_;
  std::vector<Producer> transactional_;
  std::uint64_t next_value_ = 0;
};

}  // namespace cohort::testing
