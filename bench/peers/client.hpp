// Client: a librdkafka client as a value that cleans up after itself, and what every bench needs to
// make one.
#pragma once

#include <librdkafka/rdkafka.h>

#include <map>
#include <memory>
#include <string>

namespace bench {

using Settings = std::map<std::string, std::string>;

struct Destroy {
  void operator()(rd_kafka_conf_t* configuration) const { rd_kafka_conf_destroy(configuration); }
  void operator()(rd_kafka_t* client) const { rd_kafka_destroy(client); }
  void operator()(rd_kafka_message_t* message) const { rd_kafka_message_destroy(message); }
};
using Configuration = std::unique_ptr<rd_kafka_conf_t, Destroy>;
using Client = std::unique_ptr<rd_kafka_t, Destroy>;
using Message = std::unique_ptr<rd_kafka_message_t, Destroy>;

/// Throws std::runtime_error naming a setting that is refused.
Configuration configured(const Settings& settings);
Client made(rd_kafka_type_t type, Configuration configuration);

/// Makes the topic; one that is there already is fine.
void make_topic(const std::string& bootstrap, const std::string& topic, int partitions);

/// `prefix` and something that no earlier run of this program has used.
std::string fresh(const std::string& prefix);

}  // namespace bench
