#include "node_config.hpp"

#include "state.hpp"
#include <cohort/protocol/assert.hpp>

#include <string_view>
#include <utility>

namespace cohort::broker {

Config config_of(const BrokerState& state, std::int32_t node_id) {
  if (node_id == state.config.node_id) return state.config;
  const ClusterNode* node = state.cluster.find(node_id);
  COHORT_ASSERT(node != nullptr);
  return with_dynamic(
      as_node(state.started_with, node_id, node->rack),
      {.broker = dynamic_properties_of(state, node_id), .cluster = state.config.dynamic.cluster});
}

const Properties& dynamic_properties_of(const BrokerState& state, std::int32_t node_id) {
  if (node_id == state.config.node_id) return state.config.dynamic.broker;
  static const Properties none;
  const auto found = state.dynamic_of_others.find(node_id);
  return found == state.dynamic_of_others.end() ? none : found->second;
}

void set_dynamic_properties_of(BrokerState& state, std::int32_t node_id, Properties properties) {
  if (node_id != state.config.node_id) {
    state.dynamic_of_others.insert_or_assign(node_id, std::move(properties));
    return;
  }
  DynamicProperties dynamic = state.config.dynamic;
  dynamic.broker = std::move(properties);
  state.config = with_dynamic(state.started_with, std::move(dynamic));
}

Config as_node(Config settings, std::int32_t node_id, const std::string& rack) {
  settings.node_id = node_id;
  for (const std::string_view name : {"node.id", "broker.id"}) {
    settings.properties.insert_or_assign(std::string(name), std::to_string(node_id));
  }
  if (rack == settings.rack) return settings;
  settings.rack = rack;
  settings.properties.insert_or_assign("broker.rack", rack);
  return settings;
}

}  // namespace cohort::broker
