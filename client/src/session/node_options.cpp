#include "session/node_options.hpp"

namespace cohort::client {

ClientNodeOptions node_options(const ClientConfig& config) {
  ClientNodeOptions options{
      .session = {.client_id = config.client_id,
                  .reconnect = {.first = config.reconnect_backoff,
                                .most = config.reconnect_backoff_max},
                  .setup_timeout = config.socket_connection_setup_timeout,
                  .max_idle = config.connections_max_idle,
                  .max_answer_size = config.receive_message_max_bytes},
      .metadata = {.max_age = config.metadata_max_age,
                   .retry = {.first = config.retry_backoff, .most = config.retry_backoff_max}},
      .request_timeout = config.request_timeout,
      .seed = config.seed};
  options.session.bootstrap.reserve(config.bootstrap_servers.size());
  std::int32_t node_id = -1;
  for (const Endpoint& server : config.bootstrap_servers) {
    options.session.bootstrap.push_back(
        {.node_id = node_id--, .host = server.host, .port = server.port});
  }
  return options;
}

}  // namespace cohort::client
