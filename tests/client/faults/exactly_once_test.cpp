// Exactly once, whatever happens at whatever step: processors are killed, fenced, restarted and
// held up; brokers and links fail.
#include "client/faults/exactly_once_world.hpp"

#include <gtest/gtest.h>

namespace cohort::client {
namespace {

using broker::AnswerError;
using broker::Disconnect;
using broker::DropAnswer;
using broker::FaultAction;
using broker::FaultRule;
using broker::Moment;
using std::chrono::seconds;

/// With a sanitizer, which makes it ten times slower, only one step of so many.
constexpr std::uint64_t stride = COHORT_STEP_STRIDE;

void expect_exactly_once(ExactlyOnceWorld& world) {
  EXPECT_TRUE(world.is_done());
  EXPECT_EQ(world.violation(), "");
  EXPECT_EQ(world.outputs(), ExactlyOnceWorld::all_outputs());
}

/// Steps that one processor takes by itself to do everything.
std::uint64_t steps_of_all() {
  ExactlyOnceWorld world;
  Processor(world, "p").run();
  expect_exactly_once(world);
  return world.runtime.steps();
}

/// Runs it until it is done, or stopped at this step.
void run_until_stopped(ExactlyOnceWorld& world, Processor& processor, std::uint64_t at) {
  world.runtime.stop_after(at);
  try {
    processor.run();
  } catch (const Stopped&) {
    return;
  }
  world.runtime.stop_never();
}

TEST(ExactlyOnce, KilledAtAnyStepAndStartedAgain) {
  const std::uint64_t steps = steps_of_all();
  EXPECT_GT(steps, 100U);
  for (std::uint64_t at = 1; at < steps; at += stride) {
    SCOPED_TRACE("killed at step " + std::to_string(at));
    ExactlyOnceWorld world;
    {
      Processor first(world, "p");
      run_until_stopped(world, first, at);
    }
    process_the_rest(world, "p");
    expect_exactly_once(world);
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(ExactlyOnce, KilledAtAnyStepAndAnotherTakesOver) {
  const std::uint64_t steps = steps_of_all();
  for (std::uint64_t at = 1; at < steps; at += stride) {
    SCOPED_TRACE("killed at step " + std::to_string(at));
    ExactlyOnceWorld world;
    {
      Processor first(world, "p");
      run_until_stopped(world, first, at);
    }
    // The transaction of the dead one is open until its time is over, and so are its offsets.
    process_the_rest(world, "q");
    expect_exactly_once(world);
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(ExactlyOnce, FencedAtAnyStepByASuccessorAndGoingOnAllTheSame) {
  const std::uint64_t steps = steps_of_all();
  for (std::uint64_t at = 1; at < steps; at += 2 * stride) {
    SCOPED_TRACE("fenced at step " + std::to_string(at));
    ExactlyOnceWorld world;
    Processor first(world, "p");
    run_until_stopped(world, first, at);
    // Only its application stands still; its heartbeats go on for a while.
    Processor second(world, "p");
    try {
      second.step();
      first.go_on();
      first.step();
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), FailureKind::fatal) << error.what();
    }
    process_the_rest(world, "p");
    expect_exactly_once(world);
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(ExactlyOnce, HeldUpAtAnyStepForLongerThanItsSessionOrTransactionLasts) {
  const std::uint64_t steps = steps_of_all();
  for (std::uint64_t at = 1; at < steps; at += 3 * stride) {
    SCOPED_TRACE("held up at step " + std::to_string(at));
    ExactlyOnceWorld world;
    Processor first(world, "p");
    run_until_stopped(world, first, at);
    world.broker.control().add_rule({.match = {.api = ApiKey::heartbeat},
                                     .times = 1,
                                     .action = AnswerError{ErrorCode::unknown_member_id}});
    world.broker.advance(seconds(3));
    Processor second(world, "q");
    try {
      second.step();
      second.step();
      world.broker.advance(seconds(at % 2 == 0 ? 30 : 1));
      first.go_on();
      first.step();
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), FailureKind::fatal) << error.what();
    }
    process_the_rest(world, "p");
    expect_exactly_once(world);
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(ExactlyOnce, TwoProcessorsShareTheWorkAndOneIsKilledAtAnyStep) {
  const std::uint64_t steps = steps_of_all();
  for (std::uint64_t at = 1; at < steps * 2; at += 2 * stride) {
    SCOPED_TRACE("killed at step " + std::to_string(at));
    ExactlyOnceWorld world;
    auto first = std::make_unique<Processor>(world, "p");
    Processor second(world, "q");
    world.runtime.stop_after(at);
    bool is_first = true;
    for (int turn = 0; turn < 60 && !world.is_done(); ++turn, is_first = !is_first) {
      try {
        if (is_first && first) first->step();
        if (!is_first) second.step();
      } catch (const Stopped&) {
        if (is_first) first.reset();
      }
      if (!is_first) second.go_on();
    }
    world.runtime.stop_never();
    process_the_rest(world, "r");
    expect_exactly_once(world);
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(ExactlyOnce, SameStepGivesTheSameBytes) {
  const auto run = [] {
    ExactlyOnceWorld world;
    {
      Processor first(world, "p");
      run_until_stopped(world, first, 77);
    }
    process_the_rest(world, "p");
    return world.digest();
  };
  EXPECT_EQ(run(), run());
}

/// Every request of transactions, with the errors that pass or that cost a transaction.
struct ApiFaults {
  ApiKey api;
  std::vector<ErrorCode> errors;
};

std::vector<ApiFaults> faults_to_survive() {
  using enum ErrorCode;
  const std::vector<ErrorCode> coordinator = {coordinator_load_in_progress,
                                              coordinator_not_available, not_coordinator,
                                              concurrent_transactions};
  const auto with = [](std::vector<ErrorCode> errors, const std::vector<ErrorCode>& more) {
    errors.insert(errors.end(), more.begin(), more.end());
    return errors;
  };
  return {
      {ApiKey::find_coordinator, {coordinator_not_available}},
      {ApiKey::init_producer_id, with(coordinator, {producer_fenced})},
      {ApiKey::add_partitions_to_txn,
       with(coordinator, {unknown_topic_or_partition, operation_not_attempted, producer_fenced,
                          invalid_producer_id_mapping})},
      {ApiKey::add_offsets_to_txn,
       with(coordinator, {transaction_abortable, unknown_producer_id, invalid_producer_epoch})},
      {ApiKey::txn_offset_commit,
       {coordinator_load_in_progress, coordinator_not_available, not_coordinator, request_timed_out,
        illegal_generation, unknown_member_id, fenced_instance_id, producer_fenced,
        transaction_abortable}},
      {ApiKey::end_txn, with(coordinator, {transaction_abortable, producer_fenced})},
      {ApiKey::produce,
       {not_leader_or_follower, not_enough_replicas, not_enough_replicas_after_append,
        out_of_order_sequence_number, invalid_producer_epoch, transaction_abortable,
        invalid_txn_state, kafka_storage_error}},
  };
}

std::uint64_t requests_of_all(ApiKey api) {
  ExactlyOnceWorld world;
  const auto rule = world.broker.control().add_rule({.match = {.api = api}});
  Processor(world, "p").run();
  return world.broker.control().rule(rule)->matched;
}

void expect_survived(ApiKey api, const FaultAction& action) {
  const std::uint64_t requests = requests_of_all(api);
  EXPECT_GT(requests, 0U) << name(api);
  for (std::uint64_t nth = 1; nth <= requests; nth += stride) {
    SCOPED_TRACE(std::string(name(api)) + " " + broker::to_string(action) + " at " +
                 std::to_string(nth));
    ExactlyOnceWorld world;
    const auto rule = world.broker.control().add_rule(
        FaultRule{.match = {.api = api}, .nth = nth, .action = action});
    process_the_rest(world, "p");
    EXPECT_EQ(world.broker.control().rule(rule)->hits, 1U) << "it never happened";
    expect_exactly_once(world);
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(ExactlyOnce, EveryErrorOfEveryRequestAtEveryStep) {
  for (const auto& [api, errors] : faults_to_survive()) {
    for (const ErrorCode error : errors) expect_survived(api, AnswerError{error});
  }
}

TEST(ExactlyOnce, EveryBrokenConnectionAndLostAnswerAtEveryStep) {
  for (const auto& [api, errors] : faults_to_survive()) {
    for (const FaultAction& action :
         std::vector<FaultAction>{Disconnect{Moment::before}, Disconnect{Moment::after},
                                  DropAnswer{}, broker::DelayAnswer{seconds(1)}}) {
      expect_survived(api, action);
    }
  }
}

TEST(ExactlyOnce, BrokersStopAndStartAtAnyStep) {
  for (std::uint64_t at = 1; at < 240; at += 7 * stride) {
    for (std::int32_t node = 1; node <= 3; ++node) {
      SCOPED_TRACE("broker " + std::to_string(node) + " at step " + std::to_string(at));
      ExactlyOnceWorld world({.brokers = 3});
      Processor processor(world, "p");
      run_until_stopped(world, processor, at);
      world.broker.control().stop_broker(node);
      try {
        processor.go_on();
        processor.step();
        world.broker.control().start_broker(node);
        processor.run();
      } catch (const Error& error) {
        EXPECT_NE(error.kind(), FailureKind::commit_failed) << error.what();
      }
      process_the_rest(world, "p");
      expect_exactly_once(world);
      if (::testing::Test::HasFailure()) return;
    }
  }
}

}  // namespace
}  // namespace cohort::client
