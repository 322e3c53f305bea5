#include "session/client_options.hpp"

namespace cohort::client {

Backoff retry_backoff(const ClientConfig& config) {
  return {.first = config.retry_backoff, .most = config.retry_backoff_max};
}

ClientNodeOptions client_node_options(const ClientConfig& config, bool may_create_topics) {
  SessionOptions session{
      .client_id = config.client_id,
      .reconnect = {.first = config.reconnect_backoff, .most = config.reconnect_backoff_max},
      .setup_timeout = config.socket_connection_setup_timeout,
      .max_idle = config.connections_max_idle,
      .max_answer_size = config.receive_message_max_bytes};
  session.bootstrap.reserve(config.bootstrap_servers.size());
  std::int32_t node_id = 0;
  for (const Endpoint& server : config.bootstrap_servers) {
    session.bootstrap.push_back({.node_id = --node_id, .host = server.host, .port = server.port});
  }
  return {.session = std::move(session),
          .metadata = {.max_age = config.metadata_max_age,
                       .retry = retry_backoff(config),
                       .may_create_topics = may_create_topics},
          .request_timeout = config.request_timeout,
          .seed = config.seed};
}

}  // namespace cohort::client
