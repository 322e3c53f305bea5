// ProducerIds: the next producer id that InitProducerId gives out.
#pragma once

#include <cohort/protocol/digest_of.hpp>
#include <cohort/protocol/error_code.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

namespace cohort::broker {

/// What InitProducerId asks with; the id and epoch are -1 below v3.
struct InitProducer {
  std::optional<std::string_view> transactional_id;
  std::int64_t producer_id = -1;
  std::int16_t producer_epoch = -1;
};

/// What it is answered.
struct GivenProducer {
  ErrorCode error = ErrorCode::none;
  std::int64_t producer_id = -1;
  std::int16_t producer_epoch = -1;
  bool operator==(const GivenProducer&) const = default;
};

/// Ids count up from 1 and are never given twice.
class ProducerIds {
 public:
  /// What is wrong with the request whether transactional or not, or none.
  /// Source: KafkaApis.handleInitProducerIdRequest, TransactionCoordinator.handleInitProducerId.
  static ErrorCode check(const InitProducer& request);
  /// Answers an idempotent producer: always a new id at epoch 0, also to one that names an old id
  /// (KIP-360).
  GivenProducer init_idempotent(const InitProducer& request);
  /// The next id, for a transactional producer.
  std::int64_t next() { return next_++; }

  bool operator==(const ProducerIds&) const = default;

 private:
  friend struct DigestOf<ProducerIds>;
  std::int64_t next_ = 1;
};

}  // namespace cohort::broker
