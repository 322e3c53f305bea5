// Random networks, random faults: every record is once and in order in the log, or its sender was
// told that it failed.
#include "client/producer_world.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

namespace cohort::client {
namespace {

using namespace std::chrono_literals;

struct Storm {
  std::uint64_t seed = 1;
  bool is_idempotent = true;
  Duration delivery_timeout = 10min;
};

sim::Faults random_faults(Rng& rng) {
  sim::Faults faults;
  faults.latency_min = Duration(milliseconds(rng.below(3)));
  faults.latency_max = faults.latency_min + milliseconds(rng.below(30));
  faults.delays_per_thousand = static_cast<std::uint32_t>(rng.below(50));
  faults.delay_max = milliseconds(rng.below(2000));
  faults.cuts_per_thousand = static_cast<std::uint32_t>(rng.below(300));
  faults.glues_per_thousand = static_cast<std::uint32_t>(rng.below(300));
  faults.resets_per_thousand = static_cast<std::uint32_t>(rng.below(40));
  return faults;
}

broker::FaultAction random_action(Rng& rng) {
  switch (rng.below(6)) {
    case 0:
      return broker::AnswerError{ErrorCode::not_leader_or_follower};
    case 1:
      return broker::AnswerError{ErrorCode::not_enough_replicas_after_append};
    case 2:
      return broker::AnswerError{ErrorCode::request_timed_out};
    case 3:
      return broker::Disconnect{broker::Moment::after};
    case 4:
      return broker::DropAnswer{};
    default:
      return broker::DelayAnswer{milliseconds(rng.below(3000))};
  }
}

void disturb(ProducerWorld& world, Rng& rng) {
  switch (rng.below(12)) {
    case 0:
      world.broker.control().move_leader("orders", static_cast<std::int32_t>(rng.below(2)));
      break;
    case 1:
      world.broker.control().disconnect("anna");
      break;
    case 2: {
      const auto broker = static_cast<std::int32_t>(1 + rng.below(3));
      world.broker.control().stop_broker(broker);
      world.broker.advance(milliseconds(rng.below(3000)));
      world.broker.control().start_broker(broker);
      break;
    }
    default:
      world.broker.advance(milliseconds(rng.below(20)));
  }
}

ProducerConfig random_config(const ProducerWorld& world, const Storm& storm, Rng& rng) {
  ProducerConfig config = world.config();
  config.enable_idempotence = storm.is_idempotent;
  config.delivery_timeout = storm.delivery_timeout;
  config.batch_size = static_cast<std::int32_t>(100 + rng.below(400));
  config.linger = milliseconds(rng.below(3) * 5);
  config.client.request_timeout = 2s;
  config.client.seed = storm.seed;
  config.compression_type = static_cast<Compression>(rng.below(5));
  config.max_in_flight_requests_per_connection = static_cast<std::int32_t>(1 + rng.below(5));
  return config;
}

struct Landed {
  std::map<std::int32_t, std::vector<int>> in_log;     ///< By partition.
  std::map<std::int32_t, std::vector<int>> delivered;  ///< As it was told.
};

Landed run_storm(ProducerWorld& world, const Storm& storm, int count) {
  Rng rng = Rng(storm.seed).fork("storm");
  for (const std::uint64_t nth : {2U, 5U, 6U, 11U, 17U}) {
    world.at_produce(nth + rng.below(4), random_action(rng));
  }
  Producer producer(random_config(world, storm, rng), world.runtime);
  std::map<DeliveryId, int> numbers_of;
  for (int i = 0; i < count; ++i) {
    const auto partition = static_cast<std::int32_t>(rng.below(2));
    try {
      numbers_of.emplace(producer.send(order(std::to_string(i), partition)), i);
    } catch (const Error&) {
      continue;  // It was not taken.
    }
    if (rng.below(4) == 0) disturb(world, rng);
  }
  producer.flush(30min);

  Landed landed;
  std::map<DeliveryId, Delivery> deliveries;
  for (const Delivery& delivery : producer.take_deliveries()) {
    EXPECT_TRUE(deliveries.emplace(delivery.id, delivery).second) << "told twice";
  }
  EXPECT_EQ(deliveries.size(), numbers_of.size());
  for (const auto& [id, delivery] : deliveries) {
    if (!delivery.is_delivered()) continue;
    landed.delivered[delivery.partition.partition].push_back(numbers_of.at(id));
  }
  for (const std::int32_t partition : {0, 1}) {
    for (const std::string& value : world.values(partition)) {
      landed.in_log[partition].push_back(std::stoi(value));
    }
  }
  return landed;
}

ProducerWorldOptions stormy(std::uint64_t seed) {
  Rng rng = Rng(seed).fork("network");
  return {.brokers = 3, .partitions = 2, .faults = random_faults(rng), .seed = seed};
}

void for_seeds(const std::function<void(std::uint64_t seed)>& body) {
  const char* const chosen = std::getenv("COHORT_SEED");
  const std::uint64_t first = chosen == nullptr ? 1 : std::strtoull(chosen, nullptr, 10);
  const std::uint64_t last = chosen == nullptr ? 25 : first;
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    SCOPED_TRACE("COHORT_SEED=" + std::to_string(seed));
    body(seed);
  }
}

TEST(ProducerStorm, EveryRecordIsWrittenOnceAndInOrder) {
  for_seeds([](std::uint64_t seed) {
    twice(stormy(seed), [&](ProducerWorld& world) {
      const Landed landed = run_storm(world, {.seed = seed}, 200);

      EXPECT_EQ(landed.in_log, landed.delivered);
      std::size_t count = 0;
      for (const auto& [partition, numbers] : landed.in_log) {
        EXPECT_TRUE(std::ranges::is_sorted(numbers)) << "partition " << partition;
        count += numbers.size();
      }
      EXPECT_EQ(count, 200U);
    });
  });
}

TEST(ProducerStorm, WhatIsGivenUpIsWrittenAtMostOnceAndTheRestInOrder) {
  for_seeds([](std::uint64_t seed) {
    twice(stormy(seed), [&](ProducerWorld& world) {
      const Landed landed =
          run_storm(world, {.seed = seed, .delivery_timeout = milliseconds(2100)}, 200);

      for (const auto& [partition, numbers] : landed.in_log) {
        EXPECT_TRUE(std::ranges::is_sorted(numbers)) << "partition " << partition;
        EXPECT_EQ(std::set(numbers.begin(), numbers.end()).size(), numbers.size());
      }
      for (const auto& [partition, numbers] : landed.delivered) {
        const std::vector<int>& log = landed.in_log.at(partition);
        EXPECT_TRUE(std::ranges::includes(log, numbers)) << "partition " << partition;
      }
    });
  });
}

TEST(ProducerStorm, WithoutNumbersEveryRecordIsThereAtLeastOnce) {
  for_seeds([](std::uint64_t seed) {
    twice(stormy(seed), [&](ProducerWorld& world) {
      const Landed landed = run_storm(world, {.seed = seed, .is_idempotent = false}, 200);

      std::set<int> there;
      for (const auto& [partition, numbers] : landed.in_log) {
        there.insert(numbers.begin(), numbers.end());
      }
      EXPECT_EQ(there.size(), 200U);
    });
  });
}

}  // namespace
}  // namespace cohort::client
