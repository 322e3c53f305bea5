// Produce requests that fail: what is tried again, what is not, and what stands in the log then.
#include "client/producer_world.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace cohort::client {
namespace {

using namespace std::chrono_literals;

constexpr ErrorCode retriable_errors[] = {
    ErrorCode::corrupt_message,
    ErrorCode::unknown_topic_or_partition,
    ErrorCode::leader_not_available,
    ErrorCode::not_leader_or_follower,
    ErrorCode::request_timed_out,
    ErrorCode::replica_not_available,
    ErrorCode::network_exception,
    ErrorCode::not_enough_replicas,
    ErrorCode::not_enough_replicas_after_append,
    ErrorCode::kafka_storage_error,
    ErrorCode::fenced_leader_epoch,
    ErrorCode::unknown_leader_epoch,
    ErrorCode::out_of_order_sequence_number,
    ErrorCode::unknown_producer_id,
};

constexpr int sent_count = 40;

/// Batches of a few records, as many requests at a time as may be.
ProducerConfig small_batches(const ProducerWorld& world) {
  ProducerConfig config = world.config();
  config.batch_size = 100;
  return config;
}

ProducerConfig unnumbered(const ProducerWorld& world) {
  ProducerConfig config = small_batches(world);
  config.enable_idempotence = false;
  return config;
}

/// Offsets by the order of sending.
std::vector<std::int64_t> offsets_in_order(Producer& producer) {
  std::map<DeliveryId, std::int64_t> offsets;
  for (const Delivery& delivery : producer.take_deliveries()) {
    EXPECT_TRUE(delivery.is_delivered()) << delivery.failure->message;
    offsets.emplace(delivery.id, delivery.offset);
  }
  std::vector<std::int64_t> in_order;
  in_order.reserve(offsets.size());
  for (const auto& [id, offset] : offsets) in_order.push_back(offset);
  return in_order;
}

void expect_all_once_in_order(ProducerWorld& world, Producer& producer) {
  EXPECT_EQ(world.values(), numbers(sent_count));
  const std::vector<std::int64_t> offsets = offsets_in_order(producer);
  ASSERT_EQ(offsets.size(), static_cast<std::size_t>(sent_count));
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    EXPECT_EQ(offsets[i], static_cast<std::int64_t>(i));
  }
}

TEST(ProducerErrors, EachThatMayPassLeavesEveryRecordOnceAndInOrder) {
  for (const ErrorCode error : retriable_errors) {
    for (std::uint64_t nth = 1; nth <= 7; ++nth) {
      SCOPED_TRACE(std::string(name(error)) + " at request " + std::to_string(nth));
      twice([&](ProducerWorld& world) {
        world.at_produce(nth, broker::AnswerError{error});
        Producer producer(small_batches(world), world.runtime);

        send_numbers(producer, sent_count);
        producer.flush(60s);

        expect_all_once_in_order(world, producer);
      });
    }
  }
}

TEST(ProducerErrors, SeveralInARowLeaveEveryRecordOnceAndInOrder) {
  for (const ErrorCode error : retriable_errors) {
    SCOPED_TRACE(name(error));
    twice([&](ProducerWorld& world) {
      for (const std::uint64_t nth : {2U, 3U, 4U, 7U, 9U}) {
        world.at_produce(nth, broker::AnswerError{error});
      }
      Producer producer(small_batches(world), world.runtime);

      send_numbers(producer, sent_count);
      producer.flush(60s);

      expect_all_once_in_order(world, producer);
    });
  }
}

TEST(ProducerErrors, ALostAnswerLeavesEveryRecordOnceAndInOrder) {
  const broker::FaultAction losses[] = {broker::Disconnect{broker::Moment::before},
                                        broker::Disconnect{broker::Moment::after},
                                        broker::DropAnswer{}, broker::DelayAnswer{40s}};
  for (const broker::FaultAction& loss : losses) {
    for (std::uint64_t nth = 1; nth <= 7; ++nth) {
      SCOPED_TRACE(to_string(loss) + " at request " + std::to_string(nth));
      twice([&](ProducerWorld& world) {
        world.at_produce(nth, loss);
        Producer producer(small_batches(world), world.runtime);

        send_numbers(producer, sent_count);
        producer.flush(100s);

        expect_all_once_in_order(world, producer);
      });
    }
  }
}

TEST(ProducerErrors, WithoutNumbersEveryRecordIsThereAtLeastOnce) {
  for (std::uint64_t nth = 1; nth <= 7; ++nth) {
    SCOPED_TRACE(nth);
    twice([&](ProducerWorld& world) {
      world.at_produce(nth, broker::Disconnect{broker::Moment::after});
      Producer producer(unnumbered(world), world.runtime);

      send_numbers(producer, sent_count);
      producer.flush(60s);

      const std::vector<std::string> values = world.values();
      EXPECT_GE(values.size(), static_cast<std::size_t>(sent_count));
      EXPECT_EQ(std::set(values.begin(), values.end()).size(),
                static_cast<std::size_t>(sent_count));
    });
  }
}

TEST(ProducerErrors, WithOneRequestAtATimeTheOrderHoldsWithoutNumbers) {
  for (std::uint64_t nth = 1; nth <= 7; ++nth) {
    ProducerWorld world;
    world.at_produce(nth, broker::AnswerError{ErrorCode::not_leader_or_follower});
    ProducerConfig config = unnumbered(world);
    config.max_in_flight_requests_per_connection = 1;
    Producer producer(config, world.runtime);

    send_numbers(producer, sent_count);
    producer.flush(60s);

    EXPECT_EQ(world.values(), numbers(sent_count)) << "request " << nth;
  }
}

TEST(ProducerErrors, ADuplicateCountsAsWritten) {
  ProducerWorld world;
  world.at_produce(1, broker::AnswerError{ErrorCode::duplicate_sequence_number});
  Producer producer(world.config(), world.runtime);

  const Delivery delivery = producer.deliver(order("a"));

  EXPECT_TRUE(delivery.is_delivered());
  EXPECT_EQ(delivery.offset, -1);
}

TEST(ProducerErrors, ABatchThatIsRefusedFailsAndThoseBehindItAreWrittenInOrder) {
  for (const ErrorCode error : {ErrorCode::invalid_record, ErrorCode::invalid_producer_epoch,
                                ErrorCode::topic_authorization_failed}) {
    for (std::uint64_t nth = 1; nth <= 5; ++nth) {
      SCOPED_TRACE(std::string(name(error)) + " at request " + std::to_string(nth));
      twice([&](ProducerWorld& world) {
        world.at_produce(nth, broker::AnswerError{error});
        Producer producer(small_batches(world), world.runtime);

        send_numbers(producer, sent_count);
        producer.flush(60s);

        std::vector<std::string> expected = numbers(sent_count);
        std::vector<std::string> failed;
        for (const Delivery& delivery : producer.take_deliveries()) {
          if (delivery.is_delivered()) continue;
          EXPECT_EQ(delivery.failure->code, error);
          failed.push_back(std::to_string(static_cast<std::uint64_t>(delivery.id) - 1));
        }
        std::erase_if(expected, [&](const std::string& value) {
          return std::ranges::find(failed, value) != failed.end();
        });
        EXPECT_FALSE(failed.empty());
        EXPECT_EQ(world.values(), expected);
      });
    }
  }
}

// The batch is refused for good in one attempt, and nobody knows of the next one: it is asked for
// under its old number before all are numbered anew.
TEST(ProducerErrors, ARefusalAndALostAnswerBehindItWriteNothingTwice) {
  for (std::uint64_t lost = 3; lost <= 6; ++lost) {
    SCOPED_TRACE(lost);
    twice([&](ProducerWorld& world) {
      world.at_produce(2, broker::AnswerError{ErrorCode::invalid_record});
      world.at_produce(lost, broker::Disconnect{broker::Moment::after});
      Producer producer(small_batches(world), world.runtime);

      send_numbers(producer, sent_count);
      producer.flush(60s);

      const std::vector<std::string> values = world.values();
      EXPECT_EQ(std::set(values.begin(), values.end()).size(), values.size());
      EXPECT_TRUE(std::ranges::is_sorted(
          values, {}, [](const std::string& value) { return std::stoi(value); }));
      std::size_t delivered = 0;
      for (const Delivery& delivery : producer.take_deliveries()) {
        if (delivery.is_delivered()) ++delivered;
      }
      EXPECT_EQ(values.size(), delivered);
    });
  }
}

// All five of the first round are written and nobody hears of it; then the first is refused.
TEST(ProducerErrors, WhatWasWrittenUnheardIsNotWrittenAgainWhenTheOneBeforeItIsRefused) {
  twice([](ProducerWorld& world) {
    world.at_produce(2, broker::DropAnswer{});
    world.at_produce(7, broker::AnswerError{ErrorCode::invalid_record});
    Producer producer(small_batches(world), world.runtime);

    send_numbers(producer, sent_count);
    producer.flush(60s);

    EXPECT_EQ(world.values(), numbers(sent_count));
    EXPECT_EQ(world.batches().back().header().producer_epoch, 0) << "there is no gap";
  });
}

TEST(ProducerErrors, TheLogThatHasLostTheProducerTakesItUnderANewEpoch) {
  ProducerWorld world;
  Producer producer(world.config(), world.runtime);
  producer.deliver(order("a"));
  world.at_produce(1, broker::AnswerError{ErrorCode::unknown_producer_id});

  producer.deliver(order("b"));

  const std::vector<BatchView> batches = world.batches();
  ASSERT_EQ(batches.size(), 2U);
  EXPECT_EQ(batches[1].header().producer_id, batches[0].header().producer_id);
  // The rule's answer has no log start offset, which tells that the partition is about to move.
  EXPECT_EQ(batches[1].header().producer_epoch, 0);
}

TEST(ProducerErrors, AGapThatNothingClosesTakesANewEpoch) {
  ProducerWorld world;
  Producer producer(world.config(), world.runtime);
  producer.deliver(order("a"));
  world.at_produce(1, broker::AnswerError{ErrorCode::out_of_order_sequence_number});

  producer.deliver(order("b"));

  const BatchHeader header = world.batches().at(1).header();
  EXPECT_EQ(header.producer_epoch, 1);
  EXPECT_EQ(header.base_sequence, 0);
}

TEST(ProducerErrors, WhoMayNotNumberRecordsCantGoOn) {
  ProducerWorld world;
  world.at_every_produce(broker::AnswerError{ErrorCode::cluster_authorization_failed});
  Producer producer(world.config(), world.runtime);

  EXPECT_THROW(producer.deliver(order("a")), Error);
  try {
    producer.send({.topic = "another"});
    FAIL() << "it was taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), FailureKind::fatal);
    EXPECT_EQ(error.code(), ErrorCode::cluster_authorization_failed);
  }
}

TEST(ProducerErrors, AnIdIsAskedForUntilOneIsGiven) {
  for (const broker::FaultAction& trouble :
       {broker::FaultAction(broker::AnswerError{ErrorCode::coordinator_load_in_progress}),
        broker::FaultAction(broker::Disconnect{broker::Moment::after}),
        broker::FaultAction(broker::DropAnswer{})}) {
    ProducerWorld world;
    world.broker.control().add_rule(
        {.match = {.api = ApiKey::init_producer_id}, .times = 2, .action = trouble});
    ProducerConfig config = world.config();
    config.client.request_timeout = 1s;
    Producer producer(config, world.runtime);

    EXPECT_EQ(producer.deliver(order("a")).offset, 0) << to_string(trouble);
  }
}

TEST(ProducerErrors, WhoIsGivenNoIdHearsWhy) {
  ProducerWorld world;
  world.broker.control().add_rule(
      {.match = {.api = ApiKey::init_producer_id},
       .times = 1,
       .action = broker::AnswerError{ErrorCode::cluster_authorization_failed}});
  Producer producer(world.config(), world.runtime);

  try {
    producer.deliver(order("a"));
    FAIL() << "it was delivered";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "CLUSTER_AUTHORIZATION_FAILED: no producer id was given");
  }
  world.broker.advance(1s);
  EXPECT_EQ(producer.deliver(order("b")).offset, 0) << "the right was given since";
}

TEST(ProducerErrors, RecordsThatWereInABatchWithABadOneHearThatItWasNotForThem) {
  ProducerWorld world({.properties = {{"log.cleanup.policy", "compact"}}});
  ProducerConfig config = world.config();
  config.linger = 10ms;
  Producer producer(config, world.runtime);
  ProducerRecord good = order("good");
  good.key = Buffer::copy_of("k");

  producer.send(good);
  producer.send(order("without a key"));
  producer.flush(1s);

  const std::vector<Delivery> deliveries = producer.take_deliveries();
  ASSERT_EQ(deliveries.size(), 2U);
  EXPECT_EQ(deliveries[0].failure->message,
            "was in one batch with a record that the broker refused with INVALID_RECORD");
  EXPECT_EQ(deliveries[1].failure->code, ErrorCode::invalid_record);
  EXPECT_EQ(world.values(), std::vector<std::string>{});
}

TEST(ProducerErrors, RetriesEnd) {
  ProducerWorld world;
  const broker::RuleId watch =
      world.at_every_produce(broker::AnswerError{ErrorCode::not_enough_replicas});
  ProducerConfig config = unnumbered(world);
  config.retries = 3;
  Producer producer(config, world.runtime);

  EXPECT_THROW(producer.deliver(order("a")), Error);
  EXPECT_EQ(world.seen(watch), 4U);
}

TEST(ProducerErrors, ABrokerThatAsksForAPauseGetsIt) {
  ProducerWorld world;
  world.at_produce(1, broker::Throttle{5s});
  Producer producer(world.config(), world.runtime);
  producer.deliver(order("a"));
  const Instant start = world.broker.now();

  producer.deliver(order("b"));

  EXPECT_GE(world.broker.now() - start, 5s - 1ms);
}

}  // namespace
}  // namespace cohort::client
