// Member: a librdkafka consumer in a group, polled by a thread of its own, and what it saw.
#pragma once

#include <librdkafka/rdkafkacpp.h>

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace peer {

using Settings = std::map<std::string, std::string>;

/// A librdkafka configuration. Throws std::runtime_error naming the setting that is refused.
std::unique_ptr<RdKafka::Conf> configuration(const Settings& settings);

/// One call of the rebalance callback.
struct Rebalance {
  bool is_assignment = false;
  std::set<int> partitions;
  bool operator==(const Rebalance&) const = default;
};

class Member : private RdKafka::RebalanceCb, private RdKafka::EventCb {
 public:
  Member(const std::string& bootstrap, const std::string& group, const std::string& topic,
         const Settings& extra = {});
  ~Member() override;
  Member(const Member&) = delete;
  Member& operator=(const Member&) = delete;

  /// Closes the consumer: a dynamic member leaves the group, a static one does not.
  void leave();
  /// Commits what was read so far and waits for the answer.
  RdKafka::ErrorCode commit();
  /// The sum of the group's committed offsets of this topic's first `partitions` partitions.
  std::int64_t committed(int partitions);

  std::set<int> held() const;
  std::vector<std::string> values() const;
  std::vector<Rebalance> rebalances() const;
  bool is_fenced() const { return is_fenced_; }

 private:
  void run();
  void rebalance_cb(RdKafka::KafkaConsumer* consumer, RdKafka::ErrorCode what,
                    std::vector<RdKafka::TopicPartition*>& partitions) override;
  void event_cb(RdKafka::Event& event) override;

  std::string topic_;
  mutable std::mutex mutex_;
  std::set<int> held_;
  std::vector<std::string> values_;
  std::vector<Rebalance> rebalances_;
  std::atomic<bool> is_leaving_ = false;
  std::atomic<bool> is_fenced_ = false;
  std::unique_ptr<RdKafka::KafkaConsumer> consumer_;
  std::thread thread_;
};

}  // namespace peer
