// Transactions of callers who do not wait: what a commit includes, and what is left of calls that
// nobody waits for.
#include "client/producer_world.hpp"
#include "producer/producer_node.hpp"
#include "producer/transaction_operations.hpp"

#include <gmock/gmock.h>

#include <memory>

namespace cohort::client {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

/// A transactional producer's node with an open transaction, in a world in which only `orders` is
/// there.
class TransactionSubmissions : public ::testing::Test {
 protected:
  TransactionSubmissions() {
    ProducerConfig config = world.config();
    config.transactional_id = "anna-1";
    driver_ = world.runtime.run(std::make_unique<ProducerNode>(config, Partitioner{}));
    EXPECT_TRUE(run(operations::end(TransactionCall::init)));
    EXPECT_TRUE(run(operations::begin()));
  }

  Outcome<void> run(operations::OfTransaction operation, Duration timeout = 5s) {
    return call(*driver_, std::move(operation), timeout);
  }
  void turn(const std::function<void(ProducerNode&, Instant)>& work) {
    driver_->turn([&](Node& node, Instant now) { work(static_cast<ProducerNode&>(node), now); });
  }
  void start_commit() {
    turn([](ProducerNode& node, Instant now) { node.start(TransactionCall::commit, now); });
  }
  DeliveryId submit_late() {
    DeliveryId id{};
    turn([&](ProducerNode& node, Instant now) {
      id = node.submit({.topic = "late", .value = Buffer::copy_of("v")}, now);
    });
    return id;
  }
  bool is_delivered(DeliveryId id) {
    driver_->run_until(
        [&](Node& node, Instant) { return static_cast<ProducerNode&>(node).is_submitted_done(id); },
        driver_->now() + 5s);
    bool is_delivered = false;
    turn([&](ProducerNode& node, Instant) {
      is_delivered = node.take_submitted(id).is_delivered();
    });
    return is_delivered;
  }

  // NOLINTBEGIN(cppcoreguidelines-non-private-member-variables-in-classes): as GoogleTest has it.
  ProducerWorld world{{.properties = {{"auto.create.topics.enable", "false"}}}};
  // NOLINTEND(cppcoreguidelines-non-private-member-variables-in-classes)

 private:
  std::unique_ptr<Driver> driver_;
};

TEST_F(TransactionSubmissions, FlushBehindACommitDoesNotPutLaterRecordsIntoIt) {
  const DeliveryId before = submit_late();
  start_commit();
  const DeliveryId behind = submit_late();
  turn([](ProducerNode& node, Instant now) { node.flush_submitted(now); });
  world.broker.control().create_topic("late", 1);
  EXPECT_TRUE(is_delivered(before));
  EXPECT_FALSE(is_delivered(behind));
  EXPECT_TRUE(run(operations::end(TransactionCall::commit)));
}

TEST_F(TransactionSubmissions, CommitThatIsMadeAgainDoesNotPutLaterRecordsIntoIt) {
  const DeliveryId before = submit_late();
  start_commit();
  const DeliveryId behind = submit_late();
  start_commit();
  world.broker.control().create_topic("late", 1);
  EXPECT_TRUE(is_delivered(before));
  EXPECT_FALSE(is_delivered(behind));
  EXPECT_TRUE(run(operations::end(TransactionCall::commit)));
}

TEST_F(TransactionSubmissions, CommitTellsWhichTopicItWaitsFor) {
  submit_late();
  const Outcome<void> outcome = run(operations::end(TransactionCall::commit), 2s);
  ASSERT_FALSE(outcome);
  EXPECT_THAT(outcome.error().message, HasSubstr("waited for metadata of topic late"));
}

TEST_F(TransactionSubmissions, LateRefusalOfAnAbortedTransactionsGroupDoesNotHarmTheNext) {
  const OffsetsToCommit offsets{{{ProducerWorld::topic, 0}, {.offset = 1}}};
  world.broker.control().add_rule(
      {.match = {.api = ApiKey::find_coordinator, .group = "foreign"},
       .action = broker::AnswerError{ErrorCode::group_authorization_failed}});
  // Up to the request for the group's coordinator, whose answer comes while EndTxn is under way.
  EXPECT_FALSE(run(operations::send_offsets(offsets, {.group_id = "foreign"}), 3ms));
  EXPECT_TRUE(run(operations::end(TransactionCall::abort)));
  EXPECT_TRUE(run(operations::begin()));
  EXPECT_TRUE(run(operations::send_offsets(offsets, {.group_id = "readers"})));
  EXPECT_TRUE(run(operations::end(TransactionCall::commit)));
}

}  // namespace
}  // namespace cohort::client
