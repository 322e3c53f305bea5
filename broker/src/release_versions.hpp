// The versions of each API that the brokers of a release advertise.
#pragma once

#include <cohort/broker/release.hpp>
#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/schema.hpp>

#include <optional>

namespace cohort::broker {

/// Nothing if the release does not have the API. For Kafka 3.9, whose versions the messages
/// themselves tell, there is no limit. Source: the `validVersions` of the message definitions at
/// Kafka's tag of the release.
std::optional<Versions> versions_in(Release release, ApiKey key);

}  // namespace cohort::broker
