// A consumer inside an Asio program: co_await instead of waiting, and cancellation.
#include "recipes/recipe.hpp"
#include <cohort/client/facade/async_admin.hpp>
#include <cohort/client/facade/async_consumer.hpp>
#include <cohort/client/facade/async_producer.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>

#include <exception>
#include <optional>
#include <stdexcept>

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

TEST_F(AsyncConsumption, PollWithNothingToReadEndsEmptyAtItsTime) {
  const std::string topic = stage.make_topic("orders", 1);
  asio::io_context context;
  AsyncConsumer consumer(context.get_executor(), config("billing"));
  consumer.assign({{topic, 0}});
  std::optional<PollResult> idle;
  asio::co_spawn(
      context,
      [&]() -> asio::awaitable<void> {
        idle = co_await consumer.async_poll(milliseconds(20), asio::use_awaitable);
      },
      [](const std::exception_ptr& thrown) {
        if (thrown) std::rethrow_exception(thrown);
      });
  context.run();
  ASSERT_TRUE(idle.has_value());
  EXPECT_TRUE(idle->records.empty());
  EXPECT_EQ(idle->rebalance, RebalanceNews::none);
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

Buffer invoice(int number) { return json_bytes({{"invoice", number}}); }

TEST_F(AsyncConsumption, ProducerAndAdminAreAwaitedToo) {
  const std::string topic = stage.unique("invoices");
  asio::io_context context;
  AsyncAdmin admin(context.get_executor(), admin_config(stage.settings()));
  AsyncProducer producer(context.get_executor(), producer_config(stage.settings()));
  std::vector<std::int64_t> offsets;
  std::optional<ErrorCode> refused;
  asio::co_spawn(
      context,
      [&]() -> asio::awaitable<void> {
        const std::vector<NewTopic> topics(1, NewTopic{.name = topic, .partitions = 1});
        const auto made = co_await admin.async_create_topics(topics, {}, asio::use_awaitable);
        made.at(topic).value();
        for (int i = 0; i < 3; ++i) {
          ProducerRecord record{.topic = topic, .value = invoice(i)};
          const Delivery delivery =
              co_await producer.async_send(std::move(record), asio::use_awaitable);
          offsets.push_back(delivery.offset);
        }
        co_await producer.async_flush(seconds(5), asio::use_awaitable);
        try {
          ProducerRecord large{.topic = topic,
                               .value = Buffer::copy_of(std::string(2'000'000, 'x'))};
          co_await producer.async_send(std::move(large), asio::use_awaitable);
        } catch (const Error& error) {
          refused = error.code();
        }
      },
      [](const std::exception_ptr& thrown) {
        if (thrown) std::rethrow_exception(thrown);
      });
  context.run();
  EXPECT_THAT(offsets, ElementsAre(0, 1, 2));
  EXPECT_EQ(refused, ErrorCode::message_too_large);
}

TEST_F(AsyncConsumption, TransactionsAreAwaitedToo) {
  const std::string in = stage.make_topic("orders", 1);
  const std::string out = stage.make_topic("bills", 1);
  produce(in, 3);
  asio::io_context context;
  AsyncConsumer consumer(context.get_executor(), config("billing"));
  consumer.subscribe({in});
  AsyncProducer producer(context.get_executor(),
                         producer_config(stage.settings(
                             {{"transactional.id", stage.unique("biller")}, {"linger.ms", "50"}})));
  std::string too_early;
  std::optional<FailureKind> aborted;
  std::optional<CommittedOffset> committed;
  const auto work = [&]() -> asio::awaitable<void> {
    try {
      co_await producer.async_begin_transaction(asio::use_awaitable);
    } catch (const std::logic_error& error) {
      too_early = error.what();
    }
    co_await producer.async_init_transactions(asio::use_awaitable);
    // What is on its way when a transaction is aborted goes with it.
    co_await producer.async_begin_transaction(asio::use_awaitable);
    ProducerRecord dropped{.topic = out, .value = invoice(99)};
    producer.async_send(std::move(dropped), [&](const std::exception_ptr& thrown, const Delivery&) {
      try {
        if (thrown) std::rethrow_exception(thrown);
      } catch (const Error& error) {
        aborted = error.kind();
      }
    });
    co_await producer.async_abort_transaction(asio::use_awaitable);

    std::int64_t done = 0;
    while (done < 3) {
      const PollResult polled = co_await consumer.async_poll(seconds(1), asio::use_awaitable);
      if (polled.records.empty()) continue;
      co_await producer.async_begin_transaction(asio::use_awaitable);
      for (const ConsumerRecord& record : polled.records) {
        ProducerRecord bill{.topic = out, .value = record.value};
        producer.async_send(std::move(bill), asio::detached);
        done = record.offset + 1;
      }
      OffsetsToCommit offsets;
      offsets[{in, 0}].offset = done;
      co_await producer.async_send_offsets_to_transaction(offsets, consumer.membership(),
                                                          asio::use_awaitable);
      co_await producer.async_commit_transaction(asio::use_awaitable);
    }
    const PartitionSet read{{in, 0}};
    const auto offsets = co_await consumer.async_committed(read, asio::use_awaitable);
    committed = offsets.at({in, 0});
  };
  asio::co_spawn(context, work, [](const std::exception_ptr& thrown) {
    if (thrown) std::rethrow_exception(thrown);
  });
  context.run();
  EXPECT_EQ(too_early, "begin_transaction: init_transactions() comes first");
  EXPECT_EQ(aborted, FailureKind::canceled);
  ASSERT_TRUE(committed.has_value());
  EXPECT_EQ(committed->offset, 3);
}

}  // namespace cohort::recipes
