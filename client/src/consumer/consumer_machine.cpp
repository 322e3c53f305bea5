#include "consumer/consumer_machine.hpp"

#include "consumer/assignors_of.hpp"
#include "misuse.hpp"

#include <algorithm>
#include <exception>

namespace cohort::client {

namespace {

ConsumerConfig checked(const ConsumerConfig& config) {
  check(config);
  return config;
}

}  // namespace

Consumer::Machine::Machine(const ConsumerConfig& config, Runtime& runtime, Assignors assignors)
    : config_(checked(config)),
      runtime_(&runtime),
      driver_(runtime.run(
          std::make_unique<ConsumerNode>(config_, assignors_of(config_, std::move(assignors))))) {}

void Consumer::Machine::require_open() const {
  if (!is_closed_) return;
  throw Error({.kind = FailureKind::closed, .message = "the consumer is closed"});
}

void Consumer::Machine::require_group(const std::string& call) const {
  client::require_group(call, config_);
}

std::vector<ConsumerRecord> Consumer::Machine::poll(Consumer& consumer, Duration timeout) {
  const Instant deadline = runtime_->now() + std::max(timeout, Duration::zero());
  while (true) {
    require_open();  // A listener or a callback may have closed it.
    const Duration left = std::max(deadline - runtime_->now(), Duration::zero());
    Outcome<operations::Polled> polled = call(*driver_, operations::poll(), left);
    if (!polled) throw_exception_from_error(polled.error(), BOOST_CURRENT_LOCATION);
    switch (polled->news) {
      case PollNews::call:
        tell_listener(consumer);
        break;
      case PollNews::commits:
        run_callbacks(std::move(polled->commits));
        break;
      case PollNews::records:
        if (!polled->records.empty()) return std::move(polled->records);
        break;
      case PollNews::none:  // Its time is over.
        return {};
      case PollNews::woken:
      case PollNews::failure:
        break;
    }
  }
}

void Consumer::Machine::tell_listener(Consumer& consumer) {
  std::optional<RebalanceCall> begun;
  turn([&](ConsumerNode& node, Instant now) {
    if (node.has_call()) begun = node.begin_call(now);
  });
  if (!begun) return;
  const auto finish = [this] {
    turn_anyway([](ConsumerNode& node, Instant now) {
      // Unless the listener has left the group, which finished the call.
      if (node.is_call_under_way()) node.finish_call(now);
    });
  };
  const RebalanceListener::Function& lost =
      listener_.on_lost ? listener_.on_lost : listener_.on_revoked;
  const RebalanceListener::Function& function =
      begun->kind == RebalanceCallKind::assigned  ? listener_.on_assigned
      : begun->kind == RebalanceCallKind::revoked ? listener_.on_revoked
                                                  : lost;
  try {
    if (function) {
      const RebalanceListener::Function called = function;  // It may subscribe anew.
      called(consumer, begun->partitions);
    }
  } catch (...) {
    finish();
    throw;
  }
  finish();
}

void Consumer::Machine::run_callbacks(std::vector<CommitResult> results) {
  std::exception_ptr thrown;
  for (const CommitResult& result : results) {
    auto callback = callbacks_.extract(result.id);
    if (!callback || !callback.mapped()) continue;
    try {
      callback.mapped()(result.offsets, result.failure);
    } catch (...) {  // The others are called all the same.
      if (!thrown) thrown = std::current_exception();
    }
  }
  if (thrown) std::rethrow_exception(thrown);
}

void Consumer::Machine::run_due_callbacks() {
  std::vector<CommitResult> results;
  turn([&](ConsumerNode& node, Instant) { results = node.take_async_results(); });
  run_callbacks(std::move(results));
}

void Consumer::Machine::commit(std::optional<OffsetsToCommit> offsets,
                               std::optional<Duration> timeout) {
  require_group("commit");
  wait(operations::commit(std::move(offsets)), timeout);
  // Those of earlier async commits come before this call returns, as in Kafka's consumer.
  run_due_callbacks();
}

void Consumer::Machine::commit_async(std::optional<OffsetsToCommit> offsets,
                                     CommitCallback callback) {
  require_group("commit_async");
  turn([&](ConsumerNode& node, Instant now) {
    const CommitId id = node.commit_async(offsets ? std::move(*offsets) : node.consumed(), now);
    callbacks_.emplace(id, std::move(callback));
  });
}

std::map<TopicPartition, std::int64_t> Consumer::Machine::ends(
    std::map<TopicPartition, std::int64_t> timestamps, std::optional<Duration> timeout) {
  std::map<TopicPartition, std::int64_t> offsets;
  for (const auto& [partition, found] :
       wait(operations::find_offsets(std::move(timestamps)), timeout)) {
    offsets.emplace(partition, found.offset);
  }
  return offsets;
}

void Consumer::Machine::end_assignment(Consumer& /*consumer*/) { require_group("subscribe"); }

void Consumer::Machine::end_subscription(Consumer& consumer) {
  if (!look([](const ConsumerNode& node) { return node.is_subscribed() || !node.has_left(); })) {
    return;
  }
  leave(consumer, {.reason = "the consumer was assigned partitions by hand"},
        config_.client.default_api_timeout);
}

void Consumer::Machine::leave(Consumer& consumer, const Departure& departure, Duration timeout) {
  // Inside a listener: what it was called for is dealt with, as it seems.
  turn([](ConsumerNode& node, Instant now) {
    if (node.is_call_under_way()) node.finish_call(now);
  });
  const Instant deadline = runtime_->now() + std::max(timeout, Duration::zero());
  while (true) {
    const Duration left = std::max(deadline - runtime_->now(), Duration::zero());
    if (wait(operations::leave(departure), left)) return;
    tell_listener(consumer);
  }
}

void Consumer::Machine::close(Consumer& consumer, Duration timeout, Leaving leaving) {
  if (is_closed_) return;
  // A consumer that is being closed is not woken any more (KafkaConsumer.close).
  turn([](ConsumerNode& node, Instant) { node.ignore_wake_ups(); });
  const Instant deadline = runtime_->now() + std::max(timeout, Duration::zero());
  const auto left = [&] { return std::max(deadline - runtime_->now(), Duration::zero()); };
  std::exception_ptr trouble;
  const auto attempt = [&](const auto& step) {
    try {
      step();
    } catch (...) {
      if (!trouble) trouble = std::current_exception();
    }
  };
  if (config_.enable_auto_commit && config_.group_id) {
    attempt([&] {
      const bool has_read = look([](const ConsumerNode& node) { return !node.consumed().empty(); });
      if (has_read) wait(operations::commit(std::nullopt), left());
    });
  }
  attempt([&] {
    leave(consumer,
          {.reason = "the consumer is being closed",
           .is_for_good = true,
           .even_if_static = leaving == Leaving::leave,
           .is_silent = leaving == Leaving::stay},
          left());
  });
  attempt([&] { wait(operations::drain_commits(), left()); });
  attempt([&] { run_due_callbacks(); });
  turn_anyway([](ConsumerNode& node, Instant now) { node.close(now); });
  is_closed_ = true;
  if (trouble) std::rethrow_exception(trouble);
}

void Consumer::Machine::abandon() noexcept {
  if (is_closed_) return;
  // Where this is a callback's doing, the call that it runs in goes on, without its consumer.
  try {
    turn([](ConsumerNode& node, Instant now) {
      node.leave_unheard({.reason = "the consumer is gone", .is_for_good = true}, now);
    });
    constexpr Duration patience = std::chrono::seconds(1);
    driver_->run_until(
        [](Node& node, Instant) { return static_cast<ConsumerNode&>(node).has_left(); },
        runtime_->now() + patience);
    turn([](ConsumerNode& node, Instant now) { node.close(now); });
  } catch (...) {  // NOLINT(bugprone-empty-catch): a destructor has nobody to tell.
  }
  is_closed_ = true;
}

}  // namespace cohort::client
