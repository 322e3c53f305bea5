// Fetcher over a network that delays, cuts and breaks, while leaders move and brokers stop.
#include "client/reader_world.hpp"

#include <cstdlib>

namespace cohort::client {

namespace {

using std::chrono::seconds;

sim::Options rough_network(std::uint64_t seed) {
  return {.seed = seed,
          .faults = {.latency_min = milliseconds(1),
                     .latency_max = milliseconds(20),
                     .delays_per_thousand = 50,
                     .delay_max = seconds(2),
                     .cuts_per_thousand = 200,
                     .glues_per_thousand = 200,
                     .resets_per_thousand = 20}};
}

struct Journey {
  std::uint64_t digest = 0;
  std::map<std::int32_t, std::vector<std::string>> read;
};

/// What one seed makes of 40 rounds of writing, trouble and reading.
Journey journey(std::uint64_t seed) {
  broker::VirtualBroker brokers(reader_options(3, rough_network(seed)));
  Rng chance = Rng(seed).fork("journey");
  const Reader reader(brokers.world(), Reader::config());
  reader.assign({{"orders", 0}, {"orders", 1}, {"orders", 2}});
  std::map<std::int32_t, std::int64_t> ends;
  Journey journey;
  const auto read_on = [&](std::size_t count, Duration within) {
    for (const ConsumerRecord& record : reader.read(count, within, 1 + chance.below(20))) {
      journey.read[record.partition].push_back(lines_of({record}).front());
    }
  };
  std::size_t written = 0;
  for (int round = 0; round < 40; ++round) {
    const auto partition = static_cast<std::int32_t>(chance.below(3));
    const auto count = static_cast<std::int64_t>(1 + chance.below(30));
    brokers.control().append("orders", partition,
                             numbered_records(ends[partition], ends[partition] + count));
    ends[partition] += count;
    written += static_cast<std::size_t>(count);
    switch (chance.below(8)) {
      case 0:
        brokers.control().move_leader("orders", partition);
        break;
      case 1:
        brokers.control().stop_broker(2);
        break;
      case 2:
        brokers.control().start_broker(2);
        break;
      case 3:
        brokers.control().disconnect("reader");
        break;
      case 4:
        reader.turn([&](ReaderNode& node) {
          node.positions.pause({{"orders", partition}});
          return true;
        });
        break;
      default:
        reader.turn([&](ReaderNode& node) {
          node.positions.resume({{"orders", 0}, {"orders", 1}, {"orders", 2}});
          return true;
        });
    }
    read_on(chance.below(30), milliseconds(200));
  }
  reader.turn([&](ReaderNode& node) {
    node.positions.resume({{"orders", 0}, {"orders", 1}, {"orders", 2}});
    return true;
  });
  brokers.control().start_broker(2);
  std::size_t seen = 0;
  for (const auto& [partition, lines] : journey.read) seen += lines.size();
  read_on(written - seen, std::chrono::minutes(10));
  for (const std::int32_t partition : {0, 1, 2}) {
    EXPECT_EQ(journey.read[partition], numbered_lines({"orders", partition}, 0, ends[partition]))
        << "seed " << seed;
  }
  journey.digest = brokers.world().digest().value();
  return journey;
}

TEST(FetcherNetworkTest, EverySeedReadsEverythingOnceAndTheSameAgain) {
  const char* chosen = std::getenv("COHORT_SEED");
  const std::uint64_t first = chosen == nullptr ? 1 : std::strtoull(chosen, nullptr, 10);
  const std::uint64_t last = chosen == nullptr ? 20 : first;
  for (std::uint64_t seed = first; seed <= last && !::testing::Test::HasFailure(); ++seed) {
    EXPECT_EQ(journey(seed).digest, journey(seed).digest) << "seed " << seed;
  }
}

TEST(FetcherNetworkTest, AWorldThatIsCopiedGoesOnAsItself) {
  broker::VirtualBroker brokers(reader_options(2, rough_network(7)));
  const Reader reader(brokers.world(), Reader::config());
  reader.assign({{"orders", 0}});
  brokers.control().append("orders", 0, numbered_records(0, 50));
  EXPECT_EQ(reader.read(10, seconds(60), 10).size(), 10U);

  broker::VirtualBroker copy(brokers);
  Reader other = reader.in(copy.world());
  EXPECT_EQ(lines_of(other.read(40)), numbered_lines({"orders", 0}, 10, 50));
  EXPECT_EQ(lines_of(reader.read(40)), numbered_lines({"orders", 0}, 10, 50));
  EXPECT_EQ(copy.world().digest().value(), brokers.world().digest().value());
}

}  // namespace

}  // namespace cohort::client
