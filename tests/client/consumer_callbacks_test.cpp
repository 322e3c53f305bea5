// What a listener or a commit callback may do to the consumer that calls it.
#include <cohort/broker/virtual_broker.hpp>
#include <cohort/client/consumer.hpp>
#include <cohort/client/runtime.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace cohort::client {

namespace {

using std::chrono::seconds;

class ConsumerCallbacks : public ::testing::Test {
 protected:
  ConsumerCallbacks() : broker_({.topics = {{.name = "orders", .partitions = 1}}}) {
    broker_.control().append("orders", 0, {{.value = Buffer::copy_of("value")}});
    reader_ = std::make_unique<Consumer>(
        consumer_config({{"bootstrap.servers", broker_.bootstrap_servers()},
                         {"group.id", "billing"},
                         {"auto.offset.reset", "earliest"},
                         {"enable.auto.commit", "false"}}),
        runtime_);
  }
  /// What the poll in which the consumer goes ends with.
  std::optional<FailureKind> end_of_poll() {
    try {
      reader_->poll(seconds(5));
    } catch (const Error& error) {
      return error.kind();
    }
    return std::nullopt;
  }
  std::size_t members() { return broker_.control().group("billing").value().members.size(); }
  /// For a listener: destroys the consumer.
  RebalanceListener::Function destroy() {
    return [this](Consumer&, const PartitionSet&) { reader_.reset(); };
  }

  broker::VirtualBroker broker_;
  VirtualRuntime runtime_{broker_.world()};
  std::unique_ptr<Consumer> reader_;
};

TEST_F(ConsumerCallbacks, ConsumerIsDestroyedByItsCommitCallback) {
  reader_->subscribe({"orders"});
  EXPECT_EQ(reader_->poll(seconds(5)).size(), 1U);
  reader_->commit_async(
      [&](const OffsetsToCommit&, const std::optional<Failure>&) { reader_.reset(); });
  EXPECT_EQ(end_of_poll(), FailureKind::closed);
  EXPECT_EQ(members(), 0U);
}

TEST_F(ConsumerCallbacks, ConsumerIsDestroyedByItsListener) {
  reader_->subscribe({"orders"}, {.on_assigned = destroy()});
  EXPECT_EQ(end_of_poll(), FailureKind::closed);
  EXPECT_EQ(members(), 0U);
}

TEST_F(ConsumerCallbacks, ConsumerIsDestroyedByItsListenerWhileItUnsubscribes) {
  reader_->subscribe({"orders"}, {.on_revoked = destroy()});
  EXPECT_EQ(reader_->poll(seconds(5)).size(), 1U);
  EXPECT_THROW(reader_->unsubscribe(), Error);
  EXPECT_EQ(reader_, nullptr);
  EXPECT_EQ(members(), 0U);
}

TEST_F(ConsumerCallbacks, ConsumerIsDestroyedByItsListenerWhileItCloses) {
  reader_->subscribe({"orders"}, {.on_revoked = destroy()});
  EXPECT_EQ(reader_->poll(seconds(5)).size(), 1U);
  EXPECT_THROW(reader_->close(), Error);
  EXPECT_EQ(reader_, nullptr);
  EXPECT_EQ(members(), 0U);
}

}  // namespace

}  // namespace cohort::client
