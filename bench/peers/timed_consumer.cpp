#include "timed_consumer.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace bench {

namespace {

constexpr int join_group = 11;
constexpr int heartbeat = 12;
constexpr int leave_group = 13;
constexpr int sync_group = 14;

std::set<int> numbers(const rd_kafka_topic_partition_list_t& partitions) {
  std::set<int> found;
  for (int i = 0; i < partitions.cnt; ++i) found.insert(partitions.elems[i].partition);
  return found;
}

}  // namespace

TimedConsumer::TimedConsumer(int number, Subscription subscription, ShareWatch& watch,
                             std::function<void(const rd_kafka_message_t&)> on_record)
    : number_(number),
      subscription_(std::move(subscription)),
      watch_(watch),
      on_record_(std::move(on_record)) {
  watch_.enter(number_);
  thread_ = std::thread([this] { run(); });
}

TimedConsumer::~TimedConsumer() {
  begin_close();
  thread_.join();
}

std::optional<Clock::time_point> TimedConsumer::first_join() const {
  const std::lock_guard lock(mutex_);
  return first_join_;
}

std::optional<Clock::time_point> TimedConsumer::leave_sent() const {
  const std::lock_guard lock(mutex_);
  return leave_sent_;
}

int TimedConsumer::generations() const {
  const std::lock_guard lock(mutex_);
  return generations_;
}

Clock::duration TimedConsumer::longest_heartbeat_gap() const {
  const std::lock_guard lock(mutex_);
  return longest_heartbeat_gap_;
}

void TimedConsumer::run() {
  Settings settings = subscription_.settings;
  settings.merge(Settings{{"bootstrap.servers", subscription_.bootstrap},
                          {"group.id", subscription_.group},
                          {"auto.offset.reset", "earliest"}});
  Configuration configuration = configured(settings);
  rd_kafka_conf_set_opaque(configuration.get(), this);
  rd_kafka_conf_set_rebalance_cb(configuration.get(), &TimedConsumer::on_rebalance);
  rd_kafka_conf_interceptor_add_on_new(configuration.get(), "bench", &TimedConsumer::on_new, this);
  const Client client = made(RD_KAFKA_CONSUMER, std::move(configuration));
  rd_kafka_poll_set_consumer(client.get());
  rd_kafka_topic_partition_list_t* topics = rd_kafka_topic_partition_list_new(1);
  rd_kafka_topic_partition_list_add(topics, subscription_.topic.c_str(), RD_KAFKA_PARTITION_UA);
  rd_kafka_subscribe(client.get(), topics);
  rd_kafka_topic_partition_list_destroy(topics);
  while (!is_closing_) {
    rd_kafka_message_t* message = rd_kafka_consumer_poll(client.get(), 20);
    if (message == nullptr) continue;
    if (message->err == RD_KAFKA_RESP_ERR_NO_ERROR && on_record_) on_record_(*message);
    rd_kafka_message_destroy(message);
  }
  watch_.leave(number_);
  rd_kafka_consumer_close(client.get());
}

void TimedConsumer::note_request(int api_key) {
  const Clock::time_point now = Clock::now();
  const std::lock_guard lock(mutex_);
  if (api_key == join_group && !first_join_) first_join_ = now;
  if (api_key == leave_group) leave_sent_ = now;
  if (api_key == sync_group) ++generations_;
  // A rebalance may pause the heartbeats.
  if (api_key == join_group) last_heartbeat_.reset();
  if (api_key != heartbeat) return;
  if (last_heartbeat_) {
    longest_heartbeat_gap_ = std::max(longest_heartbeat_gap_, now - *last_heartbeat_);
  }
  last_heartbeat_ = now;
}

rd_kafka_resp_err_t TimedConsumer::on_new(rd_kafka_t* client, const rd_kafka_conf_t*, void* self,
                                          char*, std::size_t) {
  return rd_kafka_interceptor_add_on_request_sent(client, "bench", &TimedConsumer::on_request_sent,
                                                  self);
}

rd_kafka_resp_err_t TimedConsumer::on_request_sent(rd_kafka_t*, int, const char*, std::int32_t,
                                                   std::int16_t api_key, std::int16_t, std::int32_t,
                                                   std::size_t, void* self) {
  static_cast<TimedConsumer*>(self)->note_request(api_key);
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}

void TimedConsumer::on_rebalance(rd_kafka_t* client, rd_kafka_resp_err_t what,
                                 rd_kafka_topic_partition_list_t* partitions, void* self) {
  auto& consumer = *static_cast<TimedConsumer*>(self);
  const bool is_assignment = what == RD_KAFKA_RESP_ERR__ASSIGN_PARTITIONS;
  consumer.watch_.hold(consumer.number_, is_assignment ? numbers(*partitions) : std::set<int>{});
  rd_kafka_assign(client, is_assignment ? partitions : nullptr);
}

}  // namespace bench
