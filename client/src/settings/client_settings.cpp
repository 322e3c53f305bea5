#include "settings/setting.hpp"

#include <array>

namespace cohort::client {
namespace {

constexpr auto client_rows = std::to_array<Setting<ClientConfig>>({
    {"bootstrap.servers", &ClientConfig::bootstrap_servers, any_value,
     "Brokers to ask for all the others; any one that answers will do.", "metadata.broker.list"},
    {"client.id", &ClientConfig::client_id, any_value, "What brokers call this client."},
    {"client.rack", &ClientConfig::client_rack, any_value,
     "Where this client is, so that it may read from a replica nearby (KIP-392)."},
    {"request.timeout.ms", &ClientConfig::request_timeout, at_least(0),
     "How long a request waits for its answer.", "socket.timeout.ms"},
    {"default.api.timeout.ms", &ClientConfig::default_api_timeout, at_least(0),
     "How long a call may take that is given no timeout."},
    {"reconnect.backoff.ms", &ClientConfig::reconnect_backoff, long_at_least(0),
     "The pause before a broker is dialled again, doubled with each failure."},
    {"reconnect.backoff.max.ms", &ClientConfig::reconnect_backoff_max, long_at_least(0),
     "The longest such pause; unless set, the first one if that is set."},
    {"retry.backoff.ms", &ClientConfig::retry_backoff, long_at_least(0),
     "The pause before a request is sent again, doubled with each failure (KIP-580)."},
    {"retry.backoff.max.ms", &ClientConfig::retry_backoff_max, long_at_least(0),
     "The longest such pause."},
    {"metadata.max.age.ms", &ClientConfig::metadata_max_age, long_at_least(0),
     "When metadata is asked for anew though nothing went wrong.",
     "topic.metadata.refresh.interval.ms"},
    {"connections.max.idle.ms", &ClientConfig::connections_max_idle, long_or_never,
     "How long a connection is kept that is not used."},
    {"socket.connection.setup.timeout.ms", &ClientConfig::socket_connection_setup_timeout,
     long_at_least(0),
     "How long a connection may take to open, doubled with each failure (KIP-601)."},
    {"socket.connection.setup.timeout.max.ms", &ClientConfig::socket_connection_setup_timeout_max,
     long_at_least(0), "The longest it may take."},
    {"receive.message.max.bytes", &ClientConfig::receive_message_max_bytes, at_least(1000),
     "The largest answer that is believed. Of a consumer at least fetch.max.bytes and 512 more, to "
     "which it is raised unless set."},
    {"cohort.seed", &ClientConfig::seed, any_value,
     "All chance of the client comes from it: the same seed, the same run."},
});

}  // namespace

template <>
std::span<const Setting<ClientConfig>> settings<ClientConfig>() {
  return client_rows;
}

}  // namespace cohort::client
