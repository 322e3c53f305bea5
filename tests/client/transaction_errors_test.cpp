// Every error of every request of a transaction: what the producer does about it, by rule and for
// real.
#include "client/producer_world.hpp"
#include <cohort/protocol/record_marker.hpp>

#include <gtest/gtest.h>

#include <map>

namespace cohort::client {
namespace {

using namespace std::chrono_literals;

/// How the transaction in which it happened ends, as the user sees it.
enum class Ending : std::uint8_t { committed, abortable, fatal };

std::ostream& operator<<(std::ostream& out, Ending ending) {
  constexpr const char* names[] = {"committed", "abortable", "fatal"};
  return out << names[static_cast<int>(ending)];
}

struct ErrorCase {
  ApiKey api;
  ErrorCode error;
  Ending ending;
};

/// As Kafka's TransactionManager handles them.
std::vector<ErrorCase> error_cases() {
  using enum ErrorCode;
  using enum Ending;
  std::vector<ErrorCase> cases;
  const auto add = [&](ApiKey api, Ending ending, const std::vector<ErrorCode>& errors) {
    for (const ErrorCode error : errors) cases.push_back({api, error, ending});
  };
  const std::vector<ErrorCode> passing = {not_coordinator, coordinator_not_available,
                                          coordinator_load_in_progress, concurrent_transactions};
  const std::vector<ErrorCode> final = {producer_fenced, invalid_producer_epoch,
                                        transactional_id_authorization_failed};
  for (const ApiKey api : {ApiKey::init_producer_id, ApiKey::add_partitions_to_txn,
                           ApiKey::add_offsets_to_txn, ApiKey::end_txn}) {
    add(api, committed, passing);
    add(api, fatal, final);
  }
  add(ApiKey::init_producer_id, fatal,
      {invalid_transaction_timeout, cluster_authorization_failed, unsupported_version,
       unknown_server_error, invalid_request, transaction_abortable});
  add(ApiKey::add_partitions_to_txn, committed, {unknown_topic_or_partition});
  add(ApiKey::add_partitions_to_txn, fatal, {invalid_txn_state});
  add(ApiKey::add_partitions_to_txn, abortable,
      {topic_authorization_failed, operation_not_attempted, unknown_producer_id,
       invalid_producer_id_mapping, unknown_server_error});
  add(ApiKey::add_offsets_to_txn, fatal, {invalid_txn_state, unknown_server_error});
  add(ApiKey::add_offsets_to_txn, abortable,
      {group_authorization_failed, unknown_producer_id, invalid_producer_id_mapping,
       transaction_abortable});
  add(ApiKey::txn_offset_commit, committed,
      {not_coordinator, coordinator_not_available, coordinator_load_in_progress, request_timed_out,
       unknown_topic_or_partition});
  add(ApiKey::txn_offset_commit, fatal,
      {producer_fenced, invalid_producer_epoch, transactional_id_authorization_failed,
       unknown_server_error});
  add(ApiKey::txn_offset_commit, abortable,
      {unknown_member_id, illegal_generation, fenced_instance_id, group_authorization_failed,
       transaction_abortable, offset_metadata_too_large});
  add(ApiKey::end_txn, fatal, {invalid_txn_state, unknown_server_error});
  add(ApiKey::end_txn, abortable,
      {unknown_producer_id, invalid_producer_id_mapping, transaction_abortable});
  // UNKNOWN_PRODUCER_ID without a log start offset: the partition is about to move.
  add(ApiKey::produce, committed,
      {not_leader_or_follower, not_enough_replicas, corrupt_message, unknown_producer_id});
  add(ApiKey::produce, abortable,
      {invalid_producer_epoch, out_of_order_sequence_number, invalid_txn_state,
       transaction_abortable, invalid_record, topic_authorization_failed});
  add(ApiKey::produce, fatal,
      {producer_fenced, transactional_id_authorization_failed, cluster_authorization_failed});
  return cases;
}

/// One transaction with a record and offsets.
void run_transaction(Producer& producer, const std::string& value) {
  producer.begin_transaction();
  producer.send(order(value));
  producer.send_offsets_to_transaction({{{ProducerWorld::topic, 0}, {.offset = 7}}},
                                       {.group_id = "readers"});
  producer.commit_transaction();
}

/// The first transaction of a producer in which something goes wrong once.
Ending ending_of(ProducerWorld& world, Producer& producer, const ErrorCase& each) {
  world.broker.control().add_rule(
      {.match = {.api = each.api}, .times = 1, .action = broker::AnswerError{each.error}});
  try {
    producer.init_transactions();
    run_transaction(producer, "first");
    return Ending::committed;
  } catch (const TransactionAbortable&) {
    return Ending::abortable;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), FailureKind::fatal) << error.what();
    EXPECT_EQ(error.code(), each.error) << error.what();
    return Ending::fatal;
  }
}

/// The committed offset of the group `readers`.
std::int64_t committed_offset(ProducerWorld& world) {
  const auto group = world.broker.control().group("readers");
  return !group || group->offsets.empty() ? -1 : group->offsets.front().committed;
}

/// Values of the log that a read_committed reader sees: those in front of a commit's marker.
std::vector<std::string> visible_values(ProducerWorld& world) {
  std::vector<std::string> visible;
  std::vector<std::string> open;
  for (const BatchView& batch : world.batches()) {
    if (const auto marker = marker_of(batch)) {
      if (marker->type == MarkerType::commit)
        visible.insert(visible.end(), open.begin(), open.end());
      open.clear();
      continue;
    }
    RecordCursor cursor(batch.records().value());
    for (RecordView record; cursor.next(record);) open.emplace_back(record.owned().value->text());
  }
  EXPECT_TRUE(open.empty()) << "a transaction is still open";
  return visible;
}

TEST(TransactionErrors, EachEndsAsKafkaSaysAndTheProducerGoesOnWhereItCan) {
  for (const ErrorCase& each : error_cases()) {
    SCOPED_TRACE(std::string(name(each.api)) + " " + std::string(name(each.error)));
    twice([&](ProducerWorld& world) {
      Producer producer(
          [&] {
            ProducerConfig config = world.config();
            config.transactional_id = "anna-1";
            return config;
          }(),
          world.runtime);
      EXPECT_EQ(ending_of(world, producer, each), each.ending);
      switch (each.ending) {
        case Ending::committed:
          EXPECT_EQ(visible_values(world), (std::vector<std::string>{"first"}));
          EXPECT_EQ(committed_offset(world), 7);
          break;
        case Ending::abortable:
          EXPECT_THROW(producer.begin_transaction(), TransactionAbortable);
          EXPECT_THROW(producer.commit_transaction(), TransactionAbortable);
          producer.abort_transaction();
          EXPECT_EQ(committed_offset(world), -1);
          run_transaction(producer, "second");
          EXPECT_EQ(visible_values(world), (std::vector<std::string>{"second"}));
          EXPECT_EQ(committed_offset(world), 7);
          break;
        case Ending::fatal:
          EXPECT_THROW(producer.begin_transaction(), Error);
          EXPECT_THROW(producer.abort_transaction(), Error);
          EXPECT_EQ(committed_offset(world), -1);
          break;
      }
    });
  }
}

TEST(TransactionErrors, IdThatTheCoordinatorHasForgottenIsTakenUpAgain) {
  twice([](ProducerWorld& world) {
    ProducerConfig config = world.config();
    config.transactional_id = "anna-1";
    Producer producer(config, world.runtime);
    producer.init_transactions();
    run_transaction(producer, "first");
    world.broker.control().expire_transactional_id("anna-1");
    EXPECT_THROW(run_transaction(producer, "second"), TransactionAbortable);
    producer.abort_transaction();
    run_transaction(producer, "third");
    EXPECT_EQ(visible_values(world), (std::vector<std::string>{"first", "third"}));
    EXPECT_EQ(world.broker.control().transaction("anna-1")->state, "CompleteCommit");
  });
}

TEST(TransactionErrors, TransactionThatIsAbortedFromOutsideCostsTheProducer) {
  ProducerWorld world;
  ProducerConfig config = world.config();
  config.transactional_id = "anna-1";
  Producer producer(config, world.runtime);
  producer.init_transactions();
  producer.begin_transaction();
  producer.deliver(order("x"));
  world.broker.control().abort_transaction("anna-1");
  try {
    producer.commit_transaction();
    FAIL() << "committed what was aborted";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), FailureKind::fatal) << error.what();
    EXPECT_EQ(error.code(), ErrorCode::producer_fenced) << error.what();
  }
  EXPECT_TRUE(visible_values(world).empty());
}

TEST(TransactionErrors, NextTransactionWaitsForTheMarkersOfTheOneBefore) {
  twice([](ProducerWorld& world) {
    ProducerConfig config = world.config();
    config.transactional_id = "anna-1";
    Producer producer(config, world.runtime);
    producer.init_transactions();
    const broker::RuleId held = world.broker.control().add_rule(
        {.match = {.api = ApiKey::write_txn_markers, .transactional_id = "anna-1"},
         .nth = 1,
         .action = broker::DelayAnswer{5s}});
    run_transaction(producer, "first");
    const Instant committed = world.broker.now();
    run_transaction(producer, "second");
    EXPECT_GE(world.broker.now() - committed, 4s);
    EXPECT_EQ(world.broker.control().rule(held)->hits, 1U);
    EXPECT_EQ(visible_values(world), (std::vector<std::string>{"first", "second"}));
    EXPECT_EQ(committed_offset(world), 7);
  });
}

TEST(TransactionErrors, FailedBatchCostsAnEpoch) {
  ProducerWorld world;
  ProducerConfig config = world.config();
  config.transactional_id = "anna-1";
  Producer producer(config, world.runtime);
  producer.init_transactions();
  world.at_produce(1, broker::AnswerError{ErrorCode::invalid_record});
  EXPECT_THROW(run_transaction(producer, "first"), TransactionAbortable);
  producer.abort_transaction();
  run_transaction(producer, "second");
  const std::vector<BatchView> batches = world.batches();
  // The abort's marker, the record, the commit's marker.
  ASSERT_EQ(batches.size(), 3U);
  EXPECT_EQ(batches[1].header().producer_epoch, batches[0].header().producer_epoch + 1);
  EXPECT_EQ(batches[1].header().base_sequence, 0);
}

TEST(TransactionErrors, RefusedMemberCostsNoEpoch) {
  ProducerWorld world;
  ProducerConfig config = world.config();
  config.transactional_id = "anna-1";
  Producer producer(config, world.runtime);
  producer.init_transactions();
  world.broker.control().add_rule({.match = {.api = ApiKey::txn_offset_commit},
                                   .times = 1,
                                   .action = broker::AnswerError{ErrorCode::illegal_generation}});
  EXPECT_THROW(run_transaction(producer, "first"), TransactionAbortable);
  producer.abort_transaction();
  run_transaction(producer, "second");
  EXPECT_EQ(world.batches().back().header().producer_epoch,
            world.batches().front().header().producer_epoch);
}

TEST(TransactionErrors, OldCoordinatorsGiveNoNewEpoch) {
  ProducerWorld world({.release = broker::Release::kafka_2_4});
  ProducerConfig config = world.config();
  config.transactional_id = "anna-1";
  Producer producer(config, world.runtime);
  producer.init_transactions();
  run_transaction(producer, "first");
  world.at_produce(1, broker::AnswerError{ErrorCode::invalid_record});
  try {
    run_transaction(producer, "second");
    FAIL() << "went on without a new epoch";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), FailureKind::fatal);
    EXPECT_NE(std::string(error.what()).find("Kafka 2.5"), std::string::npos) << error.what();
  }
}

TEST(TransactionErrors, OffsetsOfAMemberNeedACoordinatorThatChecksThem) {
  ProducerWorld world({.release = broker::Release::kafka_2_4});
  ProducerConfig config = world.config();
  config.transactional_id = "anna-1";
  Producer producer(config, world.runtime);
  producer.init_transactions();
  producer.begin_transaction();
  try {
    producer.send_offsets_to_transaction(
        {{{ProducerWorld::topic, 0}, {.offset = 7}}},
        {.group_id = "readers", .generation = 1, .member_id = "anna"});
    FAIL() << "sent unchecked";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), FailureKind::fatal);
    EXPECT_NE(std::string(error.what()).find("KIP-447"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace cohort::client
