// What settings have to do with each other, in properties and in structs.
#include "client/config_support.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace cohort::client {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

const ClientConfig local_client_config{.bootstrap_servers = {{"localhost", 9092}}};

ConsumerConfig consumer_of(const Properties& properties) {
  return consumer_config(with_local_servers(properties));
}
ProducerConfig producer_of(const Properties& properties) {
  return producer_config(with_local_servers(properties));
}

TEST(ConfigRules, HeartbeatsComeFasterThanTheSessionEnds) {
  EXPECT_EQ(config_refusal(Role::consumer, {{"session.timeout.ms", "3000"}}),
            "heartbeat.interval.ms=3000: must be less than session.timeout.ms=3000");
  EXPECT_EQ(config_refusal(
                ConsumerConfig{.client = local_client_config, .heartbeat_interval = minutes(1)}),
            "heartbeat.interval.ms=60000: must be less than session.timeout.ms=45000");
  EXPECT_EQ(config_refusal(Role::consumer, {{"session.timeout.ms", "3001"}}), "taken");
}

TEST(ConfigRules, AutoCommitCantBeAskedForWithoutAGroup) {
  EXPECT_EQ(config_refusal(Role::consumer, {{"enable.auto.commit", "true"}}),
            "enable.auto.commit=true: must be false without group.id");
  EXPECT_EQ(config_refusal(Role::consumer, {{"enable.auto.commit", "false"}}), "taken");
  EXPECT_EQ(config_refusal(Role::consumer, {{"enable.auto.commit", "true"}, {"group.id", "g"}}),
            "taken");
  EXPECT_EQ(config_refusal(ConsumerConfig{.client = local_client_config}), "taken")
      << "there it is of no account";
}

TEST(ConfigRules, AnAnswerMayBeAsLargeAsAFetchAsksFor) {
  EXPECT_EQ(consumer_of({{"fetch.max.bytes", "200000000"}}).client.receive_message_max_bytes,
            200'000'512);
  EXPECT_EQ(consumer_of({{"fetch.max.bytes", "2147483647"}}).client.receive_message_max_bytes,
            std::numeric_limits<std::int32_t>::max());
  EXPECT_EQ(config_refusal(Role::consumer, {{"receive.message.max.bytes", "52429311"}}),
            "receive.message.max.bytes=52429311: must be at least 52429312, for "
            "fetch.max.bytes=52428800");
  EXPECT_EQ(config_refusal(Role::consumer, {{"receive.message.max.bytes", "52429312"}}), "taken");
}

TEST(ConfigRules, ReconnectingBacksOffNoFurtherThanItStartsUnlessToldTo) {
  EXPECT_EQ(consumer_of({{"reconnect.backoff.ms", "70"}}).client.reconnect_backoff_max,
            milliseconds(70));
  EXPECT_EQ(consumer_of({{"reconnect.backoff.ms", "70"}, {"reconnect.backoff.max.ms", "80"}})
                .client.reconnect_backoff_max,
            milliseconds(80));
  EXPECT_EQ(consumer_of({{"retry.backoff.ms", "70"}}).client.retry_backoff_max, seconds(1));
}

TEST(ConfigRules, IdempotenceGivesWayWhereItWasNotAskedFor) {
  EXPECT_TRUE(producer_of({}).enable_idempotence);
  EXPECT_TRUE(producer_of({{"acks", "-1"}, {"retries", "1"}}).enable_idempotence);
  EXPECT_FALSE(producer_of({{"acks", "1"}}).enable_idempotence);
  EXPECT_FALSE(producer_of({{"retries", "0"}}).enable_idempotence);
  EXPECT_FALSE(producer_of({{"max.in.flight.requests.per.connection", "6"}}).enable_idempotence);
}

TEST(ConfigRules, IdempotenceThatWasAskedForHasItsConditions) {
  const auto with = [](const std::string& key, const std::string& value) {
    return config_refusal(Role::producer, {{"enable.idempotence", "true"}, {key, value}});
  };
  EXPECT_EQ(with("acks", "1"), "acks=1: must be all with enable.idempotence=true");
  EXPECT_EQ(with("acks", "0"), "acks=0: must be all with enable.idempotence=true");
  EXPECT_EQ(with("retries", "0"), "retries=0: must be at least 1 with enable.idempotence=true");
  EXPECT_EQ(with("max.in.flight.requests.per.connection", "6"),
            "max.in.flight.requests.per.connection=6: must be at most 5 with "
            "enable.idempotence=true");
  EXPECT_EQ(with("max.in.flight.requests.per.connection", "5"), "taken");
  EXPECT_EQ(config_refusal(ProducerConfig{.client = local_client_config, .acks = Acks::one}),
            "acks=1: must be all with enable.idempotence=true");
}

TEST(ConfigRules, TransactionsNeedIdempotence) {
  EXPECT_EQ(
      config_refusal(Role::producer, {{"transactional.id", "t"}, {"enable.idempotence", "false"}}),
      "enable.idempotence=false: must be true with transactional.id=t");
  EXPECT_EQ(config_refusal(Role::producer, {{"transactional.id", "t"}, {"acks", "1"}}),
            "acks=1: must be all with enable.idempotence=true");
  EXPECT_EQ(config_refusal(Role::producer, {{"transactional.id", "t"}}), "taken");
}

TEST(ConfigRules, ADeliveryTakesAtLeastLingeringAndOneRequest) {
  EXPECT_EQ(producer_of({{"linger.ms", "100000"}}).delivery_timeout, seconds(130));
  EXPECT_EQ(producer_of({{"request.timeout.ms", "120001"}}).delivery_timeout,
            milliseconds(120'001));
  EXPECT_EQ(producer_of({{"linger.ms", "9223372036854775807"}}).delivery_timeout,
            milliseconds(2'147'483'647));
  EXPECT_EQ(config_refusal(Role::producer, {{"delivery.timeout.ms", "30000"}, {"linger.ms", "1"}}),
            "delivery.timeout.ms=30000: must be at least linger.ms=1 and request.timeout.ms=30000 "
            "together");
  EXPECT_EQ(config_refusal(ProducerConfig{.client = local_client_config, .linger = minutes(2)}),
            "delivery.timeout.ms=120000: must be at least linger.ms=120000 and "
            "request.timeout.ms=30000 together");
}

}  // namespace
}  // namespace cohort::client
