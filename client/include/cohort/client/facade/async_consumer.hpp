// AsyncConsumer: a consumer over TCP whose calls take a completion token of Asio instead of
// waiting.
#pragma once

#include <cohort/client/assignor.hpp>
#include <cohort/client/committed_offset.hpp>
#include <cohort/client/consumer.hpp>
#include <cohort/client/consumer_config.hpp>
#include <cohort/client/consumer_record.hpp>
#include <cohort/client/erased_operation.hpp>
#include <cohort/client/facade/async_call.hpp>
#include <cohort/client/facade/async_driver.hpp>
#include <cohort/client/topic_partition.hpp>

#include <boost/asio/any_io_executor.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace cohort::client {

enum class RebalanceNews : std::uint8_t {
  none,
  assigned,
  revoked,  ///< Still this member's until the next async_poll(): the time to commit.
  lost,
};

/// What async_poll() ends with: records, or what the group gives or takes, or neither when its time
/// is over.
struct PollResult {
  std::vector<ConsumerRecord> records{};
  RebalanceNews rebalance = RebalanceNews::none;
  PartitionSet partitions{};  ///< That the rebalance is about.
};

/// Calls of Consumer, but that no listener is called: a rebalance is what async_poll() ends with,
/// and the next one says that it was dealt with. The node runs on a thread of its own;
/// handlers run on their own executor, or else on the consumer's. Calls may come from any thread
/// and overlap, but only one async_poll() at a time. A call that is canceled, or is not done within
/// its timeout, ends with Error (`canceled`, TimedOut); one whose consumer goes ends with `closed`.
/// Tokens that give errors by exceptions (use_awaitable, use_future) throw them. When the handler's
/// context goes, so does the handler, uncalled: a coroutine may own the consumer that it awaits.
class AsyncConsumer {
 public:
  /// Throws ConfigError.
  AsyncConsumer(const boost::asio::any_io_executor& executor, const ConsumerConfig& config,
                Assignors assignors = {});
  /// As Consumer's. Waits for its thread, unless a handler that runs there releases it.
  ~AsyncConsumer();
  AsyncConsumer(const AsyncConsumer&) = delete;
  AsyncConsumer& operator=(const AsyncConsumer&) = delete;

  // At once, as Consumer's. REQUIRES of these: not from the node's own thread.

  void subscribe(const std::set<std::string>& topics);
  void subscribe_pattern(const std::string& regex);
  /// Throws std::logic_error while it is subscribed.
  void assign(const PartitionSet& partitions);
  PartitionSet assignment();
  void seek(const TopicPartition& partition, std::int64_t offset);
  void seek_to_beginning(const PartitionSet& partitions = {});
  void seek_to_end(const PartitionSet& partitions = {});
  void seek_to_time(const PartitionSet& partitions, Instant time);
  void pause(const PartitionSet& partitions);
  void resume(const PartitionSet& partitions);
  GroupMembership membership();

  // Signature void(std::exception_ptr, Value), or void(std::exception_ptr) where there is none.

  /// Gives PollResult: an empty one if there is nothing to tell within so much time, which is the
  /// way to poll for a while only. What a poll that is canceled had found comes with the next one,
  /// and is not committed before.
  template <class CompletionToken>
  auto async_poll(Duration timeout, CompletionToken&& token) {
    return run(poll_operation(), timeout, std::forward<CompletionToken>(token));
  }
  /// All that was polled.
  template <class CompletionToken>
  auto async_commit(CompletionToken&& token) {
    return run(commit_operation(std::nullopt), default_timeout(),
               std::forward<CompletionToken>(token));
  }
  template <class CompletionToken>
  auto async_commit(const OffsetsToCommit& offsets, CompletionToken&& token) {
    return run(commit_operation(offsets), default_timeout(), std::forward<CompletionToken>(token));
  }
  /// Gives CommittedOffsets.
  template <class CompletionToken>
  auto async_committed(const PartitionSet& partitions, CompletionToken&& token) {
    return run(committed_operation(partitions), default_timeout(),
               std::forward<CompletionToken>(token));
  }
  /// Gives the offset.
  template <class CompletionToken>
  auto async_position(const TopicPartition& partition, CompletionToken&& token) {
    return run(position_operation(partition), default_timeout(),
               std::forward<CompletionToken>(token));
  }
  /// Gives offsets by partition.
  template <class CompletionToken>
  auto async_beginning_offsets(const PartitionSet& partitions, CompletionToken&& token) {
    return run(ends_operation(partitions, true), default_timeout(),
               std::forward<CompletionToken>(token));
  }
  template <class CompletionToken>
  auto async_end_offsets(const PartitionSet& partitions, CompletionToken&& token) {
    return run(ends_operation(partitions, false), default_timeout(),
               std::forward<CompletionToken>(token));
  }
  /// Gives OffsetAndTimestamp by partition, where there is one.
  template <class CompletionToken>
  auto async_offsets_for_times(const std::map<TopicPartition, Instant>& times,
                               CompletionToken&& token) {
    return run(times_operation(times), default_timeout(), std::forward<CompletionToken>(token));
  }
  /// Gives all up and leaves the group; what was polled and not committed is not.
  template <class CompletionToken>
  auto async_leave(CompletionToken&& token) {
    return run(leave_operation(), default_timeout(), std::forward<CompletionToken>(token));
  }

 private:
  template <class Value, class CompletionToken>
  auto run(ErasedOperation<Value> operation, Duration timeout, CompletionToken&& token) {
    return async_call(AsyncCaller{.driver = *driver_, .executor = executor_}, std::move(operation),
                      timeout, std::forward<CompletionToken>(token));
  }
  Duration default_timeout() const { return config_.client.default_api_timeout; }

  ErasedOperation<PollResult> poll_operation();
  ErasedOperation<void> commit_operation(std::optional<OffsetsToCommit> offsets);
  ErasedOperation<CommittedOffsets> committed_operation(PartitionSet partitions);
  ErasedOperation<std::int64_t> position_operation(TopicPartition partition);
  static ErasedOperation<std::map<TopicPartition, std::int64_t>> ends_operation(
      const PartitionSet& partitions, bool are_beginnings);
  static ErasedOperation<std::map<TopicPartition, OffsetAndTimestamp>> times_operation(
      const std::map<TopicPartition, Instant>& times);
  static ErasedOperation<void> leave_operation();

  class LastPoll;
  /// Begins where the last poll that arrived has left the positions.
  template <class Operation>
  Operation settled(Operation operation) const;

  ConsumerConfig config_;
  boost::asio::any_io_executor executor_;
  std::shared_ptr<LastPoll> last_poll_;  ///< The calls under way have it too.
  std::unique_ptr<AsyncDriver> driver_;
};

}  // namespace cohort::client
