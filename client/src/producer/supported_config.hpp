// What a producer refuses before anything is sent.
#pragma once

#include <cohort/client/producer_config.hpp>
#include <cohort/client/producer_record.hpp>

namespace cohort::client {

/// Throws ConfigError for what can't be, and for `transactional.id`: transactions are not supported
/// yet.
void check_supported(const ProducerConfig& config);

/// Throws std::invalid_argument for a partition or a timestamp below 0.
void check_record(const ProducerRecord& record);

}  // namespace cohort::client
