// What Control shows of transactional ids, and does to them.
#include "broker/control/transactional_producer.hpp"

namespace cohort::broker {
namespace {

using std::chrono::seconds;

class ControlTransactions : public ControlWorld {
 protected:
  TransactionView shown() { return control().transaction("x").value(); }

  TransactionalProducer producer{broker, "x"};
};

TEST_F(ControlTransactions, ShowsAnOpenTransaction) {
  EXPECT_EQ(control().transaction("x"), std::nullopt);
  ASSERT_EQ(producer.init(), ErrorCode::none);
  const TransactionView before{.transactional_id = "x",
                               .coordinator = 1,
                               .producer_id = 1,
                               .producer_epoch = 0,
                               .state = "Empty",
                               .timeout = seconds(60)};
  EXPECT_EQ(shown(), before);

  ASSERT_EQ(producer.add({2, 0}), ErrorCode::none);
  ASSERT_EQ(producer.commit_offset(5), ErrorCode::none);

  TransactionView open = before;
  open.state = "Ongoing";
  open.started = broker.now();
  open.partitions = {{"__consumer_offsets", {3}}, {"t", {0, 2}}};
  open.times_out = broker.now() + seconds(70);  // It is looked for every 10 s.
  EXPECT_EQ(shown(), open);

  ASSERT_EQ(producer.end(true), ErrorCode::none);
  TransactionView ended = before;
  ended.state = "CompleteCommit";
  ended.started = broker.now();
  EXPECT_EQ(shown(), ended);
}

TEST_F(ControlTransactions, ListsTransactionalIdsByName) {
  TransactionalProducer other(broker, "a", "other");
  ASSERT_EQ(producer.init(), ErrorCode::none);
  ASSERT_EQ(other.init(), ErrorCode::none);
  const std::vector<TransactionView> all = control().transactions();
  ASSERT_EQ(all.size(), 2);
  EXPECT_EQ(all.at(0), control().transaction("a"));
  EXPECT_EQ(all.at(1), shown());
}

TEST_F(ControlTransactions, TellsInWordsWhatIsWaitedFor) {
  control().add_rule({.match = {.api = ApiKey::write_txn_markers}, .action = Hold{}});
  producer.begin({0});
  const std::string times_out = to_string(shown());
  EXPECT_NE(times_out.find("Ongoing"), std::string::npos) << times_out;
  EXPECT_NE(times_out.find("\n  times out at 17"), std::string::npos) << times_out;
  ASSERT_EQ(producer.end(true), ErrorCode::none);
  const std::string waits = to_string(shown());
  EXPECT_NE(waits.find("PrepareCommit, producer 1 with epoch 0"), std::string::npos) << waits;
  EXPECT_NE(waits.find("\n  waits for: marker on t-0: held by rule 1"), std::string::npos) << waits;
}

// As TransactionCoordinator.abortTimedOutTransactions does, only that it is now.
TEST_F(ControlTransactions, AnAbortIsATimeOutThatComesNow) {
  producer.begin({0});
  ASSERT_EQ(producer.commit_offset(7), ErrorCode::none);

  control().abort_transaction("x");

  EXPECT_EQ(shown().state, "CompleteAbort");
  EXPECT_EQ(shown().producer_epoch, 1);
  EXPECT_EQ(partition(0).last_stable_offset, 2);
  EXPECT_EQ(producer.stable_offset(), std::pair(ErrorCode::none, std::int64_t{-1}));
  EXPECT_EQ(producer.produce(0), ErrorCode::invalid_producer_epoch);
  EXPECT_EQ(producer.add({1}), ErrorCode::producer_fenced);
  EXPECT_EQ(producer.commit_offset(8), ErrorCode::producer_fenced);
  EXPECT_EQ(producer.end(true), ErrorCode::producer_fenced);
  ASSERT_EQ(producer.init(), ErrorCode::none);
  EXPECT_EQ(producer.epoch, 2);
  const Fact prepared = newest(FactKind::transaction_prepared);
  EXPECT_EQ(prepared.cause, by_control("abort_transaction"));
  EXPECT_EQ(prepared.detail, "abort: asked for by control");
}

TEST_F(ControlTransactions, OnlyAnOpenTransactionIsAborted) {
  expect_refused<NotThere>([](Control& each) { each.abort_transaction("x"); });
  ASSERT_EQ(producer.init(), ErrorCode::none);
  expect_refused<std::invalid_argument>([](Control& each) { each.abort_transaction("x"); });
  control().add_rule({.match = {.api = ApiKey::write_txn_markers}, .action = Hold{}});
  ASSERT_EQ(producer.add({0}), ErrorCode::none);
  ASSERT_EQ(producer.end(true), ErrorCode::none);
  expect_refused<std::invalid_argument>([](Control& each) { each.abort_transaction("x"); });
}

TEST_F(ControlTransactions, AnIdThatExpiresLeavesATombstone) {
  ASSERT_EQ(producer.init(), ErrorCode::none);
  const std::int64_t before = partition(20, "__transaction_state").end_offset;  // 120 % 50.
  const std::int64_t first_id = producer.producer_id;

  control().expire_transactional_id("x");

  EXPECT_EQ(control().transaction("x"), std::nullopt);
  EXPECT_EQ(partition(20, "__transaction_state").end_offset, before + 1);
  EXPECT_EQ(newest(FactKind::transactional_id_expired).cause,
            by_control("expire_transactional_id"));
  EXPECT_EQ(producer.add({0}), ErrorCode::invalid_producer_id_mapping);
  ASSERT_EQ(producer.init(), ErrorCode::none);
  EXPECT_NE(producer.producer_id, first_id);
  // It is not read back either.
  control().expire_transactional_id("x");
  control().move_leader("__transaction_state", 20);
  EXPECT_EQ(control().transaction("x"), std::nullopt);
}

TEST_F(ControlTransactions, OnlyAnIdAtRestExpires) {
  expect_refused<NotThere>([](Control& each) { each.expire_transactional_id("x"); });
  control().add_rule({.match = {.api = ApiKey::write_txn_markers}, .action = Hold{}});
  producer.begin({0});
  expect_refused<std::invalid_argument>([](Control& each) { each.expire_transactional_id("x"); });
  ASSERT_EQ(producer.end(true), ErrorCode::none);
  expect_refused<std::invalid_argument>([](Control& each) { each.expire_transactional_id("x"); });
  control().release_all(RuleId{1});
  control().expire_transactional_id("x");
  EXPECT_TRUE(control().transactions().empty());
}

/// The facts of the transactional id, one a line: kind, detail, cause.
std::string story_of(const VirtualBroker& broker) {
  std::string story;
  for (const Entry& entry : broker.journal().transaction_timeline("x")) {
    story += std::string(name(entry.fact.kind)) + ": " + entry.fact.detail + " (" +
             std::string(name(entry.fact.cause.kind)) + " " + std::string(entry.fact.cause.name) +
             ")\n";
  }
  return story;
}

TEST_F(ControlTransactions, TheJournalTellsATransactionFromItsBeginningToItsEnd) {
  ASSERT_EQ(producer.init(), ErrorCode::none);
  ASSERT_EQ(producer.add({0}), ErrorCode::none);
  ASSERT_EQ(producer.add({1}), ErrorCode::none);
  ASSERT_EQ(producer.commit_offset(7), ErrorCode::none);
  ASSERT_EQ(producer.end(true), ErrorCode::none);
  EXPECT_EQ(story_of(broker),
            "producer_initialized: producer 1 with epoch 0 (request InitProducerId)\n"
            "transaction_begun: t-0 (request AddPartitionsToTxn)\n"
            "transaction_partitions_added: t-1 (request AddPartitionsToTxn)\n"
            "transaction_partitions_added: __consumer_offsets-3 (request AddOffsetsToTxn)\n"
            "offsets_pending: by producer 1: t-0=7 (request TxnOffsetCommit)\n"
            "transaction_prepared: commit: EndTxn (request EndTxn)\n"
            "offsets_committed: by the transaction of producer 1: t-0=7 (request EndTxn)\n"
            "transaction_completed: commit, markers on __consumer_offsets-3, t-0, t-1 (request "
            "EndTxn)\n");
}

TEST_F(ControlTransactions, TheJournalTellsWhoWasFencedAndByWhom) {
  producer.begin({0});
  TransactionalProducer successor(broker, "x", "successor");
  ASSERT_EQ(successor.init(), ErrorCode::concurrent_transactions);
  ASSERT_EQ(successor.init(), ErrorCode::none);
  EXPECT_EQ(producer.produce(0), ErrorCode::invalid_producer_epoch);
  EXPECT_EQ(producer.end(true), ErrorCode::producer_fenced);
  EXPECT_EQ(story_of(broker),
            "producer_initialized: producer 1 with epoch 0 (request InitProducerId)\n"
            "transaction_begun: t-0 (request AddPartitionsToTxn)\n"
            "producer_fenced: InitProducerId (request InitProducerId)\n"
            "transaction_prepared: abort: InitProducerId (request InitProducerId)\n"
            "transaction_completed: abort, markers on t-0 (request InitProducerId)\n"
            "producer_initialized: producer 1 with epoch 2 (request InitProducerId)\n"
            "fenced_producer_refused: Produce is answered with INVALID_PRODUCER_EPOCH for t-0 "
            "(request Produce)\n"
            "fenced_producer_refused: EndTxn is answered with PRODUCER_FENCED (request EndTxn)\n");
}

TEST_F(ControlTransactions, TheJournalTellsATimeOutAndAnExpiry) {
  ASSERT_EQ(producer.init(1000), ErrorCode::none);
  ASSERT_EQ(producer.add({0}), ErrorCode::none);
  broker.advance(seconds(10));
  broker.advance(std::chrono::hours(24 * 8));
  EXPECT_EQ(story_of(broker),
            "producer_initialized: producer 1 with epoch 0 (request InitProducerId)\n"
            "transaction_begun: t-0 (request AddPartitionsToTxn)\n"
            "transaction_timed_out: open for longer than 1000 ms (timer transaction_timeout)\n"
            "producer_fenced: the transaction timed out (timer transaction_timeout)\n"
            "transaction_prepared: abort: the transaction timed out (timer transaction_timeout)\n"
            "transaction_completed: abort, markers on t-0 (timer transaction_timeout)\n"
            "transactional_id_expired: not used for transactional.id.expiration.ms (timer "
            "transactional_id_expiry)\n");
}

}  // namespace
}  // namespace cohort::broker
