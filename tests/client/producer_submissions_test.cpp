// Producer: records of callers who do not wait, in virtual time.
#include "client/producer_world.hpp"
#include "producer/producer_node.hpp"

#include <gmock/gmock.h>

#include <memory>
#include <string>

namespace cohort::client {

namespace {

using std::chrono::minutes;
using std::chrono::seconds;
using ::testing::HasSubstr;

/// A producer's node and its user, in a world in which only `orders` is there.
class Submitter {
 public:
  explicit Submitter(Duration linger = Duration::zero()) {
    ProducerConfig config = world.config();
    config.linger = linger;
    config.max_block = seconds(5);
    driver_ = world.runtime.run(std::make_unique<ProducerNode>(config, Partitioner{}));
  }

  DeliveryId submit(const std::string& topic = "orders") {
    DeliveryId id{};
    turn([&](ProducerNode& node, Instant now) {
      id = node.submit({.topic = topic, .value = Buffer::copy_of("v")}, now);
    });
    return id;
  }
  DeliveryId flush() {
    DeliveryId last{};
    turn([&](ProducerNode& node, Instant now) { last = node.flush_submitted(now); });
    return last;
  }
  bool is_flushed(DeliveryId last, Duration within) {
    return run_until([&](const ProducerNode& node) { return !node.has_unfinished(last); }, within);
  }
  bool is_done(DeliveryId id, Duration within) {
    return run_until([&](const ProducerNode& node) { return node.is_submitted_done(id); }, within);
  }
  /// What became of it. REQUIRES: it is done.
  std::optional<Failure> failure(DeliveryId id) {
    std::optional<Failure> failure;
    turn([&](ProducerNode& node, Instant) { failure = node.take_submitted(id).failure; });
    return failure;
  }
  void forget(DeliveryId id) {
    turn([&](ProducerNode& node, Instant) { node.forget_submitted(id); });
  }

  ProducerWorld world{{.properties = {{"auto.create.topics.enable", "false"}}}};

 private:
  void turn(const std::function<void(ProducerNode&, Instant)>& work) {
    driver_->turn([&](Node& node, Instant now) { work(static_cast<ProducerNode&>(node), now); });
  }
  bool run_until(const std::function<bool(const ProducerNode&)>& holds, Duration within) {
    return driver_->run_until(
        [&](Node& node, Instant) { return holds(static_cast<ProducerNode&>(node)); },
        world.broker.now() + within);
  }

  std::unique_ptr<Driver> driver_;
};

TEST(ProducerSubmissions, ATopicThatIsNotThereKeepsNoOtherWaiting) {
  Submitter submitter;
  const DeliveryId missing = submitter.submit("missing");
  const DeliveryId also_missing = submitter.submit("orders-7");
  const DeliveryId there = submitter.submit();
  EXPECT_TRUE(submitter.is_done(there, seconds(1)));
  EXPECT_EQ(submitter.failure(there), std::nullopt);
  EXPECT_FALSE(submitter.is_done(missing, seconds(1)));
  for (const DeliveryId id : {missing, also_missing}) {
    EXPECT_TRUE(submitter.is_done(id, seconds(5)));
    const auto failure = submitter.failure(id);
    ASSERT_TRUE(failure.has_value());
    EXPECT_EQ(failure->kind, FailureKind::timed_out);
    EXPECT_THAT(failure->message, HasSubstr("was not found within max.block.ms"));
  }
}

TEST(ProducerSubmissions, ThoseOfATopicStayInOrderWhenOneIsForgotten) {
  Submitter submitter;
  std::vector<DeliveryId> ids;
  ids.reserve(4);
  for (int i = 0; i < 4; ++i) ids.push_back(submitter.submit());
  submitter.forget(ids[0]);
  submitter.forget(ids[2]);
  EXPECT_TRUE(submitter.is_flushed(submitter.flush(), seconds(1)));
  EXPECT_TRUE(submitter.is_done(ids[1], seconds(1)));
  EXPECT_TRUE(submitter.is_done(ids[3], seconds(1)));
  EXPECT_EQ(submitter.world.records().size(), 2U);
}

TEST(ProducerSubmissions, AFlushEndsThoughOthersGoOnSending) {
  Submitter submitter;
  submitter.submit();
  const DeliveryId last = submitter.flush();
  bool is_flushed = false;
  for (int turn = 0; turn < 100 && !is_flushed; ++turn) {
    submitter.submit();
    is_flushed = submitter.is_flushed(last, milliseconds(1));
  }
  EXPECT_TRUE(is_flushed);
}

TEST(ProducerSubmissions, BehindAFlushNothingLingersThatStillWaitedForItsTopic) {
  Submitter submitter(seconds(4));
  const DeliveryId before = submitter.submit();
  const DeliveryId last = submitter.flush();
  EXPECT_EQ(last, before);
  EXPECT_TRUE(submitter.is_flushed(last, seconds(1)));
  const DeliveryId after = submitter.submit();
  EXPECT_FALSE(submitter.is_done(after, seconds(1)));  // Lingers.
}

TEST(ProducerTopics, OneThatWasNotFoundIsNotAskedForAnyMore) {
  ProducerWorld world({.properties = {{"auto.create.topics.enable", "false"}}});
  ProducerConfig config = world.config();
  config.max_block = seconds(2);
  Producer producer(config, world.runtime);
  EXPECT_THROW(producer.send({.topic = "missing"}), TimedOut);
  const auto asked = world.broker.control().add_rule(
      {.match = {.api = ApiKey::metadata}, .action = broker::Observe{}});
  world.broker.advance(minutes(60));
  EXPECT_LT(world.broker.control().rule(asked)->hits, 20U);  // Once each five minutes.
  world.broker.control().create_topic("missing", 1);
  EXPECT_EQ(producer.deliver({.topic = "missing"}).failure, std::nullopt);
}

TEST(ProducerTopics, ClosedProducerAsksForNothing) {
  ProducerWorld world;
  Producer producer(world.config(), world.runtime);
  producer.deliver(order("one"));
  producer.close(seconds(1));
  const auto asked = world.broker.control().add_rule({.action = broker::Observe{}});
  world.broker.advance(minutes(60));
  EXPECT_EQ(world.broker.control().rule(asked)->hits, 0U);
}

TEST(ProducerTopics, NameThatCantBeWrittenIsRefusedAndSpoilsNothing) {
  ProducerWorld world;
  Producer producer(world.config(), world.runtime);
  EXPECT_THROW(producer.send({.topic = std::string(40'000, 'x')}), std::invalid_argument);
  EXPECT_THROW(producer.send({.topic = ""}), std::invalid_argument);
  EXPECT_THROW(producer.partitions_for(std::string(40'000, 'x')), std::invalid_argument);
  EXPECT_EQ(producer.deliver(order("one")).failure, std::nullopt);
}

}  // namespace

}  // namespace cohort::client
