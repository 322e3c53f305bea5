// What a session tells is what full fetches tell, over random histories.
#include "session_world.hpp"
#include <cohort/node/rng.hpp>

#include <cstdlib>
#include <map>
#include <set>

namespace cohort::broker {
namespace {

using testing::WireClient;
using namespace fetching;

constexpr std::int32_t partition_count = 5;

/// One fetcher with a session and one that asks anew each time, of a broker to which things happen.
class SessionRun {
 public:
  explicit SessionRun(std::uint64_t seed) : rng_(seed) { api_.create_topic("t", partition_count); }

  std::string run() {
    for (int step = 0; step < 120 && !::testing::Test::HasFailure(); ++step) take_step();
    return api_.world.digest().hex();
  }

 private:
  /// What the fetcher knows and wants of a partition.
  struct Followed {
    FetchPartition wanted;
    std::int64_t high_watermark = -1;
    std::int64_t log_start_offset = -1;
  };

  void take_step() {
    switch (rng_.below(10)) {
      case 0:
      case 1:
      case 2:
        return produce();
      case 3:
        return delete_some();
      case 4:
        return follow();
      case 5:
        return forget();
      case 6:
        return stray();
      default:
        return fetch();
    }
  }

  std::int32_t any_partition() {
    return static_cast<std::int32_t>(rng_.below(partition_count + 1));
  }

  void produce() {
    ProduceRequest request{.acks = -1};
    request.topic_data = {
        {.name = "t",
         .partition_data = {produced(static_cast<std::int32_t>(rng_.below(partition_count)),
                                     batch_of(std::string(rng_.below(50), 'x')))}}};
    ASSERT_TRUE(client_.ask<ProduceResponse>(request, 9).has_value());
  }

  void delete_some() {
    DeleteRecordsRequest request{.timeout_ms = 1000};
    request.topics = {{.name = "t",
                       .partitions = {{.partition_index = any_partition(),
                                       .offset = static_cast<std::int64_t>(rng_.below(4))}}}};
    ASSERT_TRUE(client_.ask<DeleteRecordsResponse>(request, 2).has_value());
  }

  /// A new partition, or a known one with another offset.
  void follow() {
    FetchPartition wanted = from(any_partition(), static_cast<std::int64_t>(rng_.below(3)));
    if (rng_.below(3) == 0) wanted.current_leader_epoch = static_cast<std::int32_t>(rng_.below(2));
    if (rng_.below(4) == 0) wanted.last_fetched_epoch = static_cast<std::int32_t>(rng_.below(2));
    changes_[wanted.partition] = wanted;
    forgotten_.erase(wanted.partition);
  }

  void forget() {
    const std::int32_t partition = any_partition();
    const bool is_last = forgotten_.size() + 1 >= followed_.size();
    if (is_last || !followed_.contains(partition)) return;
    changes_.erase(partition);
    forgotten_.insert(partition);
  }

  /// A request of a wrong epoch changes nothing.
  void stray() {
    if (session_id_ == 0) return;
    const auto response = reader_.ask<FetchResponse>(
        session_fetch(session_id_, epoch_ + 1, {topic("t", {from(0, 99)})}), 12);
    EXPECT_EQ(response->error_code, ErrorCode::invalid_fetch_session_epoch);
  }

  void fetch() {
    for (auto& [index, wanted] : changes_) followed_[index].wanted = wanted;
    for (const std::int32_t index : forgotten_) followed_.erase(index);
    if (followed_.empty()) return;
    std::vector<FetchPartition> named;
    for (auto& [index, wanted] : changes_) named.push_back(wanted);
    FetchRequest request = session_fetch(session_id_, epoch_, {topic("t", std::move(named))});
    request.forgotten_topics_data = {
        forgotten("t", std::vector<std::int32_t>(forgotten_.begin(), forgotten_.end()))};
    const auto response = reader_.ask<FetchResponse>(request, 12);
    ASSERT_TRUE(response.has_value());
    ASSERT_EQ(response->error_code, ErrorCode::none);
    const bool is_full = epoch_ == 0;
    if (is_full) session_id_ = response->session_id;
    EXPECT_EQ(response->session_id, session_id_);
    ++epoch_;
    changes_.clear();
    forgotten_.clear();
    compare(*response, is_full);
  }

  void compare(const FetchResponse& told, bool is_full) {
    std::map<std::int32_t, FetchPartitionData> news;
    for (const FetchableTopicResponse& each : told.responses) {
      for (const FetchPartitionData& data : each.partitions) {
        EXPECT_TRUE(news.emplace(data.partition_index, data).second);
      }
    }
    std::vector<FetchPartition> all;
    for (const auto& [index, followed] : followed_) all.push_back(followed.wanted);
    const auto truth = full_.ask<FetchResponse>(session_fetch(0, -1, {topic("t", all)}), 12);
    for (const FetchPartitionData& data : truth->responses.at(0).partitions) {
      Followed& followed = followed_.at(data.partition_index);
      const bool is_news = is_full || data.error_code != ErrorCode::none ||
                           data.records->size() > 0 || data.diverging_epoch.epoch >= 0 ||
                           data.high_watermark != followed.high_watermark ||
                           data.log_start_offset != followed.log_start_offset;
      ASSERT_EQ(news.contains(data.partition_index), is_news) << data.partition_index;
      if (is_news) {
        EXPECT_EQ(news.at(data.partition_index), data);
      }
      followed.high_watermark =
          data.error_code == ErrorCode::none ? data.high_watermark : std::int64_t{-1};
      followed.log_start_offset = data.log_start_offset;
      read_on(followed.wanted, data);
    }
    EXPECT_LE(news.size(), followed_.size());
  }

  /// As a consumer would, most of the time.
  void read_on(const FetchPartition& wanted, const FetchPartitionData& data) {
    if (data.records->size() == 0 || rng_.below(4) == 0) return;
    FetchPartition next = wanted;
    next.fetch_offset = data.high_watermark;
    changes_[next.partition] = next;
  }

  Rng rng_;
  ApiWorld api_;
  WireClient client_{api_.world, "client"};
  WireClient reader_{api_.world, "reader"};
  WireClient full_{api_.world, "full"};
  std::int32_t session_id_ = 0;
  std::int32_t epoch_ = 0;
  std::map<std::int32_t, Followed> followed_;
  std::map<std::int32_t, FetchPartition> changes_;
  std::set<std::int32_t> forgotten_;
};

std::uint64_t first_session_seed() {
  const char* given = std::getenv("COHORT_SEED");
  return given == nullptr ? 1 : std::strtoull(given, nullptr, 10);
}

TEST(FetchSessionProperty, ASessionTellsWhatFullFetchesTellAndTheSameTwice) {
  for (std::uint64_t seed = first_session_seed(); seed < first_session_seed() + 20; ++seed) {
    SCOPED_TRACE("COHORT_SEED=" + std::to_string(seed));
    EXPECT_EQ(SessionRun(seed).run(), SessionRun(seed).run());
    if (HasFailure()) return;
  }
}

/// A fetcher whose answers hold one batch at most, of partitions of which the first never runs dry.
class NarrowRun {
 public:
  explicit NarrowRun(std::uint64_t seed) : rng_(seed) { api_.create_topic("t", 3); }

  void run() {
    for (std::uint64_t left = rng_.below(20) + 1; left > 0; --left) {
      produce(static_cast<std::int32_t>(rng_.below(3)));
    }
    FetchRequest request = session_fetch(0, 0, {topic("t", {from(0, 0), from(1, 0), from(2, 0)})});
    for (std::int32_t epoch = 1; epoch <= 60 && !::testing::Test::HasFailure(); ++epoch) {
      produce(0);
      request.max_bytes = 1;
      const auto response = client_.ask<FetchResponse>(request, 12);
      ASSERT_EQ(response->error_code, ErrorCode::none);
      request = session_fetch(response->session_id, epoch);
      for (const FetchableTopicResponse& each : response->responses) read(each, request);
    }
    EXPECT_EQ(read_[1], ends_[1]);
    EXPECT_EQ(read_[2], ends_[2]);
  }

 private:
  void produce(std::int32_t partition) {
    ProduceRequest request{.acks = -1};
    request.topic_data = {{.name = "t", .partition_data = {produced(partition, batch_of("a"))}}};
    ASSERT_TRUE(client_.ask<ProduceResponse>(request, 9).has_value());
    ++ends_[partition];
  }

  void read(const FetchableTopicResponse& told, FetchRequest& next) {
    for (const FetchPartitionData& data : told.partitions) {
      if (data.records->size() == 0) continue;
      EXPECT_EQ(*data.records, at_offset(batch_of("a"), read_[data.partition_index]));
      const std::int64_t end = ++read_[data.partition_index];
      next.topics = {topic("t", {from(data.partition_index, end)})};
    }
  }

  Rng rng_;
  ApiWorld api_;
  WireClient client_{api_.world, "client"};
  std::map<std::int32_t, std::int64_t> ends_;
  std::map<std::int32_t, std::int64_t> read_;
};

TEST(FetchSessionProperty, NoPartitionWaitsForEverBehindABusyOne) {
  for (std::uint64_t seed = first_session_seed(); seed < first_session_seed() + 10; ++seed) {
    SCOPED_TRACE("COHORT_SEED=" + std::to_string(seed));
    NarrowRun(seed).run();
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace cohort::broker
