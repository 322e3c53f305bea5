// client_node_options: a client's configuration as its node takes it.
#pragma once

#include "session/client_node.hpp"
#include <cohort/client/client_config.hpp>

namespace cohort::client {

/// The servers to begin with get the node ids -1, -2, …, as in Kafka's own client.
ClientNodeOptions client_node_options(const ClientConfig& config, bool may_create_topics);

/// `retry.backoff.ms` and its maximum.
Backoff retry_backoff(const ClientConfig& config);

}  // namespace cohort::client
