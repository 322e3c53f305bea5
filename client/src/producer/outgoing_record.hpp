// OutgoingRecord: a record as the producer's face hands it to the node.
#pragma once

#include <cohort/client/delivery.hpp>
#include <cohort/client/producer_record.hpp>

namespace cohort::client {

struct OutgoingRecord {
  DeliveryId id{};
  bool is_reported = true;  ///< Somebody wants to hear of its delivery.
  ProducerRecord record;
};

}  // namespace cohort::client
