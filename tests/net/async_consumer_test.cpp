// AsyncConsumer over sockets: what becomes of a poll, of its group and of the consumer itself when
// somebody else ends it.
#include <cohort/broker/embedded_broker.hpp>
#include <cohort/client/facade/async_consumer.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/system_executor.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>
#include <gtest/gtest.h>

#include <chrono>
#include <exception>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cohort::client {
namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;

class AsyncConsumerTest : public ::testing::Test {
 protected:
  ConsumerConfig config(Properties more = {{"group.id", "billing"}}) const {
    more.emplace("bootstrap.servers", broker_.bootstrap_servers());
    more.emplace("auto.offset.reset", "earliest");
    more.emplace("enable.auto.commit", "false");
    return consumer_config(more);
  }
  void append(int count) {
    for (int i = 0; i < count; ++i) {
      broker_.control().append("orders", 0, {{.value = Buffer::copy_of("value")}});
    }
  }
  std::size_t members() {
    const auto group = broker_.control().group("billing");
    return group ? group->members.size() : 0;
  }
  /// Its handlers run on the consumer's own thread.
  PollResult poll(AsyncConsumer& consumer) {
    return consumer.async_poll(1min, asio::use_future).get();
  }

  broker::EmbeddedBroker broker_{{.topics = {{.name = "orders", .partitions = 1}}}};
  asio::io_context io_;
  const TopicPartition partition_{"orders", 0};
};

/// A poll that the next call finds canceled behind its end: it has taken something, which its
/// handler was not told yet.
template <class IsTaken>
void poll_and_cancel(asio::io_context& io, AsyncConsumer& consumer, const IsTaken& is_taken) {
  asio::cancellation_signal signal;
  std::exception_ptr thrown;
  consumer.async_poll(1min, asio::bind_cancellation_slot(
                                signal.slot(), [&](const std::exception_ptr& failure,
                                                   const PollResult&) { thrown = failure; }));
  while (!is_taken()) {
  }
  signal.emit(asio::cancellation_type::terminal);
  io.run();
  io.restart();
  EXPECT_THROW(std::rethrow_exception(thrown), Error);
}

TEST_F(AsyncConsumerTest, RecordsOfACanceledPollAreNeitherLostNorCommitted) {
  append(3);
  AsyncConsumer consumer(io_.get_executor(), config());
  consumer.assign({partition_});
  poll_and_cancel(io_, consumer,
                  [&] { return consumer.async_position(partition_, asio::use_future).get() == 3; });

  consumer.async_commit(asio::use_future).get();
  const auto committed = consumer.async_committed({partition_}, asio::use_future).get();
  EXPECT_EQ(committed.at(partition_).value_or(CommittedOffset{}).offset, 0);
  EXPECT_EQ(consumer.async_position(partition_, asio::use_future).get(), 0);
  EXPECT_EQ(poll(consumer).records.size(), 3U);
}

TEST_F(AsyncConsumerTest, RebalanceOfACanceledPollIsToldByTheNext) {
  AsyncConsumer consumer(io_.get_executor(), config());
  consumer.subscribe({"orders"});
  poll_and_cancel(io_, consumer, [&] { return !consumer.assignment().empty(); });

  const PollResult next = poll(consumer);
  EXPECT_EQ(next.rebalance, RebalanceNews::assigned);
  EXPECT_EQ(next.partitions, PartitionSet{partition_});
}

TEST_F(AsyncConsumerTest, LeavesItsGroupThoughARebalanceWasToldLast) {
  {
    AsyncConsumer consumer(io_.get_executor(), config());
    consumer.subscribe({"orders"});
    EXPECT_EQ(poll(consumer).rebalance, RebalanceNews::assigned);
    EXPECT_EQ(members(), 1U);
  }
  EXPECT_EQ(members(), 0U);
}

TEST_F(AsyncConsumerTest, WithoutAGroupNothingIsCommitted) {
  AsyncConsumer consumer(io_.get_executor(), config({}));
  consumer.assign({partition_});
  const OffsetsToCommit offsets{{partition_, CommittedOffset{.offset = 1}}};
  EXPECT_THROW(consumer.async_commit(asio::use_future), ConfigError);
  EXPECT_THROW(consumer.async_commit(offsets, asio::use_future), ConfigError);
  EXPECT_THROW(consumer.async_committed({partition_}, asio::use_future), ConfigError);
  EXPECT_THROW(consumer.subscribe({"orders"}), ConfigError);
  EXPECT_THROW(consumer.subscribe_pattern("orders"), ConfigError);
}

asio::awaitable<void> read_for_ever(ConsumerConfig config, bool& has_begun) {
  AsyncConsumer consumer(co_await asio::this_coro::executor, config);
  consumer.subscribe({"orders"});
  while (true) {
    co_await consumer.async_poll(1min, asio::use_awaitable);
    has_begun = true;
  }
}

TEST_F(AsyncConsumerTest, GoesWithTheCoroutineThatOwnsItWhenTheContextGoes) {
  bool has_begun = false;
  {
    asio::io_context io;
    asio::co_spawn(io, read_for_ever(config(), has_begun), asio::detached);
    while (!has_begun) io.run_one();
    EXPECT_EQ(members(), 1U);
  }
  EXPECT_EQ(members(), 0U);
}

TEST_F(AsyncConsumerTest, MayBeReleasedByAHandlerOnItsOwnThread) {
  auto consumer = std::make_unique<AsyncConsumer>(asio::system_executor(), config());
  consumer->subscribe({"orders"});
  EXPECT_EQ(poll(*consumer).rebalance, RebalanceNews::assigned);
  std::future<PollResult> pending = consumer->async_poll(1h, asio::use_future);
  AsyncConsumer& released = *consumer;
  released.async_position(
      partition_, [owned = std::move(consumer)](const std::exception_ptr&, std::int64_t) mutable {
        owned.reset();
      });
  EXPECT_THROW(pending.get(), Error);
  EXPECT_EQ(members(), 0U);
}

}  // namespace
}  // namespace cohort::client
