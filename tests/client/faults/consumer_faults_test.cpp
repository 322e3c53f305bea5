// Whatever goes wrong once, at whatever step of a session: the consumer goes on, and no record is
// lost or skipped.
#include <cohort/broker/virtual_broker.hpp>
#include <cohort/client/consumer.hpp>
#include <cohort/client/runtime.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace cohort::client {

namespace {

using std::chrono::minutes;
using std::chrono::seconds;

constexpr int first_records = 20;
constexpr int later_records = 10;
constexpr int all_records = first_records + later_records;

/// One session of a group's only member: it joins, reads and commits what is there, reads what
/// comes then, over several heartbeats, and leaves.
class FaultySession {
 public:
  explicit FaultySession(const std::optional<broker::FaultRule>& rule,
                         const std::string& strategy = "range")
      : broker_({.topics = {{.name = "orders", .partitions = 2}}}), runtime_(broker_.world()) {
    produce(0, first_records);
    if (rule) rule_ = broker_.control().add_rule(*rule);
    Consumer consumer(consumer_config({{"bootstrap.servers", broker_.bootstrap_servers()},
                                       {"client.id", "consumer"},
                                       {"group.id", "billing"},
                                       {"auto.offset.reset", "earliest"},
                                       {"enable.auto.commit", "false"},
                                       {"heartbeat.interval.ms", "500"},
                                       {"session.timeout.ms", "2000"},
                                       {"request.timeout.ms", "2000"},
                                       {"fetch.max.wait.ms", "1000"},
                                       {"partition.assignment.strategy", strategy}}),
                      runtime_);
    consumer.subscribe({"orders"});
    read_until(consumer, first_records);
    for (int i = 0; i < 2; ++i) read(consumer);
    produce(first_records, later_records);
    read_until(consumer, all_records);
    // Long enough for a member that was forgotten, and is waited for itself, to come back.
    for (int i = 0; i < 5; ++i) read(consumer);
    try {
      consumer.close(seconds(10));
    } catch (const Error& error) {
      troubles_.emplace_back(error.what());
    }
    if (rule_) hits_ = broker_.control().rule(*rule_).value().hits;
    digest_ = broker_.world().digest().hex();
  }

  std::uint64_t hits() const { return hits_; }
  std::size_t seen() const { return seen_.size(); }
  bool is_gapless() const { return is_gapless_; }
  /// Over both partitions.
  std::int64_t committed() {
    std::int64_t sum = 0;
    const auto group = broker_.control().group("billing");
    if (!group) return -1;
    for (const broker::OffsetView& offset : group->offsets) sum += offset.committed;
    return sum;
  }
  const std::string& digest() const { return digest_; }
  std::string troubles() const {
    std::string all;
    for (const std::string& trouble : troubles_) all.append(trouble).append("\n");
    return all;
  }

 private:
  void produce(int first, int count) {
    for (int i = first; i < first + count; ++i) {
      broker_.control().append("orders", i % 2, {{.value = Buffer::copy_of(std::to_string(i))}});
    }
  }

  void read_until(Consumer& consumer, std::size_t count) {
    const Instant deadline = broker_.now() + minutes(3);
    while (seen_.size() < count && broker_.now() < deadline) read(consumer);
  }

  void read(Consumer& consumer) {
    try {
      for (const ConsumerRecord& record : consumer.poll(seconds(1))) {
        // Again from somewhere before, after a rebalance, but never with a gap.
        std::int64_t& next = next_[record.partition];
        if (record.offset > next) is_gapless_ = false;
        next = std::max(next, record.offset + 1);
        seen_.insert(std::string(record.value.value().text()));
      }
      consumer.commit(seconds(20));
    } catch (const Error& error) {
      troubles_.emplace_back(error.what());
    }
  }

  broker::VirtualBroker broker_;
  VirtualRuntime runtime_;
  std::optional<broker::RuleId> rule_{};
  std::uint64_t hits_ = 0;
  std::set<std::string> seen_{};
  std::map<std::int32_t, std::int64_t> next_{};
  bool is_gapless_ = true;
  std::vector<std::string> troubles_{};
  std::string digest_{};
};

/// So many requests of an API one session makes.
std::uint64_t requests_of(ApiKey api, const std::string& strategy) {
  return FaultySession(broker::FaultRule{.match = {.api = api}}, strategy).hits();
}

void expect_whole(FaultySession& session, const std::string& what) {
  EXPECT_EQ(session.hits(), 1U) << what << "it never happened";
  EXPECT_EQ(session.seen(), static_cast<std::size_t>(all_records)) << what << session.troubles();
  EXPECT_TRUE(session.is_gapless()) << what << session.troubles();
  EXPECT_EQ(session.committed(), all_records) << what << session.troubles();
}

struct ApiErrors {
  ApiKey api;
  std::vector<ErrorCode> errors;
};

/// Every API that a consumer uses, with the errors after which Kafka's consumer goes on: retriable
/// ones, and those that end a membership or a fetch session.
std::vector<ApiErrors> errors_to_survive() {
  using enum ErrorCode;
  const std::vector<ErrorCode> coordinator = {coordinator_load_in_progress,
                                              coordinator_not_available, not_coordinator};
  const auto with = [](std::vector<ErrorCode> errors, const std::vector<ErrorCode>& more) {
    errors.insert(errors.end(), more.begin(), more.end());
    return errors;
  };
  const std::vector<ErrorCode> leader = {
      not_leader_or_follower,     leader_not_available,  fenced_leader_epoch, unknown_leader_epoch,
      unknown_topic_or_partition, replica_not_available, kafka_storage_error, offset_not_available};
  return {
      {ApiKey::metadata, {leader_not_available, unknown_topic_or_partition, request_timed_out}},
      {ApiKey::find_coordinator, {coordinator_not_available, coordinator_load_in_progress}},
      {ApiKey::join_group, with(coordinator, {unknown_member_id, rebalance_in_progress})},
      {ApiKey::sync_group,
       with(coordinator, {unknown_member_id, illegal_generation, rebalance_in_progress})},
      {ApiKey::heartbeat,
       with(coordinator, {unknown_member_id, illegal_generation, rebalance_in_progress})},
      {ApiKey::leave_group, with(coordinator, {unknown_member_id})},
      {ApiKey::offset_commit,
       with(coordinator, {unknown_member_id, illegal_generation, rebalance_in_progress,
                          request_timed_out, unknown_topic_or_partition})},
      {ApiKey::offset_fetch, with(coordinator, {unstable_offset_commit})},
      {ApiKey::list_offsets, with(leader, {request_timed_out})},
      {ApiKey::fetch, with(leader, {fetch_session_id_not_found, invalid_fetch_session_epoch,
                                    fetch_session_topic_id_error, unknown_topic_id,
                                    inconsistent_topic_id, unknown_server_error})},
  };
}

class ConsumerFaults : public ::testing::TestWithParam<const char*> {};

TEST_P(ConsumerFaults, EveryErrorOfEveryApiAtEveryStepIsSurvived) {
  for (const auto& [api, errors] : errors_to_survive()) {
    const std::uint64_t steps = requests_of(api, GetParam());
    EXPECT_GT(steps, 0U) << name(api);
    for (const ErrorCode error : errors) {
      for (std::uint64_t nth = 1; nth <= steps; ++nth) {
        FaultySession session(
            broker::FaultRule{
                .match = {.api = api}, .nth = nth, .action = broker::AnswerError{error}},
            GetParam());
        expect_whole(session, std::string(name(api)) + " " + std::string(name(error)) + " at " +
                                  std::to_string(nth) + "\n");
      }
    }
  }
}

TEST_P(ConsumerFaults, EveryBrokenConnectionAndLostAnswerIsSurvived) {
  const std::vector<broker::FaultAction> actions = {
      broker::Disconnect{broker::Moment::before}, broker::Disconnect{broker::Moment::after},
      broker::DropAnswer{}, broker::DelayAnswer{seconds(1)}};
  for (const auto& [api, errors] : errors_to_survive()) {
    const std::uint64_t steps = requests_of(api, GetParam());
    for (const broker::FaultAction& action : actions) {
      for (std::uint64_t nth = 1; nth <= steps; ++nth) {
        FaultySession session(
            broker::FaultRule{.match = {.api = api}, .nth = nth, .action = action}, GetParam());
        expect_whole(session, std::string(name(api)) + " " + broker::to_string(action) + " at " +
                                  std::to_string(nth) + "\n");
      }
    }
  }
}

TEST_P(ConsumerFaults, SameFaultGivesTheSameBytes) {
  const broker::FaultRule rule{.match = {.api = ApiKey::heartbeat},
                               .nth = 2,
                               .action = broker::AnswerError{ErrorCode::rebalance_in_progress}};
  EXPECT_EQ(FaultySession(rule, GetParam()).digest(), FaultySession(rule, GetParam()).digest());
}

INSTANTIATE_TEST_SUITE_P(Protocols, ConsumerFaults,
                         ::testing::Values("range", "cooperative-sticky"), [](const auto& info) {
                           return std::string(info.param) == "range" ? "Eager" : "Cooperative";
                         });

}  // namespace

}  // namespace cohort::client
