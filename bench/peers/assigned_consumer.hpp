// AssignedConsumer: a librdkafka consumer, of default settings but for its queue, that reads a
// topic from its start, without a group, so that a broker without groups can serve it.
#pragma once

#include "client.hpp"
#include "wire/figures.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace bench {

/// How much a consumer takes ahead. One whose queue is full stops fetching for a while, and is then
/// what a rate is a measure of.
enum class ConsumerQueue : std::uint8_t { usual, largest };

class AssignedConsumer {
 public:
  AssignedConsumer(const std::string& bootstrap, const std::string& topic, int partitions = 1,
                   ConsumerQueue queue = ConsumerQueue::usual);
  ~AssignedConsumer();
  AssignedConsumer(const AssignedConsumer&) = delete;
  AssignedConsumer& operator=(const AssignedConsumer&) = delete;

  /// The next record; null when none has come by then.
  Message poll(Clock::time_point until);

 private:
  Client client_;
};

}  // namespace bench
