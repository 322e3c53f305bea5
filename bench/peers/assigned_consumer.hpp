// AssignedConsumer: a librdkafka consumer of default settings that reads a topic from its start,
// without a group, so that a broker without groups can serve it.
#pragma once

#include "client.hpp"
#include "wire/figures.hpp"

#include <memory>
#include <string>

namespace bench {

class AssignedConsumer {
 public:
  AssignedConsumer(const std::string& bootstrap, const std::string& topic, int partitions = 1);
  ~AssignedConsumer();
  AssignedConsumer(const AssignedConsumer&) = delete;
  AssignedConsumer& operator=(const AssignedConsumer&) = delete;

  /// The next record; null when none has come by then.
  Message poll(Clock::time_point until);

 private:
  Client client_;
};

}  // namespace bench
