// node_config: the settings of one of several brokers.
#pragma once

#include <cohort/broker/config.hpp>

#include <cstdint>

namespace cohort::broker {

struct BrokerState;

/// All brokers started with the same settings but for their ids and racks, and share what clients
/// set for all of them. What a client sets for one broker is shown as that broker's; since they
/// share one state, only those of the first act. REQUIRES: there is such a broker.
Config config_of(const BrokerState& state, std::int32_t node_id);

/// What clients set for this broker alone.
const Properties& dynamic_properties_of(const BrokerState& state, std::int32_t node_id);
/// Replaces them. REQUIRES: the values have no fault.
void set_dynamic_properties_of(BrokerState& state, std::int32_t node_id, Properties properties);

/// The settings that a broker of this id and rack starts with. Kafka does not start without a node
/// id, and shows it under both of its names (KafkaConfig.populateSynonyms).
Config as_node(Config settings, std::int32_t node_id, const std::string& rack);

}  // namespace cohort::broker
