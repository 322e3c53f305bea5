// TimedConsumer: a librdkafka consumer in a group, polled by a thread of its own, that notes when
// its requests left.
#pragma once

#include "client.hpp"
#include "share_watch.hpp"

#include <array>
#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace bench {

struct Subscription {
  std::string bootstrap;
  std::string group;
  std::string topic;
  Settings settings{};
};

/// Times are taken in librdkafka's on_request_sent interceptor: the moment when the last byte of a
/// request was written to the socket.
class TimedConsumer {
 public:
  /// Starts a thread that makes the consumer, subscribes and polls. `on_record`, if any, is called
  /// there with each record.
  TimedConsumer(int number, Subscription subscription, ShareWatch& watch,
                std::function<void(const rd_kafka_message_t&)> on_record = {});
  ~TimedConsumer();
  TimedConsumer(const TimedConsumer&) = delete;
  TimedConsumer& operator=(const TimedConsumer&) = delete;

  /// Asks the consumer to close, which leaves the group; does not wait.
  void begin_close() { is_closing_ = true; }

  /// When the first JoinGroup left; nothing before it has.
  std::optional<Clock::time_point> first_join() const;
  std::optional<Clock::time_point> leave_sent() const;
  /// The generations it took part in: one SyncGroup each.
  int generations() const;
  /// The longest time between one Heartbeat and the next.
  Clock::duration longest_heartbeat_gap() const;

 private:
  void run();
  void note_request(int api_key);
  static rd_kafka_resp_err_t on_new(rd_kafka_t* client, const rd_kafka_conf_t*, void* self, char*,
                                    std::size_t);
  static rd_kafka_resp_err_t on_request_sent(rd_kafka_t*, int, const char*, std::int32_t,
                                             std::int16_t api_key, std::int16_t, std::int32_t,
                                             std::size_t, void* self);
  static void on_rebalance(rd_kafka_t* client, rd_kafka_resp_err_t what,
                           rd_kafka_topic_partition_list_t* partitions, void* self);

  int number_;
  Subscription subscription_;
  ShareWatch& watch_;
  std::function<void(const rd_kafka_message_t&)> on_record_;
  mutable std::mutex mutex_;
  std::optional<Clock::time_point> first_join_;
  std::optional<Clock::time_point> leave_sent_;
  std::optional<Clock::time_point> last_heartbeat_;
  Clock::duration longest_heartbeat_gap_{};
  int generations_ = 0;
  std::atomic<bool> is_closing_ = false;
  std::thread thread_;
};

}  // namespace bench
