#include "transaction/transaction_coordinator.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace cohort::broker {
namespace {

using std::chrono::hours;
using std::chrono::seconds;

constexpr Instant start = Instant::from_unix_ms(1'700'000'000'000);
const TransactionPartition p0{"t", 0};
const TransactionPartition p1{"t", 1};

class TransactionCoordinatorTest : public testing::Test {
 protected:
  GivenProducer init(std::optional<ProducerIdentity> expected = std::nullopt,
                     std::int32_t timeout_ms = 60'000) {
    return coordinator_.init(
        {.transactional_id = "x", .timeout_ms = timeout_ms, .expected = expected}, ids_, now_);
  }
  ErrorCode add(const ProducerIdentity& producer,
                const std::vector<TransactionPartition>& partitions) {
    return coordinator_.add_partitions({"x", producer}, partitions, now_);
  }
  ErrorCode end(const ProducerIdentity& producer, TransactionOutcome outcome) {
    return coordinator_.end({"x", producer}, outcome, now_);
  }
  /// What was decided, completed as the broker does it.
  std::vector<TransactionEnd> complete() {
    std::vector<TransactionEnd> endings = coordinator_.take_endings();
    for (const TransactionEnd& ending : endings) coordinator_.completed(ending, now_);
    return endings;
  }
  void pass(Duration time) {
    now_ = now_ + time;
    coordinator_.advance(now_);
  }
  TransactionState state() { return coordinator_.find("x")->state; }
  /// An id whose producer has this epoch.
  void bump_to(std::int16_t epoch) {
    while (init().producer_epoch < epoch) {
    }
  }

  Instant now_ = start;
  ProducerIds ids_;
  TransactionCoordinator coordinator_{TransactionConfig{}, start};
};

const ProducerIdentity first{1, 0};

TEST_F(TransactionCoordinatorTest, EveryInitBumpsTheEpochOfTheSameProducer) {
  EXPECT_EQ(init(), (GivenProducer{.producer_id = 1, .producer_epoch = 0}));
  EXPECT_EQ(init(), (GivenProducer{.producer_id = 1, .producer_epoch = 1}));
  EXPECT_EQ(add(first, {p0}), ErrorCode::producer_fenced);
  EXPECT_EQ(add({2, 1}, {p0}), ErrorCode::invalid_producer_id_mapping);
  EXPECT_EQ(add({1, 1}, {p0}), ErrorCode::none);
}

TEST_F(TransactionCoordinatorTest, TheTimeoutHasToBePositiveAndWithinTheLimit) {
  for (const std::int32_t wrong : {0, -1, 900'001}) {
    EXPECT_EQ(init({}, wrong), (GivenProducer{.error = ErrorCode::invalid_transaction_timeout}));
  }
  EXPECT_EQ(init({}, 900'000).error, ErrorCode::none);

  TransactionConfig config;
  config.max_timeout = seconds(1);
  const TransactionCoordinator strict(config, start);
  EXPECT_EQ(strict.check({.transactional_id = "x", .timeout_ms = 1000}), ErrorCode::none);
  EXPECT_EQ(strict.check({.transactional_id = "x", .timeout_ms = 1001}),
            ErrorCode::invalid_transaction_timeout);
}

TEST_F(TransactionCoordinatorTest, ACommitNamesThePartitionsForTheMarkers) {
  init();
  EXPECT_EQ(add(first, {p1}), ErrorCode::none);
  EXPECT_EQ(add(first, {p0, p1}), ErrorCode::none);
  EXPECT_EQ(state(), TransactionState::ongoing);
  EXPECT_EQ(end(first, TransactionOutcome::commit), ErrorCode::none);
  EXPECT_EQ(state(), TransactionState::prepare_commit);
  EXPECT_EQ(add(first, {p0}), ErrorCode::concurrent_transactions);
  EXPECT_EQ(init().error, ErrorCode::concurrent_transactions);
  EXPECT_EQ(complete(), (std::vector<TransactionEnd>{{.transactional_id = "x",
                                                      .producer = first,
                                                      .outcome = TransactionOutcome::commit,
                                                      .partitions = {p0, p1},
                                                      .at = start}}));
  EXPECT_EQ(state(), TransactionState::complete_commit);
  EXPECT_EQ(coordinator_.find("x")->partitions, std::set<TransactionPartition>{});
}

TEST_F(TransactionCoordinatorTest, EndingAgainTheSameWayIsNoErrorAndTheOtherWayIs) {
  init();
  EXPECT_EQ(end(first, TransactionOutcome::commit), ErrorCode::invalid_txn_state);
  EXPECT_EQ(add(first, {p0}), ErrorCode::none);
  EXPECT_EQ(end(first, TransactionOutcome::abort), ErrorCode::none);
  // The end is pending: that is told before anything else.
  EXPECT_EQ(end(first, TransactionOutcome::abort), ErrorCode::concurrent_transactions);
  EXPECT_EQ(end(first, TransactionOutcome::commit), ErrorCode::concurrent_transactions);
  EXPECT_EQ(init(ProducerIdentity{9, 0}).error, ErrorCode::concurrent_transactions);
  complete();
  EXPECT_EQ(end(first, TransactionOutcome::abort), ErrorCode::none);
  EXPECT_EQ(end(first, TransactionOutcome::commit), ErrorCode::invalid_txn_state);
  EXPECT_EQ(complete(), std::vector<TransactionEnd>{});
}

TEST_F(TransactionCoordinatorTest, ASuccessorAbortsTheOpenTransactionAndGetsTheEpochAfterTheNext) {
  init();
  EXPECT_EQ(add(first, {p0}), ErrorCode::none);
  EXPECT_EQ(init(), (GivenProducer{.error = ErrorCode::concurrent_transactions}));
  EXPECT_EQ(complete().front().producer, (ProducerIdentity{1, 1}));
  EXPECT_EQ(end(first, TransactionOutcome::commit), ErrorCode::producer_fenced);
  EXPECT_EQ(init(), (GivenProducer{.producer_id = 1, .producer_epoch = 2}));
}

TEST_F(TransactionCoordinatorTest, AProducerThatGoesOnMayRepeatItsRequest) {
  init();
  EXPECT_EQ(init(first), (GivenProducer{.producer_id = 1, .producer_epoch = 1}));
  EXPECT_EQ(init(first), (GivenProducer{.producer_id = 1, .producer_epoch = 1}));
  init();  // A new producer: now the old one is fenced.
  EXPECT_EQ(init(first).error, ErrorCode::producer_fenced);
  EXPECT_EQ(init(ProducerIdentity{9, 0}).error, ErrorCode::producer_fenced);
}

TEST_F(TransactionCoordinatorTest, ANewIdIsGivenWhenTheEpochsAreUsedUp) {
  bump_to(last_usable_epoch);
  const ProducerIdentity last{1, last_usable_epoch};
  EXPECT_EQ(init(last), (GivenProducer{.producer_id = 2, .producer_epoch = 0}));
  // The answer was lost.
  EXPECT_EQ(init(last), (GivenProducer{.producer_id = 2, .producer_epoch = 0}));
}

TEST_F(TransactionCoordinatorTest, TheLastEpochCanStillBeFenced) {
  bump_to(last_usable_epoch);
  EXPECT_EQ(add({1, last_usable_epoch}, {p0}), ErrorCode::none);
  EXPECT_EQ(init().error, ErrorCode::concurrent_transactions);
  EXPECT_EQ(complete().front().producer,
            (ProducerIdentity{1, std::numeric_limits<std::int16_t>::max()}));
  EXPECT_EQ(init(), (GivenProducer{.producer_id = 2, .producer_epoch = 0}));
}

TEST_F(TransactionCoordinatorTest, VerifyingTellsWhatWasAdded) {
  init();
  EXPECT_EQ(add(first, {p0}), ErrorCode::none);
  EXPECT_EQ(coordinator_.verify({"x", first}, {p0, p1}),
            (std::vector{ErrorCode::none, ErrorCode::transaction_abortable}));
  EXPECT_EQ(coordinator_.verify({"x", {1, 1}}, {p0}), std::vector{ErrorCode::producer_fenced});
  EXPECT_EQ(coordinator_.verify({"y", first}, {p0}),
            std::vector{ErrorCode::invalid_producer_id_mapping});
  EXPECT_EQ(coordinator_.verify({"", first}, {p0}), std::vector{ErrorCode::invalid_request});
}

TEST_F(TransactionCoordinatorTest, ATransactionThatIsOpenTooLongIsAbortedAndItsProducerFenced) {
  init({}, 3'000);
  pass(seconds(1));
  EXPECT_EQ(add(first, {p0}), ErrorCode::none);
  // Looked at every 10 s: at 10 s more than 3 s have passed since the first second.
  pass(seconds(9) - Duration(1));
  EXPECT_EQ(state(), TransactionState::ongoing);
  pass(Duration(1));
  EXPECT_EQ(complete(), (std::vector<TransactionEnd>{{.transactional_id = "x",
                                                      .producer = {1, 1},
                                                      .outcome = TransactionOutcome::abort,
                                                      .partitions = {p0},
                                                      .at = start + seconds(10)}}));
  EXPECT_EQ(end(first, TransactionOutcome::commit), ErrorCode::producer_fenced);
  // With the epoch it was given it may not even ask to go on.
  EXPECT_EQ(init(first).error, ErrorCode::producer_fenced);
}

TEST_F(TransactionCoordinatorTest, ATimeoutIsOverOnlyWhenMoreThanItHasPassed) {
  init({}, 10'000);
  EXPECT_EQ(add(first, {p0}), ErrorCode::none);
  pass(seconds(10));
  EXPECT_EQ(state(), TransactionState::ongoing);
  pass(seconds(10));
  EXPECT_EQ(state(), TransactionState::prepare_abort);
}

TEST_F(TransactionCoordinatorTest, AnIdThatIsNotUsedIsForgottenAndAnOpenOneNever) {
  init({}, 900'000);
  pass(hours(24 * 7));
  EXPECT_EQ(coordinator_.find("x"), nullptr);
  EXPECT_EQ(init(), (GivenProducer{.producer_id = 2, .producer_epoch = 0}));
  EXPECT_EQ(coordinator_.next_deadline(), now_ + hours(24 * 7));
  EXPECT_EQ(add({2, 0}, {p0}), ErrorCode::none);
  EXPECT_EQ(coordinator_.next_deadline(), now_ + seconds(70));
}

TEST_F(TransactionCoordinatorTest, EveryStepLeavesAFact) {
  init();
  EXPECT_EQ(add(first, {p0}), ErrorCode::none);
  EXPECT_EQ(add(first, {p1}), ErrorCode::none);
  init();
  complete();
  std::vector<FactKind> kinds;
  for (const Fact& fact : coordinator_.take_facts()) kinds.push_back(fact.kind);
  EXPECT_EQ(kinds, (std::vector{FactKind::producer_initialized, FactKind::transaction_begun,
                                FactKind::transaction_partitions_added, FactKind::producer_fenced,
                                FactKind::transaction_prepared, FactKind::transaction_completed}));
}

}  // namespace
}  // namespace cohort::broker
