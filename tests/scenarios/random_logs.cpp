#include "scenarios/random_logs.hpp"

#include <cohort/protocol/messages.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>
#include <utility>

namespace cohort::testing {

namespace {

using std::chrono::seconds;

constexpr std::int32_t partitions_each = 2;
constexpr Duration brief = seconds(10);
constexpr Duration longest_transaction = seconds(15);

/// Retention and compaction come often, so that they meet everything else.
broker::Config busy_broker() {
  broker::Config config;
  config.connections_max_idle = Duration::max();
  config.set("log.initial.task.delay.ms", "0");
  config.set("log.retention.check.interval.ms", "2000");
  config.set("log.cleaner.backoff.ms", "1500");
  config.set("transaction.abort.timed.out.transaction.cleanup.interval.ms", "3000");
  return config;
}

bool is_compacted(const std::string& topic) { return topic.starts_with("keyed"); }

std::uint16_t port_of(std::int32_t broker) { return static_cast<std::uint16_t>(9091 + broker); }

}  // namespace

RandomLogs::RandomLogs(std::uint64_t seed, std::int32_t brokers) : rng_(Rng(seed).fork("logs")) {
  broker::Config config = busy_broker();
  config.brokers = brokers;
  config.set("default.replication.factor", std::to_string(brokers));
  auto node = std::make_unique<broker::Broker>(config, simulation_.now());
  std::vector<broker::Listener> listeners;
  for (std::int32_t id = 1; id <= brokers; ++id) {
    listeners.push_back({.node_id = id, .advertised = {"broker", port_of(id)}});
  }
  node->advertise(std::move(listeners));
  simulation_.add("broker", std::move(node));
  for (std::int32_t id = 1; id <= brokers; ++id) {
    simulation_.listen("broker", "broker", port_of(id));
    connect(id);
  }
  const std::string never = "-1";
  create_topic("kept", {{"retention.ms", never}, {"segment.bytes", "600"}});
  create_topic("brief", {{"retention.ms", "10000"}, {"segment.bytes", "400"}});
  create_topic("keyed", {{"cleanup.policy", "compact"},
                         {"segment.bytes", "500"},
                         {"min.cleanable.dirty.ratio", "0.01"},
                         {"delete.retention.ms", "3000"}});
  create_topic("keyed-brief", {{"cleanup.policy", "compact,delete"},
                               {"retention.ms", "10000"},
                               {"segment.ms", "4000"},
                               {"min.cleanable.dirty.ratio", "0.01"},
                               {"delete.retention.ms", "1000"}});
  for (auto& [partition, kept] : logs_) {
    kept.policy.is_compacted = is_compacted(partition.topic);
    if (partition.topic.ends_with("brief")) kept.policy.retention = brief;
  }
  for (const bool is_committed : {false, true}) {
    if (brokers > 1) break;
    sessions_.push_back(std::make_unique<SessionReader>(simulation_, is_committed, partitions_));
  }
  for (const char* id : {"x", "y", "z"}) transactional_.push_back({.transactional_id = id});
}

void RandomLogs::create_topic(const std::string& name,
                              const std::map<std::string, std::string>& configs) {
  CreateTopicsCreatableTopic topic{
      .name = name, .num_partitions = partitions_each, .replication_factor = -1};
  for (const auto& [key, value] : configs) topic.configs.push_back({key, value});
  const auto answer = some_broker().ask<CreateTopicsResponse>(CreateTopicsRequest{{topic}}, 5);
  EXPECT_EQ(answer->topics.at(0).error_code, ErrorCode::none) << name;
  for (std::int32_t partition = 0; partition < partitions_each; ++partition) {
    logs_[{name, partition}];
    partitions_.push_back({name, partition});
  }
}

void RandomLogs::connect(std::int32_t broker) {
  clients_[broker] = std::make_unique<WireClient>(
      simulation_, "client " + std::to_string(++connected_), port_of(broker));
}

WireClient& RandomLogs::leader_of(const TopicPartition& partition) {
  const broker::Partition* found = state().catalog.find(partition.topic, partition.partition);
  return *clients_.at(found->leader);
}

WireClient& RandomLogs::transaction_coordinator(const std::string& transactional_id) {
  const FindCoordinatorRequest request{.key = transactional_id, .key_type = 1};
  const auto answer = some_broker().ask<FindCoordinatorResponse>(request, 3);
  EXPECT_EQ(answer->error_code, ErrorCode::none);
  return *clients_.at(answer->node_id);
}

TopicPartition RandomLogs::some_partition() { return partitions_[rng_.below(partitions_.size())]; }

std::vector<ProducedRecord> RandomLogs::some_records(const TopicPartition& partition) {
  std::vector<ProducedRecord> records(rng_.below(4) + 1);
  for (ProducedRecord& record : records) {
    // Some are older than others that came before them.
    const auto age = static_cast<std::int64_t>(rng_.below(5) == 0 ? rng_.below(3'000) : 0);
    record.timestamp = simulation_.now().unix_ms() - age;
    record.key = "k" + std::to_string(rng_.below(5));
    const bool is_tombstone = is_compacted(partition.topic) && rng_.below(4) == 0;
    const std::string number = std::to_string(next_value_++);
    if (!is_tombstone) record.value = "v" + number + std::string(rng_.below(20), '.');
  }
  return records;
}

Buffer RandomLogs::batch_of(const std::vector<ProducedRecord>& records, BatchOptions options) {
  constexpr std::array codecs{Compression::none,   Compression::none, Compression::gzip,
                              Compression::snappy, Compression::lz4,  Compression::zstd};
  options.compression = codecs.at(rng_.below(codecs.size()));
  BatchBuilder builder(options);
  for (const ProducedRecord& record : records) {
    Record written{.timestamp = record.timestamp, .key = Buffer::copy_of(record.key)};
    if (record.value) written.value = Buffer::copy_of(*record.value);
    builder.add(written);
  }
  return builder.build().bytes();
}

bool RandomLogs::send(const TopicPartition& partition, const std::string& transactional_id,
                      const Buffer& batch, const std::vector<ProducedRecord>& records) {
  ProduceRequest request{.acks = -1, .timeout_ms = 1'000};
  if (!transactional_id.empty()) request.transactional_id = transactional_id;
  request.topic_data = {
      {.name = partition.topic,
       .partition_data = {{.index = partition.partition, .records = Buffers(batch)}}}};
  const auto answer = leader_of(partition).ask<ProduceResponse>(request, 9);
  const PartitionProduceResponse& told = answer->responses.at(0).partition_responses.at(0);
  if (told.error_code != ErrorCode::none) return false;
  logs_.at(partition).log.acknowledge(told.base_offset, records);
  return true;
}

void RandomLogs::produce_plainly() {
  const TopicPartition partition = some_partition();
  const std::vector<ProducedRecord> records = some_records(partition);
  EXPECT_TRUE(send(partition, "", batch_of(records, {}), records));
}

void RandomLogs::produce_idempotently() {
  if (idempotent_.id == -1 || rng_.below(20) == 0) begin_anew(idempotent_);
  if (rng_.below(4) == 0) return repeat(idempotent_);
  produce_by(idempotent_, some_partition());
}

void RandomLogs::produce_by(Producer& producer, const TopicPartition& partition) {
  std::vector<ProducedRecord> records = some_records(partition);
  for (ProducedRecord& record : records) record.transaction = producer.transaction;
  std::int32_t& sequence = producer.next_sequence[partition];
  Buffer batch = batch_of(records, {.producer_id = producer.id,
                                    .producer_epoch = producer.epoch,
                                    .base_sequence = sequence,
                                    .is_transactional = producer.transaction != nullptr});
  if (!send(partition, producer.transactional_id, batch, records)) return begin_anew(producer);
  sequence += static_cast<std::int32_t>(records.size());
  producer.last_partition = partition;
  producer.last_records = std::move(records);
  producer.last_batch = std::move(batch);
}

/// As if the answer had got lost. Whether the broker knows the batch still or not, what it answers
/// is where the batch lies.
void RandomLogs::repeat(Producer& producer) {
  if (!producer.has_last()) return;
  std::ignore = send(producer.last_partition, producer.transactional_id, producer.last_batch,
                     producer.last_records);
}

/// What was open is aborted by then, if it was not long before.
void RandomLogs::begin_anew(Producer& producer) {
  if (producer.transaction) producer.transaction->outcome = Outcome::aborted;
  Producer next{.transactional_id = producer.transactional_id};
  InitProducerIdRequest request{.transactional_id = std::nullopt, .transaction_timeout_ms = 15'000};
  if (!producer.transactional_id.empty()) request.transactional_id = producer.transactional_id;
  for (int tries = 0; tries < 3 && next.id == -1; ++tries) {
    WireClient& asked = producer.transactional_id.empty()
                            ? some_broker()
                            : transaction_coordinator(producer.transactional_id);
    const auto answer = asked.ask<InitProducerIdResponse>(request, 3);
    if (answer->error_code != ErrorCode::none) continue;
    next.id = answer->producer_id;
    next.epoch = answer->producer_epoch;
  }
  producer = std::move(next);
}

bool RandomLogs::add_to_transaction(Producer& producer, const TopicPartition& partition) {
  const AddPartitionsToTxnRequest request{
      .v3_and_below_transactional_id = producer.transactional_id,
      .v3_and_below_producer_id = producer.id,
      .v3_and_below_producer_epoch = producer.epoch,
      .v3_and_below_topics = {{partition.topic, {partition.partition}}}};
  const auto answer = transaction_coordinator(producer.transactional_id)
                          .ask<AddPartitionsToTxnResponse>(request, 3);
  return answer->results_by_topic_v3_and_below.at(0)
             .results_by_partition.at(0)
             .partition_error_code == ErrorCode::none;
}

void RandomLogs::produce_in_transaction(Producer& producer) {
  if (producer.id == -1) return begin_anew(producer);
  const TopicPartition partition = some_partition();
  if (!producer.transaction) producer.transaction = std::make_shared<ProducedTransaction>();
  if (!add_to_transaction(producer, partition)) return begin_anew(producer);
  produce_by(producer, partition);
}

void RandomLogs::end(Producer& producer, bool commits) {
  if (!producer.transaction) return;
  const EndTxnRequest request{.transactional_id = producer.transactional_id,
                              .producer_id = producer.id,
                              .producer_epoch = producer.epoch,
                              .committed = commits};
  const auto answer =
      transaction_coordinator(producer.transactional_id).ask<EndTxnResponse>(request, 3);
  if (answer->error_code != ErrorCode::none) return begin_anew(producer);
  producer.transaction->outcome = commits ? Outcome::committed : Outcome::aborted;
  producer.transaction.reset();
  producer.last_records.clear();
}

void RandomLogs::transact() {
  Producer& producer = transactional_[rng_.below(transactional_.size())];
  const std::uint64_t what = rng_.below(8);
  if (what == 0) return begin_anew(producer);
  if (what <= 2) return end(producer, rng_.below(2) == 0);
  if (what == 3) return repeat(producer);
  produce_in_transaction(producer);
}

void RandomLogs::trim() {
  const TopicPartition partition = some_partition();
  Kept& kept = logs_.at(partition);
  const std::int64_t start = kept.log.log_start_offset();
  const std::int64_t end = std::max(kept.log.end_offset(), start);
  const std::int64_t to =
      start + static_cast<std::int64_t>(rng_.below(static_cast<std::uint64_t>(end - start) + 1));
  DeleteRecordsRequest request{.timeout_ms = 1'000};
  request.topics = {{partition.topic, {{.partition_index = partition.partition, .offset = to}}}};
  const auto answer = leader_of(partition).ask<DeleteRecordsResponse>(request, 2);
  const DeleteRecordsPartitionResult& told = answer->topics.at(0).partitions.at(0);
  if (told.error_code == ErrorCode::none) kept.log.trimmed(to);
}

void RandomLogs::compact() {
  const std::string topic = some_partition().topic;
  if (!is_compacted(topic)) return;
  simulation_.turn("broker", [&] { broker().compact(topic, simulation_.now()); });
}

void RandomLogs::look_after() {
  simulation_.turn("broker", [&] { broker().apply_retention(simulation_.now()); });
}

void RandomLogs::stop(std::int32_t broker) {
  simulation_.turn("broker", [&] { this->broker().stop_broker(broker, simulation_.now()); });
  simulation_.settle();
  EXPECT_TRUE(clients_.at(broker)->is_closed());
  clients_.erase(broker);
  stopped_.push_back(broker);
}

void RandomLogs::start(std::int32_t broker) {
  simulation_.turn("broker", [&] { this->broker().start_broker(broker, simulation_.now()); });
  std::erase(stopped_, broker);
  connect(broker);
}

void RandomLogs::stop_or_start() {
  if (state().cluster.nodes().size() == 1) return;
  const bool stops_all = rng_.below(6) == 0;
  while (stops_all && !clients_.empty()) stop(clients_.begin()->first);
  if (!stopped_.empty() && (stops_all || rng_.below(2) == 0)) {
    // The last one to go knows everything: nothing leads before it is back.
    do {
      start(stopped_[rng_.below(stopped_.size())]);
    } while (stops_all && !stopped_.empty());
    return;
  }
  if (clients_.size() < 2) return;
  stop(
      std::next(clients_.begin(), static_cast<std::ptrdiff_t>(rng_.below(clients_.size())))->first);
}

void RandomLogs::poll() {
  for (const auto& session : sessions_) EXPECT_EQ(session->poll(some_broker()), "");
}

void RandomLogs::step() {
  const std::uint64_t what = rng_.below(21);
  if (what < 4) return produce_plainly();
  if (what < 7) return produce_idempotently();
  if (what < 13) return transact();
  if (what < 14) return trim();
  if (what < 15) return compact();
  if (what < 16) return look_after();
  if (what < 18) return poll();
  if (what < 19) return stop_or_start();
  simulation_.advance(milliseconds(static_cast<std::int64_t>(rng_.below(2'500))));
}

void RandomLogs::check() {
  for (auto& [partition, kept] : logs_) {
    for (const bool is_committed : {false, true}) {
      const Reading reading = read_all(leader_of(partition), partition, is_committed);
      EXPECT_EQ(kept.log.check_complete(reading, kept.policy, simulation_.now()), "")
          << partition.topic << "-" << partition.partition
          << (is_committed ? ", read committed" : ", read uncommitted");
    }
  }
  for (std::size_t each = 0; each < sessions_.size(); ++each) {
    for (const auto& [partition, seen] : sessions_[each]->take_seen()) {
      EXPECT_EQ(logs_.at(partition).log.check_seen(seen, each == 1), "")
          << partition.topic << "-" << partition.partition << ", in a session";
    }
  }
}

void RandomLogs::check_at_rest() {
  while (!stopped_.empty()) start(stopped_.back());
  simulation_.advance(longest_transaction + seconds(10));
  for (Producer& producer : transactional_) {
    if (producer.transaction) producer.transaction->outcome = Outcome::aborted;
  }
  check();
  for (const TopicPartition& partition : partitions_) {
    const Reading reading = read_all(leader_of(partition), partition, true);
    EXPECT_EQ(reading.last_stable_offset, reading.high_watermark)
        << partition.topic << "-" << partition.partition;
  }
}

}  // namespace cohort::testing
