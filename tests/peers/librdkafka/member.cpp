#include "member.hpp"

#include <stdexcept>

namespace peer {
namespace {

std::set<int> numbers(const std::vector<RdKafka::TopicPartition*>& partitions) {
  std::set<int> found;
  for (const RdKafka::TopicPartition* partition : partitions) found.insert(partition->partition());
  return found;
}

}  // namespace

std::unique_ptr<RdKafka::Conf> configuration(const Settings& settings) {
  std::unique_ptr<RdKafka::Conf> made(RdKafka::Conf::create(RdKafka::Conf::CONF_GLOBAL));
  for (const auto& [key, value] : settings) {
    std::string error;
    if (made->set(key, value, error) != RdKafka::Conf::CONF_OK) throw std::runtime_error(error);
  }
  return made;
}

Member::Member(const std::string& bootstrap, const std::string& group, const std::string& topic,
               const Settings& extra)
    : topic_(topic) {
  Settings settings = extra;
  settings.merge(Settings{{"bootstrap.servers", bootstrap},
                          {"group.id", group},
                          {"auto.offset.reset", "earliest"},
                          {"enable.auto.commit", "false"},
                          {"heartbeat.interval.ms", "300"},
                          {"session.timeout.ms", "6000"},
                          {"log_level", "2"}});
  std::string error;
  const std::unique_ptr<RdKafka::Conf> made = configuration(settings);
  if (made->set("rebalance_cb", static_cast<RdKafka::RebalanceCb*>(this), error) !=
          RdKafka::Conf::CONF_OK ||
      made->set("event_cb", static_cast<RdKafka::EventCb*>(this), error) !=
          RdKafka::Conf::CONF_OK) {
    throw std::runtime_error(error);
  }
  consumer_.reset(RdKafka::KafkaConsumer::create(made.get(), error));
  if (consumer_ == nullptr) throw std::runtime_error(error);
  consumer_->subscribe({topic});
  thread_ = std::thread([this] { run(); });
}

Member::~Member() { leave(); }

void Member::leave() {
  is_leaving_ = true;
  if (thread_.joinable()) thread_.join();
}

RdKafka::ErrorCode Member::commit() { return consumer_->commitSync(); }

std::int64_t Member::committed(int partitions) {
  std::vector<RdKafka::TopicPartition*> asked;
  for (int number = 0; number < partitions; ++number) {
    asked.push_back(RdKafka::TopicPartition::create(topic_, number));
  }
  std::int64_t sum = -1;
  if (consumer_->committed(asked, 5000) == RdKafka::ERR_NO_ERROR) {
    sum = 0;
    for (const RdKafka::TopicPartition* each : asked)
      sum += each->offset() > 0 ? each->offset() : 0;
  }
  RdKafka::TopicPartition::destroy(asked);
  return sum;
}

std::set<int> Member::held() const {
  const std::lock_guard lock(mutex_);
  return held_;
}

std::vector<std::string> Member::values() const {
  const std::lock_guard lock(mutex_);
  return values_;
}

std::vector<Rebalance> Member::rebalances() const {
  const std::lock_guard lock(mutex_);
  return rebalances_;
}

void Member::run() {
  while (!is_leaving_) {
    const std::unique_ptr<RdKafka::Message> message(consumer_->consume(100));
    if (message->err() == RdKafka::ERR_NO_ERROR) {
      const std::lock_guard lock(mutex_);
      values_.emplace_back(static_cast<const char*>(message->payload()), message->len());
    } else if (message->err() == RdKafka::ERR_FENCED_INSTANCE_ID ||
               message->err() == RdKafka::ERR__FATAL) {
      is_fenced_ = true;
    }
  }
  consumer_->close();
}

void Member::rebalance_cb(RdKafka::KafkaConsumer* consumer, RdKafka::ErrorCode what,
                          std::vector<RdKafka::TopicPartition*>& partitions) {
  const bool is_assignment = what == RdKafka::ERR__ASSIGN_PARTITIONS;
  const bool is_cooperative = consumer->rebalance_protocol() == "COOPERATIVE";
  const std::set<int> these = numbers(partitions);
  {
    const std::lock_guard lock(mutex_);
    rebalances_.push_back({is_assignment, these});
    for (const int number : these) {
      if (is_assignment) {
        held_.insert(number);
      } else {
        held_.erase(number);
      }
    }
  }
  if (is_cooperative) {
    const std::unique_ptr<RdKafka::Error> error(is_assignment
                                                    ? consumer->incremental_assign(partitions)
                                                    : consumer->incremental_unassign(partitions));
  } else if (is_assignment) {
    consumer->assign(partitions);
  } else {
    consumer->unassign();
  }
}

void Member::event_cb(RdKafka::Event& event) {
  if (event.type() == RdKafka::Event::EVENT_ERROR && event.fatal()) is_fenced_ = true;
}

}  // namespace peer
