// A consumer inside an Asio program: co_await instead of waiting, and cancellation.
#include "recipes/recipe.hpp"
#include <cohort/client/facade/async_consumer.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>

#include <exception>
#include <optional>

namespace cohort::recipes {

namespace asio = boost::asio;

/// Over TCP alone: a simulation has no executor.
class AsyncConsumption : public ::testing::Test {
 protected:
  ConsumerConfig config(const std::string& group) {
    return consumer_config(stage.settings({{"group.id", stage.unique(group)},
                                           {"auto.offset.reset", "earliest"},
                                           {"enable.auto.commit", "false"},
                                           {"heartbeat.interval.ms", "200"}}));
  }
  void produce(const std::string& topic, int count) {
    Producer producer(producer_config(stage.settings()), stage.runtime());
    produce_orders(producer, topic, 0, count);
  }

  // NOLINTNEXTLINE(cppcoreguidelines-non-private-member-variables-in-classes): as GoogleTest has it
  testing::ClientStage stage{testing::Place::sockets};
};

/// Reads so many, and commits whenever the group takes partitions, and at the end.
asio::awaitable<std::size_t> read_orders(AsyncConsumer& consumer, std::size_t count) {
  std::size_t read = 0;
  while (read < count) {
    const PollResult result = co_await consumer.async_poll(seconds(5), asio::use_awaitable);
    if (result.rebalance == RebalanceNews::revoked) {
      co_await consumer.async_commit(asio::use_awaitable);
    }
    read += result.records.size();
  }
  co_await consumer.async_commit(asio::use_awaitable);
  co_return read;
}

TEST_F(AsyncConsumption, CoroutineReadsAndCommits) {
  const std::string topic = stage.make_topic("orders", 3);
  produce(topic, 30);
  asio::io_context context;
  AsyncConsumer consumer(context.get_executor(), config("billing"));
  consumer.subscribe({topic});
  std::size_t read = 0;
  CommittedOffsets committed;
  asio::co_spawn(
      context,
      [&]() -> asio::awaitable<void> {
        read = co_await read_orders(consumer, 30);
        committed = co_await consumer.async_committed(partitions_of(topic, 3), asio::use_awaitable);
        co_await consumer.async_leave(asio::use_awaitable);
      },
      [](const std::exception_ptr& thrown) {
        if (thrown) std::rethrow_exception(thrown);
      });
  context.run();
  EXPECT_EQ(read, 30U);
  std::int64_t sum = 0;
  for (const auto& [partition, offset] : committed) sum += offset ? offset->offset : 0;
  EXPECT_EQ(sum, 30);
  EXPECT_EQ(consumer.assignment(), PartitionSet{});
}

TEST_F(AsyncConsumption, PollIsCanceledByItsSlot) {
  const std::string topic = stage.make_topic("orders", 1);
  asio::io_context context;
  AsyncConsumer consumer(context.get_executor(), config("billing"));
  consumer.subscribe({topic});
  std::optional<FailureKind> ended;
  asio::cancellation_signal stop;
  const auto note = [&](const std::exception_ptr& thrown, const PollResult&) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const Error& error) {
      ended = error.kind();
    }
  };
  consumer.async_poll(seconds(60), asio::bind_cancellation_slot(stop.slot(), note));
  asio::post(context, [&] { stop.emit(asio::cancellation_type::terminal); });
  context.run();
  EXPECT_EQ(ended, FailureKind::canceled);
}

TEST_F(AsyncConsumption, FuturesWorkAsWell) {
  const std::string topic = stage.make_topic("orders", 1);
  produce(topic, 5);
  asio::io_context context;
  AsyncConsumer consumer(context.get_executor(), config("billing"));
  consumer.assign({{topic, 0}});
  consumer.seek_to_beginning({{topic, 0}});
  const TopicPartition partition{topic, 0};
  auto ends = consumer.async_end_offsets({partition}, asio::use_future);
  context.run();
  EXPECT_EQ(ends.get().at(partition), 5);
}

}  // namespace cohort::recipes
