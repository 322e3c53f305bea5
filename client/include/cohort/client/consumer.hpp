// Consumer: reads topics, alone or as a member of a group; its calls wait.
#pragma once

#include <cohort/client/assignor.hpp>
#include <cohort/client/committed_offset.hpp>
#include <cohort/client/consumer_config.hpp>
#include <cohort/client/consumer_record.hpp>
#include <cohort/client/error.hpp>
#include <cohort/client/group_membership.hpp>
#include <cohort/client/runtime.hpp>
#include <cohort/client/topic_partition.hpp>
#include <cohort/node/instant.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace cohort::client {

class Consumer;

/// Called inside poll(), and inside unsubscribe() and close(). They may commit, seek, pause, and
/// ask for positions. What they throw leaves that call; the rebalance goes on with the next one.
/// One that closes or destroys the consumer ends the call with Error of the kind `closed`.
struct RebalanceListener {
  using Function = std::function<void(Consumer&, const PartitionSet&)>;
  /// What was added: all partitions of an eager group, only the new ones of a cooperative one,
  /// which may be none.
  Function on_assigned{};
  /// What is to be given up, while it still is this member's: the place to commit.
  Function on_revoked{};
  /// What somebody else may own already. Not set: on_revoked is called (KIP-429).
  Function on_lost{};
};

using CommitCallback = std::function<void(const OffsetsToCommit&, const std::optional<Failure>&)>;

/// An offset found by its time.
struct OffsetAndTimestamp {
  std::int64_t offset = -1;
  std::int64_t timestamp = -1;  ///< Of the record there, in milliseconds since the Unix epoch.
  std::int32_t leader_epoch = -1;
  bool operator==(const OffsetAndTimestamp&) const = default;
};

/// How a consumer is closed.
enum class Leaving : std::uint8_t {
  as_configured,  ///< A dynamic member leaves its group, a static one stays (KIP-345).
  leave,          ///< Whatever it is.
  stay,           ///< The group finds out by the session timeout.
};

/// Modelled on Kafka's KafkaConsumer: the same calls with the same meaning. Heartbeats, fetches and
/// rebalances go on by themselves between calls; listeners and commit callbacks run inside them. A
/// call that takes longer than its timeout throws TimedOut, which tells what was waited for;
/// without a timeout it is `default.api.timeout.ms`. Failures are thrown as Error. Calls come from
/// one thread at a time, but wakeup(), which is for any.
class Consumer {
 public:
  /// Over TCP. Throws ConfigError.
  explicit Consumer(const ConsumerConfig& config, Assignors assignors = {});
  explicit Consumer(const Properties& properties, Assignors assignors = {});
  /// Where `runtime` runs it: sockets or a simulation. REQUIRES: the runtime outlives it.
  /// `assignors`, if there are any, stand before those that are named in the configuration; with
  /// them that one's default does not count.
  Consumer(const ConsumerConfig& config, Runtime& runtime, Assignors assignors = {});
  /// A dynamic member leaves its group, which it waits for a second at the most. Nothing is
  /// committed and no listener called: that is for close().
  ~Consumer();
  Consumer(Consumer&&) noexcept;
  Consumer& operator=(Consumer&&) noexcept;

  /// Topics that do not exist yet may come. Another subscription, or assignment, is replaced.
  void subscribe(const std::set<std::string>& topics, RebalanceListener listener = {});
  /// Every topic whose whole name the regular expression matches (ECMAScript's syntax), also those
  /// that come later, within `metadata.max.age.ms`. Throws ConfigError if it is none.
  void subscribe_pattern(const std::string& regex, RebalanceListener listener = {});
  /// Gives all partitions up and leaves the group.
  void unsubscribe();
  /// Reads these, without a group: nobody hears of it. A commit goes to `group.id` all the same.
  void assign(const PartitionSet& partitions);
  PartitionSet assignment() const;
  /// What was subscribed to, by name or by pattern.
  std::set<std::string> subscription() const;

  /// Records, as soon as there are any, `max.poll.records` at the most; none when there are none
  /// within so much time. The next call commits what this one gave, with auto-commit. Throws what
  /// reading or the group failed with, and can be called again: a record that can't be read is
  /// skipped with seek().
  std::vector<ConsumerRecord> poll(Duration timeout);

  void seek(const TopicPartition& partition, std::int64_t offset);
  /// Of no partitions these two mean all that are assigned (KafkaConsumer.seekToEnd).
  void seek_to_beginning(const PartitionSet& partitions = {});
  void seek_to_end(const PartitionSet& partitions = {});
  /// To the first record of this time or later; to the end if there is none.
  void seek_to_time(const PartitionSet& partitions, Instant time);
  void pause(const PartitionSet& partitions);
  void resume(const PartitionSet& partitions);
  PartitionSet paused() const;

  /// The offset of the next record that poll() gives. Waits until it is known.
  std::int64_t position(const TopicPartition& partition,
                        std::optional<Duration> timeout = std::nullopt);
  /// End less position, of what is known without asking; nothing before the first answer.
  std::optional<std::int64_t> current_lag(const TopicPartition& partition) const;

  /// All that poll() has given.
  void commit(std::optional<Duration> timeout = std::nullopt);
  /// This record and all before it: its offset + 1.
  void commit(const ConsumerRecord& record, std::optional<Duration> timeout = std::nullopt);
  void commit(const OffsetsToCommit& offsets, std::optional<Duration> timeout = std::nullopt);
  /// Sent at once, and not sent again. The callback runs inside a later call of poll(), commit() or
  /// close().
  void commit_async(CommitCallback callback = {});
  void commit_async(const OffsetsToCommit& offsets, CommitCallback callback = {});
  /// Of the group.
  CommittedOffsets committed(const PartitionSet& partitions,
                             std::optional<Duration> timeout = std::nullopt);

  /// The first record of this time or later; without an entry where there is none.
  std::map<TopicPartition, OffsetAndTimestamp> offsets_for_times(
      const std::map<TopicPartition, Instant>& times,
      std::optional<Duration> timeout = std::nullopt);
  std::map<TopicPartition, std::int64_t> beginning_offsets(
      const PartitionSet& partitions, std::optional<Duration> timeout = std::nullopt);
  /// With read_committed the last stable offset.
  std::map<TopicPartition, std::int64_t> end_offsets(
      const PartitionSet& partitions, std::optional<Duration> timeout = std::nullopt);
  /// All of a topic; throws Error if there is none of this name. To ask may make it, where
  /// `allow.auto.create.topics` and the broker let it.
  PartitionSet partitions_for(const std::string& topic,
                              std::optional<Duration> timeout = std::nullopt);

  GroupMembership membership() const;
  /// Has the group rebalance with the next poll(); the reason is for the broker's log (KIP-800).
  void enforce_rebalance(const std::string& reason = "rebalance enforced by user");
  /// Makes the call that waits, or the next one, throw Error of the kind `canceled`.
  void wakeup();

  /// Commits if that is automatic, gives all up, leaves the group, ends its connections. Throws
  /// TimedOut when that took too long; it is closed all the same. Any call after it but this one
  /// throws Error of the kind `closed`.
  void close(std::optional<Duration> timeout = std::nullopt,
             Leaving leaving = Leaving::as_configured);

  const ConsumerConfig& config() const;
  /// By the clock of where it runs.
  Instant now() const;
  Runtime& runtime() const;
  /// What it is doing and what it waits for, for people.
  std::string describe() const;

 private:
  class Machine;
  std::shared_ptr<Machine> machine_;  ///< A call that is under way has it too.
};

}  // namespace cohort::client
