// What a member offers with the protocol of its generation.
#pragma once

#include "group/classic_member.hpp"
#include <cohort/protocol/buffer.hpp>

#include <string>

namespace cohort::broker {

/// Nothing if the member does not offer the protocol: by the rules of Kafka 2.4 a static member may
/// restart so while the group stays with its protocol. That Kafka fails when it is asked for the
/// metadata then (MemberMetadata.metadata).
Buffer offered_metadata(const ClassicMember& member, const std::string& protocol_name);

}  // namespace cohort::broker
