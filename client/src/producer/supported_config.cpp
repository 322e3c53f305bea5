#include "producer/supported_config.hpp"

#include "misuse.hpp"
#include <cohort/client/error.hpp>

#include <stdexcept>
#include <string>

namespace cohort::client {

void check_supported(const ProducerConfig& config) {
  check(config);
  if (!config.transactional_id) return;
  throw ConfigError("transactional.id=\"" + *config.transactional_id +
                    "\": transactions are not supported yet");
}

void check_record(const ProducerRecord& record) {
  check_topic("a record", record.topic);
  if (record.partition && *record.partition < 0) {
    throw std::invalid_argument("partition " + std::to_string(*record.partition) +
                                " of a record: must be 0 or more");
  }
  if (record.timestamp && record.timestamp->unix_ms() < 0) {
    throw std::invalid_argument("timestamp " + std::to_string(record.timestamp->unix_ms()) +
                                " ms of a record: must be 0 or more");
  }
}

}  // namespace cohort::client
