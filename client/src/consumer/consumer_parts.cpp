#include "consumer/consumer_parts.hpp"

#include "session/client_options.hpp"

namespace cohort::client {

namespace {

MemberOptions member_options(const ConsumerConfig& config, const Assignors& assignors) {
  return {.group_id = config.group_id.value_or(""),
          .instance_id = config.group_instance_id,
          .session_timeout = config.session_timeout,
          .heartbeat_interval = config.heartbeat_interval,
          .max_poll_interval = config.max_poll_interval,
          .assignors = assignors,
          .rack = config.client.client_rack.empty() ? std::nullopt
                                                    : std::optional(config.client.client_rack),
          .retry = retry_backoff(config.client),
          .request_timeout = config.client.request_timeout};
}

OffsetOptions offset_options(const ConsumerConfig& config) {
  return {.group_id = config.group_id.value_or(""),
          .retry = retry_backoff(config.client),
          .request_timeout = config.client.request_timeout};
}

}  // namespace

ConsumerParts::ConsumerParts(const ConsumerConfig& config, const Assignors& assignors)
    : config_(config),
      positions_(config.auto_offset_reset),
      fetcher_(fetch_options(config), Rng(config.client.seed).fork("fetcher")),
      lookup_(lookup_options(config), Rng(config.client.seed).fork("offset lookup")),
      commits_(offset_options(config)),
      queries_(offset_options(config)) {
  if (!config_.group_id) return;
  finder_.emplace(*config_.group_id, CoordinatorKind::group, retry_backoff(config_.client));
  member_.emplace(member_options(config_, assignors));
}

}  // namespace cohort::client
