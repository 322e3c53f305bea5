#include "conformance/suite/properties.hpp"

#include "conformance/play/dialogue.hpp"

#include <utility>

namespace cohort::conform {

namespace {

constexpr int broker_resource = 4;
/// Not a property: found out by Metadata.
constexpr const char* brokers = "brokers";

std::string property_text(const Json& value) {
  return value.is_string() ? value.get<std::string>() : text_of(value);
}

/// A case talks to one broker, and does not look for leaders and coordinators elsewhere.
std::map<std::string, std::string> needs_of(const Case& played) {
  std::map<std::string, std::string> needs{{brokers, "1"}};
  for (const auto& [key, value] : played.needs.items()) needs[key] = property_text(value);
  return needs;
}

}  // namespace

void Properties::ask(Transport& transport, const Target& target) {
  told_.clear();
  if (!target.versions_of("DescribeConfigs")) return;
  const Json resource{{"resource_type", broker_resource},
                      {"resource_name", std::to_string(target.node)},
                      {"configuration_keys", nullptr}};
  try {
    Dialogue dialogue(transport);
    const Json answer = dialogue.call("DescribeConfigs", target.version_near("DescribeConfigs", 1),
                                      {{"resources", Json::array({resource})}});
    dialogue.close();
    for (const Json& each : answer.at("results").at(0).at("configs")) {
      if (!each.at("value").is_string()) continue;
      told_[each.at("name").get<std::string>()] = each.at("value").get<std::string>();
    }
  } catch (const Failure&) {
    return;  // Cases that need to know are skipped, and say so.
  } catch (const Json::exception&) {
    return;  // An answer without a result says as little.
  }
}

std::optional<std::string> Properties::find(const std::string& key, const Target& target) const {
  for (const auto* known : {&declared_, &told_}) {
    const auto found = known->find(key);
    if (found != known->end()) return found->second;
  }
  return key == brokers ? std::optional(std::to_string(target.brokers)) : std::nullopt;
}

std::optional<std::string> Properties::unmet(const Case& played, const Target& target) const {
  for (const auto& [key, wanted] : needs_of(played)) {
    const std::optional<std::string> known = find(key, target);
    if (known == wanted) continue;
    const std::string need = "needs " + key + "=" + wanted;
    if (known) return need + ", the broker has " + *known;
    return need + ", and the broker does not tell (--set declares it)";
  }
  return std::nullopt;
}

std::map<std::string, std::string> properties_for(const Case& played) {
  std::map<std::string, std::string> properties{
      {"node.id", "1"},
      {"num.partitions", "1"},
      {"auto.create.topics.enable", "true"},
      {"group.initial.rebalance.delay.ms", "0"},
      {"group.min.session.timeout.ms", "1"},
      {"group.max.session.timeout.ms", "1800000"},
      {"group.coordinator.rebalance.protocols", "classic,consumer"},
      {"transaction.max.timeout.ms", "900000"},
      {"transaction.abort.timed.out.transaction.cleanup.interval.ms", "200"}};
  for (const auto& [key, value] : played.needs.items()) {
    if (key != brokers) properties[key] = property_text(value);
  }
  return properties;
}

}  // namespace cohort::conform
