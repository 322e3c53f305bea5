#include "client/anywhere/anywhere.hpp"

#include <algorithm>
#include <iterator>

namespace cohort::client {

void Anywhere::produce_numbers(const std::string& topic, int count) {
  Producer producer = this->producer();
  for (const std::string& number : numbers(count)) {
    producer.send({.topic = topic, .partition = 0, .value = Buffer::copy_of(number)});
  }
  producer.flush(seconds(10));
}

std::vector<ConsumerRecord> Anywhere::records(const std::string& topic, std::int32_t partition) {
  const TopicPartition wanted{topic, partition};
  Consumer reader = this->reader();
  reader.assign({wanted});
  reader.seek_to_beginning({wanted});
  const std::int64_t end = reader.end_offsets({wanted}).at(wanted);
  std::vector<ConsumerRecord> records;
  stage.wait_until([&] {
    if (reader.position(wanted) >= end) return true;
    std::ranges::move(reader.poll(seconds(1)), std::back_inserter(records));
    return false;
  });
  return records;
}

std::vector<std::string> Anywhere::values(const std::string& topic, std::int32_t partition) {
  std::vector<std::string> values;
  for (const ConsumerRecord& record : records(topic, partition)) {
    values.emplace_back(record.value ? record.value->text() : "null");
  }
  return values;
}

bool Anywhere::join(Consumer& consumer, std::size_t partitions) {
  return stage.wait_until([&] {
    consumer.poll(milliseconds(50));
    return consumer.assignment().size() == partitions;
  });
}

std::vector<ConsumerRecord> Anywhere::take(Consumer& consumer, std::size_t count) {
  std::vector<ConsumerRecord> records;
  stage.wait_until([&] {
    std::ranges::move(consumer.poll(milliseconds(500)), std::back_inserter(records));
    return records.size() >= count;
  });
  return records;
}

GroupDescription Anywhere::group(const std::string& group) {
  const std::string id = stage.unique(group);
  return admin().describe_groups({id}).at(id).value();
}

std::int64_t Anywhere::committed(const std::string& group, const TopicPartition& partition) {
  const auto offsets = admin().list_group_offsets(stage.unique(group));
  const auto found = offsets.find(partition);
  return found == offsets.end() ? -1 : found->second.value().offset;
}

std::vector<std::string> numbers(int count) {
  std::vector<std::string> numbers;
  numbers.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) numbers.push_back(std::to_string(i));
  return numbers;
}

Failure failure_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.failure();
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

std::string place_name(const ::testing::TestParamInfo<testing::Place>& place) {
  return testing::name(place.param);
}

}  // namespace cohort::client
