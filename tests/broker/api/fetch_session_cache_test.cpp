// Which fetch sessions fit, and which go for others. Instants and limits are those of Kafka 3.9.
#include "session_world.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <string>
#include <vector>

namespace cohort::broker {
namespace {

constexpr std::int32_t ids_of_a_shard = std::numeric_limits<std::int32_t>::max() / 8;

/// A cache of one shard, as Kafka's before 3.9: the rules of eviction hold within a shard.
class SessionCache {
 public:
  explicit SessionCache(std::int32_t slots, std::int32_t shards = 1, std::uint64_t seed = 1)
      : sessions(Rng(seed), slots, shards) {}

  std::int32_t open(std::int64_t at_ms, std::size_t partitions, bool is_privileged = false) {
    FetchSession* session = sessions.open(
        {.is_privileged = is_privileged, .partitions = partitions}, Instant::from_unix_ms(at_ms));
    if (session == nullptr) return 0;
    session->partitions.update(naming(0, partitions));
    sessions.filled(*session, Instant::from_unix_ms(at_ms));
    epochs_[session->id] = 1;
    return session->id;
  }
  std::int32_t open_follower(std::int64_t at_ms, std::size_t partitions) {
    return open(at_ms, partitions, true);
  }

  /// The session's next fetch, which adds so many partitions.
  ErrorCode use(std::int32_t id, std::int64_t at_ms, std::size_t more = 0) {
    FetchRequest request = naming(1000, more);
    request.session_id = id;
    request.session_epoch = epochs_[id];
    const ErrorCode error = sessions.enter(request, 12, Instant::from_unix_ms(at_ms)).error;
    if (error == ErrorCode::none) epochs_[id] = next_session_epoch(epochs_[id]);
    return error;
  }

  /// Without using it.
  bool has(std::int32_t id) {
    FetchRequest request;
    request.session_id = id;
    request.session_epoch = std::numeric_limits<std::int32_t>::max();
    return sessions.enter(request, 12, Instant()).error == ErrorCode::invalid_fetch_session_epoch;
  }

  void close(std::int32_t id) {
    FetchRequest request;
    request.session_id = id;
    request.session_epoch = -1;
    sessions.enter(request, 12, Instant());
  }

  FetchSessions sessions;

 private:
  static FetchRequest naming(std::size_t first, std::size_t count) {
    FetchRequest request;
    FetchTopic& topic = request.topics.emplace_back();
    topic.topic = "t";
    for (std::size_t each = 0; each < count; ++each) {
      topic.partitions.push_back({.partition = static_cast<std::int32_t>(first + each)});
    }
    return request;
  }

  std::map<std::int32_t, std::int32_t> epochs_;
};

TEST(FetchSessionCache, AfterTheLastEpochComesOneAgainAndAfterTheFinalOneItself) {
  EXPECT_EQ(next_session_epoch(0), 1);
  EXPECT_EQ(next_session_epoch(1), 2);
  EXPECT_EQ(next_session_epoch(std::numeric_limits<std::int32_t>::max()), 1);
  EXPECT_EQ(next_session_epoch(-1), -1);
}

TEST(FetchSessionCache, ASessionGoesOnPastTheLastEpoch) {
  SessionCache cache(8);
  const std::int32_t id = cache.open(0, 1);
  constexpr std::int32_t last = std::numeric_limits<std::int32_t>::max();
  cache.sessions.used({.kind = SessionUse::Kind::continues, .id = id}).next_epoch = last;
  FetchRequest request;
  request.session_id = id;
  for (const std::int32_t epoch : {last, 1, 2}) {
    request.session_epoch = epoch;
    EXPECT_EQ(cache.sessions.enter(request, 12, Instant()).error, ErrorCode::none) << epoch;
  }
}

TEST(FetchSessionCache, ShardsTakeTurnsAndEachHasItsRangeOfIds) {
  SessionCache cache(1000, 8);
  for (int round = 0; round < 3; ++round) {
    for (std::int32_t shard = 0; shard < 8; ++shard) {
      const std::int32_t id = cache.open(0, 1);
      EXPECT_GE(id, std::max(1, shard * ids_of_a_shard));
      EXPECT_LT(id, (shard + 1) * ids_of_a_shard);
    }
  }
  EXPECT_EQ(cache.sessions.size(), 24);
}

TEST(FetchSessionCache, IdsAreThoseOfTheSeed) {
  const auto ids_of = [](std::uint64_t seed) {
    SessionCache cache(1000, 8, seed);
    std::vector<std::int32_t> ids;
    ids.reserve(100);
    for (int each = 0; each < 100; ++each) ids.push_back(cache.open(0, 1));
    return ids;
  };
  EXPECT_EQ(ids_of(1), ids_of(1));
  EXPECT_NE(ids_of(1), ids_of(2));
}

TEST(FetchSessionCache, TheSlotsAreDividedAndTheRestIsLost) {
  SessionCache cache(23, 8);
  std::size_t opened = 0;
  for (int each = 0; each < 40; ++each) opened += cache.open(0, 1) != 0 ? 1 : 0;
  EXPECT_EQ(opened, 16);

  SessionCache too_small(7, 8);
  EXPECT_EQ(too_small.open(0, 1), 0);
}

TEST(FetchSessionCache, AFullShardIsPassedOverInItsTurn) {
  SessionCache cache(8, 8);
  std::vector<std::int32_t> ids;
  ids.reserve(8);
  for (int each = 0; each < 8; ++each) ids.push_back(cache.open(0, 1));
  cache.close(ids[2]);

  EXPECT_EQ(cache.open(0, 1), 0);
  EXPECT_EQ(cache.open(0, 1), 0);
  EXPECT_NE(cache.open(0, 1), 0);
  EXPECT_EQ(cache.open(0, 1), 0);
}

TEST(FetchSessionCache, AStaleSessionGoesForAnyOtherAfterMoreThanTwoMinutes) {
  SessionCache cache(1);
  const std::int32_t large = cache.open_follower(0, 100);

  EXPECT_EQ(cache.open(120'000, 1), 0);
  EXPECT_TRUE(cache.has(large));
  EXPECT_NE(cache.open(120'001, 1), 0);
  EXPECT_FALSE(cache.has(large));
}

TEST(FetchSessionCache, PartsOfAMillisecondDoNotCount) {
  SessionCache cache(1);
  cache.open(0, 1);
  const Instant almost = Instant::from_unix_ms(120'001) - Duration(1);
  EXPECT_EQ(cache.sessions.open({.partitions = 1}, almost), nullptr);
}

TEST(FetchSessionCache, TheOneThatWasNotUsedForLongestIsStaleFirst) {
  SessionCache cache(2);
  const std::int32_t used = cache.open(0, 1);
  const std::int32_t unused = cache.open(1, 1);
  ASSERT_EQ(cache.use(used, 2), ErrorCode::none);

  EXPECT_EQ(cache.open(120'001, 1), 0);
  EXPECT_NE(cache.open(120'002, 1), 0);
  EXPECT_FALSE(cache.has(unused));
  EXPECT_TRUE(cache.has(used));
}

TEST(FetchSessionCache, ALargerOneEvictsASmallerThatIsOlderThanTwoMinutes) {
  SessionCache cache(1);
  const std::int32_t id = cache.open(0, 2);
  ASSERT_EQ(cache.use(id, 120'000), ErrorCode::none);
  EXPECT_EQ(cache.open(130'000, 3), 0) << "it was not older when it was used";
  ASSERT_EQ(cache.use(id, 120'001), ErrorCode::none);

  EXPECT_EQ(cache.open(130'000, 1), 0);
  EXPECT_EQ(cache.open(130'000, 2), 0);
  EXPECT_NE(cache.open(130'000, 3), 0);
  EXPECT_FALSE(cache.has(id));
}

TEST(FetchSessionCache, TheSmallestGoesFirst) {
  SessionCache cache(3);
  const std::int32_t large = cache.open(0, 9);
  const std::int32_t small = cache.open(0, 2);
  const std::int32_t middle = cache.open(0, 5);
  for (const std::int32_t id : {large, small, middle}) {
    ASSERT_EQ(cache.use(id, 130'000), ErrorCode::none);
  }

  EXPECT_NE(cache.open(130'000, 20), 0);
  EXPECT_FALSE(cache.has(small));
  EXPECT_NE(cache.open(130'000, 20), 0);
  EXPECT_FALSE(cache.has(middle));
  EXPECT_TRUE(cache.has(large));
}

TEST(FetchSessionCache, SizeIsThatOfItsLastUse) {
  SessionCache cache(1);
  const std::int32_t id = cache.open(0, 1);
  ASSERT_EQ(cache.use(id, 130'000, 4), ErrorCode::none);

  EXPECT_EQ(cache.open(130'000, 5), 0);
  EXPECT_NE(cache.open(130'000, 6), 0);
}

TEST(FetchSessionCache, AFollowerEvictsAConsumerOfAnySizeAndAge) {
  SessionCache cache(1);
  const std::int32_t consumer = cache.open(0, 100);

  const std::int32_t follower = cache.open_follower(0, 1);

  EXPECT_NE(follower, 0);
  EXPECT_FALSE(cache.has(consumer));
  EXPECT_EQ(cache.open_follower(0, 100), 0) << "a young follower";
}

TEST(FetchSessionCache, ConsumersDoNotEvictFollowersInUse) {
  SessionCache cache(1);
  const std::int32_t follower = cache.open_follower(0, 1);
  ASSERT_EQ(cache.use(follower, 130'000), ErrorCode::none);

  EXPECT_EQ(cache.open(130'000, 100), 0);
  EXPECT_NE(cache.open_follower(130'000, 2), 0);
}

TEST(FetchSessionCache, AnEvictedSessionThatIsWaitedForLivesUnseenUntilThen) {
  SessionCache cache(1);
  const std::int32_t id = cache.open(0, 1);
  const SessionUse use{.kind = SessionUse::Kind::continues, .id = id, .epoch = 1};
  cache.sessions.wait(use);

  EXPECT_NE(cache.open_follower(0, 1), 0);

  EXPECT_FALSE(cache.has(id));
  EXPECT_EQ(cache.sessions.used(use).id, id);
  EXPECT_EQ(cache.sessions.size(), 1);
  cache.sessions.stop_waiting(use);
  EXPECT_EQ(cache.sessions.kept(), 1);
}

TEST(FetchSessionCache, AfterAnErrorTheHighWatermarkIsNewsWhateverItIs) {
  SessionPartition partition{.high_watermark = 3, .log_start_offset = 0};
  FetchPartitionData found{.high_watermark = 3, .log_start_offset = 0};
  EXPECT_FALSE(partition.take_news(found, false));

  found.error_code = ErrorCode::fenced_leader_epoch;
  EXPECT_TRUE(partition.take_news(found, false));
  found.error_code = ErrorCode::none;
  EXPECT_TRUE(partition.take_news(found, false));
  EXPECT_FALSE(partition.take_news(found, false));
}

TEST(FetchSessionCache, APreferredReplicaIsNewsEachTime) {
  SessionPartition partition{.high_watermark = 3, .log_start_offset = 0};
  const FetchPartitionData found{
      .high_watermark = 3, .log_start_offset = 0, .preferred_read_replica = 2};
  EXPECT_TRUE(partition.take_news(found, false));
  EXPECT_TRUE(partition.take_news(found, false));
}

TEST(FetchSessionCache, SessionsThatTakeTooMuchMemoryAreRefusedOrClosed) {
  SessionCache cache(1000);
  const std::int32_t id = cache.open(0, 1);
  FetchRequest large = session_fetch(id, 1);
  FetchTopic& topic = large.topics.emplace_back();
  topic.topic = std::string(1'000'000, 'x');
  topic.partitions.resize(135);  // A name is kept twice for each.

  EXPECT_EQ(cache.sessions.enter(large, 12, Instant()).error,
            ErrorCode::fetch_session_id_not_found);
  EXPECT_FALSE(cache.has(id));
  EXPECT_EQ(cache.sessions.open({.bytes = FetchSessions::max_bytes + 1}, Instant()), nullptr);
}

}  // namespace
}  // namespace cohort::broker
