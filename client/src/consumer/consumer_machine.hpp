// Consumer::Machine: the node of a consumer, who runs it, and the functions of its user, which are
// no state of the node.
#pragma once

#include "consumer/consumer_node.hpp"
#include "consumer/consumer_operations.hpp"
#include <cohort/client/call.hpp>
#include <cohort/client/consumer.hpp>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace cohort::client {

class Consumer::Machine {
 public:
  Machine(const ConsumerConfig& config, Runtime& runtime, Assignors assignors);

  const ConsumerConfig& config() const { return config_; }
  Runtime& runtime() const { return *runtime_; }
  Duration or_default(std::optional<Duration> timeout) const {
    return timeout.value_or(config_.client.default_api_timeout);
  }
  void set_listener(RebalanceListener listener) { listener_ = std::move(listener); }

  /// Throws Error of the kind `closed`, as all that follow but turn_anyway().
  void require_open() const;
  /// Throws ConfigError without `group.id`; `call` is what needs it.
  void require_group(const std::string& call) const;

  template <class Work>
  void turn(const Work& work) {
    require_open();
    turn_anyway(work);
  }
  /// From any thread, and also when it is closed.
  template <class Work>
  void turn_anyway(const Work& work) {
    driver_->turn([&](Node& node, Instant now) { work(static_cast<ConsumerNode&>(node), now); });
  }
  /// What `question` says of the node.
  template <class Question>
  auto look(const Question& question) {
    std::optional<std::invoke_result_t<Question, const ConsumerNode&>> answer;
    turn([&](const ConsumerNode& node, Instant) { answer.emplace(question(node)); });
    return std::move(*answer);
  }
  /// Throws what it failed with.
  template <class Token, class Value>
  Value wait(Operation<ConsumerNode, Token, Value> operation, std::optional<Duration> timeout) {
    require_open();
    return call(*driver_, std::move(operation), or_default(timeout)).value();
  }

  std::vector<ConsumerRecord> poll(Consumer& consumer, Duration timeout);
  void commit(std::optional<OffsetsToCommit> offsets, std::optional<Duration> timeout);
  void commit_async(std::optional<OffsetsToCommit> offsets, CommitCallback callback);
  std::map<TopicPartition, std::int64_t> ends(std::map<TopicPartition, std::int64_t> timestamps,
                                              std::optional<Duration> timeout);

  /// Before a subscription begins: what was assigned by hand goes.
  void end_assignment(Consumer& consumer);
  void end_subscription(Consumer& consumer);
  void leave(Consumer& consumer, const Departure& departure, Duration timeout);
  void close(Consumer& consumer, Duration timeout, Leaving leaving);
  /// As the destructor: no listener, no commit, no exception.
  void abandon() noexcept;

 private:
  /// Calls the listener for what the group has given or taken.
  void tell_listener(Consumer& consumer);
  void run_callbacks(std::vector<CommitResult> results);
  void run_due_callbacks();

  ConsumerConfig config_;
  Runtime* runtime_;
  std::unique_ptr<Driver> driver_;  ///< Stays until the end: another thread may call wakeup().
  bool is_closed_ = false;
  RebalanceListener listener_;
  std::map<CommitId, CommitCallback> callbacks_;
};

}  // namespace cohort::client
