// node_options: what a client's node goes by, from the settings that every client has.
#pragma once

#include "session/client_node.hpp"
#include <cohort/client/client_config.hpp>

namespace cohort::client {

/// Topics are made when they are asked for, if the broker makes them at all.
ClientNodeOptions node_options(const ClientConfig& config);

}  // namespace cohort::client
