// ProducerIdentity: a producer's id and epoch; of two with one id, the higher epoch fences the
// other.
#pragma once

#include <cstdint>

namespace cohort::broker {

struct ProducerIdentity {
  std::int64_t id = -1;
  std::int16_t epoch = -1;
  bool operator==(const ProducerIdentity&) const = default;
};

}  // namespace cohort::broker
