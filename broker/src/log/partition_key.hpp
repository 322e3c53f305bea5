// PartitionKey: a partition of one topic; a topic made again under the same name is another one.
#pragma once

#include <cohort/protocol/uuid.hpp>

#include <compare>
#include <cstdint>

namespace cohort::broker {

struct PartitionKey {
  Uuid topic_id;
  std::int32_t index = 0;
  auto operator<=>(const PartitionKey&) const = default;
};

}  // namespace cohort::broker
