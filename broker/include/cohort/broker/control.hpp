// Control: what a test does to a broker from outside, where no client's request could.
#pragma once

#include <cohort/broker/broker.hpp>
#include <cohort/broker/fault_rule.hpp>
#include <cohort/broker/group_view.hpp>
#include <cohort/broker/not_there.hpp>
#include <cohort/broker/transaction_view.hpp>
#include <cohort/node/instant.hpp>
#include <cohort/protocol/buffer.hpp>
#include <cohort/protocol/record.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cohort::broker {

struct OffsetToSet {
  std::string topic{};
  std::int32_t partition = 0;
  std::int64_t offset = 0;
  std::string metadata{};
};

/// How a partition stands.
struct PartitionView {
  std::int32_t partition = 0;
  std::int32_t leader = -1;
  std::int32_t leader_epoch = 0;
  std::vector<std::int32_t> replicas;
  std::vector<std::int32_t> isr;
  std::int64_t log_start_offset = 0;
  std::int64_t last_stable_offset = 0;
  std::int64_t end_offset = 0;
  std::int64_t size_bytes = 0;
  bool operator==(const PartitionView&) const = default;
};

struct TopicView {
  std::string topic;
  bool is_internal = false;
  std::vector<PartitionView> partitions;
  bool operator==(const TopicView&) const = default;
};

/// nullopt: there is no such topic.
std::optional<TopicView> topic_view(const Broker& broker, const std::string& topic);

/// Every call happens at once, between two requests, and leaves its facts in the journal with the
/// cause `control`. What can't be done is a std::invalid_argument whose message says why (NotThere
/// for a name that means nothing), and then nothing has changed. The operations have the same names
/// over HTTP.
class Control {
 public:
  /// Runs its argument between two calls of the broker, then carries out what the broker wants.
  using Turn = std::function<void(const std::function<void(Broker&, Instant)>&)>;
  explicit Control(Turn turn) : turn_(std::move(turn)) {}

  // Groups

  /// Nothing if there is no such group.
  std::optional<GroupView> group(const std::string& group);
  /// By name.
  std::vector<GroupView> groups();
  /// As if the member's session had ended now; also an id that was handed out and not used yet.
  void expire_member(const std::string& group, const std::string& member_id);
  /// Its members are told to rejoin. Throws if the group has none, or is in its join phase already.
  void force_rebalance(const std::string& group,
                       const std::string& reason = "asked for by control");
  /// Another broker becomes the group's coordinator, and reads its log: whoever waits hears
  /// NOT_COORDINATOR. Without `to` the next in sync; where there is one broker alone, it begins
  /// anew.
  void move_coordinator(const std::string& group, std::optional<std::int32_t> to = std::nullopt);
  /// Commits for the group, whoever its members are; a group that is not there is made.
  void set_offsets(const std::string& group, const std::vector<OffsetToSet>& offsets);

  // Transactions

  /// Nothing if there is no such transactional id.
  std::optional<TransactionView> transaction(const std::string& transactional_id);
  /// By transactional id.
  std::vector<TransactionView> transactions();
  /// Aborts the open transaction of this transactional id now, as if it had timed out: in the next
  /// producer epoch, so that its producer hears INVALID_PRODUCER_EPOCH or PRODUCER_FENCED next, and
  /// its successor InitProducerId goes on. Throws if none is open. (To write a marker for one
  /// partition and producer, as Kafka's administrators do, send WriteTxnMarkers.)
  void abort_transaction(const std::string& transactional_id);
  /// As if nobody had used it for `transactional.id.expiration.ms`: its producer hears
  /// INVALID_PRODUCER_ID_MAPPING next. Throws while a transaction is open or ending.
  void expire_transactional_id(const std::string& transactional_id);

  // Topics

  /// By name; without `__consumer_offsets` and `__transaction_state`, unless asked for.
  std::vector<TopicView> topics(bool with_internal = false);
  std::optional<TopicView> topic(const std::string& topic);
  /// With -1 as many partitions as `num.partitions` says.
  void create_topic(const std::string& topic, std::int32_t partitions = -1);
  void delete_topic(const std::string& topic);
  /// In all; throws if it has as many or more.
  void grow_topic(const std::string& topic, std::int32_t partitions);
  /// Another broker leads, in a new leader epoch. Without `to` the next one in sync; if there is
  /// none, the same one leads in the new epoch.
  void move_leader(const std::string& topic, std::int32_t partition,
                   std::optional<std::int32_t> to = std::nullopt);
  /// Records below the offset go, -1: all. Gives the new log start offset.
  std::int64_t delete_records(const std::string& topic, std::int32_t partition,
                              std::int64_t offset);
  /// At once and in full, the newest records too. Throws if the topic is not compacted.
  void compact(const std::string& topic);
  /// Deletes at once what retention does not keep, of every topic or of one.
  void apply_retention(const std::optional<std::string>& topic = std::nullopt);
  /// One batch of these records; gives the offset of the first. Throws what a producer would be
  /// told.
  std::int64_t append(const std::string& topic, std::int32_t partition,
                      const std::vector<Record>& records);
  /// The batch as it is, unchecked but for its own form and checksum: control batches, batches
  /// without records, of any producer. `at` leaves a gap behind what is there. Gives its first
  /// offset.
  std::int64_t append_batch(const std::string& topic, std::int32_t partition, const Buffer& batch,
                            std::optional<std::int64_t> at = std::nullopt);

  // Brokers and clients

  void stop_broker(std::int32_t node_id);
  void start_broker(std::int32_t node_id);
  /// Closes the connections of the clients of this id; gives their number.
  std::size_t disconnect(const std::string& client_id);

  // Fault rules

  RuleId add_rule(FaultRule rule);
  /// What it holds or delays goes on.
  void remove_rule(RuleId id);
  std::optional<RuleStatus> rule(RuleId id);
  std::vector<RuleStatus> rules();
  /// Requests that rules hold, in the order in which they came.
  std::vector<HeldRequest> held();
  void release(std::uint64_t number);
  /// Gives their number.
  std::size_t release_all(RuleId id);

 private:
  Turn turn_;
};

}  // namespace cohort::broker
