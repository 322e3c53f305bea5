#include "conformance/suite/properties.hpp"

#include "conformance/play/dialogue.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
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

/// What cases stand on and don't declare, as every Kafka has it by default. A broker that does not
/// tell is taken to have it, too.
struct Assumption {
  std::string_view pattern;  ///< Of cases, or of requests and kinds of steps in them.
  const char* property;
  std::string_view value;
  bool is_least = false;  ///< More is enough, too.
};

constexpr std::array<Assumption, 14> assumptions{
    {{"?roduce", "compression.type", "producer"},
     {"?roduce", "log.cleanup.policy", "delete"},
     {"?roduce", "log.message.timestamp.type", "CreateTime"},
     {"configs/describe_*", "compression.type", "producer"},
     {"configs/describe_*", "log.cleanup.policy", "delete"},
     {"configs/describe_*", "log.message.timestamp.type", "CreateTime"},
     {"configs/describe_all*", "message.max.bytes", "1048588"},
     {"fetch/max_bytes_*", "message.max.bytes", "100000", true},
     {"fetch_session/*", "max.incremental.fetch.session.cache.slots", "100", true},
     {"commit/metadata_4096", "offset.metadata.max.bytes", "4096"},
     {"JoinGroup", "group.max.size", "8", true},
     {"join_sync", "group.max.size", "8", true},
     {"txn/end_every_version", "log.message.timestamp.type", "CreateTime"},
     {"InitProducerId", "transaction.max.timeout.ms", "60000", true}}};

bool is_in(const Case& played, std::string_view pattern) {
  return fits(pattern, played.id) ||
         std::any_of(played.steps.begin(), played.steps.end(), [&](const Json& step) {
           if (step.contains("send")) return fits(pattern, step.at("send").get<std::string>());
           return std::any_of(step.items().begin(), step.items().end(),
                              [&](const auto& item) { return fits(pattern, item.key()); });
         });
}

/// Null if it is no number.
std::optional<std::int64_t> number_in(std::string_view text) {
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, problem] = std::from_chars(text.data(), end, number);
  return problem == std::errc() && stopped == end ? std::optional(number) : std::nullopt;
}

bool is_enough(const Assumption& assumed, const std::string& known) {
  if (!assumed.is_least) return known == assumed.value;
  const std::optional<std::int64_t> number = number_in(known);
  return !number || *number >= *number_in(assumed.value);
}

}  // namespace

void Properties::ask(Transport& transport, Target& target) {
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
  } catch (const Failure& failure) {
    // Cases that need to know are skipped, and say so.
    target.notes.emplace_back(failure.what());
  } catch (const Json::exception&) {
    target.notes.emplace_back("DescribeConfigs: no result for the broker");
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
    std::string need = "needs ";
    need.append(key).append("=").append(wanted);
    if (known) return need + ", the broker has " + *known;
    return need + ", and the broker does not tell (--set declares it)";
  }
  for (const Assumption& each : assumptions) {
    if (played.needs.contains(each.property) || !is_in(played, each.pattern)) continue;
    const std::optional<std::string> known = find(each.property, target);
    if (!known || is_enough(each, *known)) continue;
    return std::string("needs ") + each.property + "=" + std::string(each.value) +
           (each.is_least ? " or more" : "") + ", the broker has " + *known;
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
