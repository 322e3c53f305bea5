// Remedy: what helps against an error, if anything does: waiting, or asking somebody else.
#pragma once

#include "admin/call_item.hpp"
#include <cohort/protocol/error_code.hpp>

#include <cstdint>

namespace cohort::client {

enum class Remedy : std::uint8_t { none, wait, new_metadata, new_coordinator };

/// By Kafka's rules for whom was asked. An error that is retriable elsewhere is final where it says
/// something of the item: UNKNOWN_TOPIC_OR_PARTITION from a controller, for example. Source:
/// KafkaAdminClient, CoordinatorStrategy and the handlers of org.apache.kafka.clients.admin.
Remedy remedy(ErrorCode code, Place asked);

}  // namespace cohort::client
