// settings: the broker's Config from its four sources.
#pragma once

#include <cohort/broker/config.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace cohort::tool {

struct ServeOptions;

/// `KAFKA_NUM_PARTITIONS` to `num.partitions`; `__` stands for `_`, `___` for `-`, as in Kafka's
/// container image. Nothing of a variable that is no property there, such as KAFKA_HEAP_OPTS.
/// Source: KafkaDockerWrapper.getServerConfigsFromEnv.
std::optional<std::string> property_of_environment(std::string_view name);

/// "NAME:PARTITIONS", or "NAME" for the default count (-1). Throws UsageError.
std::pair<std::string, std::int32_t> parse_topic(std::string_view text);

/// Built-in, then --kafka-defaults, --config, the environment's KAFKA_…, and -c: the later one
/// wins. Unknown keys of files and the environment are warned of on stderr; an unknown key of -c
/// throws UsageError.
broker::Config gather_config(const ServeOptions& options,
                             const std::map<std::string, std::string>& environment);

}  // namespace cohort::tool
