// What a consumer's metadata tells the coordinator, which itself takes it for mere bytes.
#pragma once

#include <cohort/broker/group_view.hpp>
#include <cohort/protocol/buffer.hpp>

#include <optional>
#include <string>
#include <vector>

namespace cohort::broker {

/// The topics it subscribes to; nothing when the bytes are no Subscription, as from clients with a
/// format of their own. Source: ClassicGroup.computeSubscribedTopics.
std::optional<std::vector<std::string>> subscribed_topics(const Buffer& metadata);

/// What it was given to read; nothing when the bytes are no Assignment.
Partitions assigned_partitions(const Buffer& assignment);

}  // namespace cohort::broker
