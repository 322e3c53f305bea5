// settings: the broker's Config from its four sources.
#pragma once

#include <cohort/broker/config.hpp>

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cohort::tool {

struct ServeOptions;

/// `KAFKA_NUM_PARTITIONS` to `num.partitions`; `__` stands for `_`, `___` for `-`, as in Kafka's
/// container images.
std::string property_of_environment(std::string_view name);

/// The lines `key=value` of a properties file, in order; comments and blank lines are left out.
/// Throws UsageError that names the line.
std::vector<std::pair<std::string, std::string>> parse_properties(std::string_view text);

/// "NAME:PARTITIONS", or "NAME" for the default count (-1). Throws UsageError.
std::pair<std::string, std::int32_t> parse_topic(std::string_view text);

/// Built-in, then --kafka-defaults, --config, the environment's KAFKA_…, and -c: the later one
/// wins. Unknown keys of files and the environment are warned of on stderr; an unknown key of -c
/// throws UsageError.
broker::Config gather_config(const ServeOptions& options,
                             const std::map<std::string, std::string>& environment);

}  // namespace cohort::tool
