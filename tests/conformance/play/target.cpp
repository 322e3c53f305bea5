#include "conformance/play/target.hpp"

#include "conformance/codec/message_schema.hpp"
#include "conformance/play/dialogue.hpp"

#include <algorithm>
#include <set>

namespace cohort::conform {

namespace {

std::int16_t version_in(const std::string& digits) {
  return static_cast<std::int16_t>(std::stoi(digits));
}

/// Of a group and a transactional id that every run uses again.
constexpr const char* warm_name = "cohort-conform-warm";

/// Asks until the answer is not that the coordinator is still loading. As in any broker that was
/// used before, the internal topics are there afterwards. Of several brokers another one may be the
/// coordinator, for which it would be no use to wait.
void warm_up(Transport& transport, Dialogue& dialogue, const std::string& api, const Json& body,
             bool is_only_broker) {
  std::set<int> loading{14, 15, 51};
  if (is_only_broker) loading.insert(16);
  for (int tries = 0; tries < 100; ++tries) {
    if (!loading.contains(dialogue.call(api, 1, body).at("error_code").get<int>())) return;
    transport.wait(milliseconds(100));
  }
}

void warm_up_coordinators(Transport& transport, Dialogue& dialogue, const Target& target) {
  const auto warm_up_if_known = [&](const std::string& api, const Json& body) {
    const std::optional<Versions> versions = target.versions_of(api);
    if (versions && versions->contains(1)) {
      warm_up(transport, dialogue, api, body, target.brokers == 1);
    }
  };
  warm_up_if_known("FindCoordinator", {{"key", warm_name}, {"key_type", 0}});
  warm_up_if_known("Heartbeat", {{"group_id", warm_name}});
  warm_up_if_known("FindCoordinator", {{"key", warm_name}, {"key_type", 1}});
  warm_up_if_known("InitProducerId",
                   {{"transactional_id", warm_name}, {"transaction_timeout_ms", 1000}});
}

}  // namespace

Versions versions_in(const std::string& text) {
  if (text.ends_with('+')) return {.first = version_in(text)};
  const std::size_t dash = text.find('-', 1);
  if (dash == std::string::npos) return {version_in(text), version_in(text)};
  return {version_in(text.substr(0, dash)), version_in(text.substr(dash + 1))};
}

Target Target::of(Transport& transport) {
  Dialogue dialogue(transport);
  Target target;
  try {
    const Json versions = dialogue.call("ApiVersions", 0, Json::object());
    for (const Json& api : versions.at("api_keys")) {
      target.apis[api.at("api_key").get<std::int16_t>()] = {
          api.at("min_version").get<std::int16_t>(), api.at("max_version").get<std::int16_t>()};
    }
    const Json metadata =
        dialogue.call("Metadata", target.version_near("Metadata", 4), {{"topics", Json::array()}});
    target.node = metadata.at("brokers").at(0).at("node_id").get<std::int32_t>();
    if (metadata.contains("cluster_id") && metadata.at("cluster_id").is_string()) {
      target.cluster = metadata.at("cluster_id").get<std::string>();
    }
    target.brokers = metadata.at("brokers").size();
    warm_up_coordinators(transport, dialogue, target);
  } catch (const Json::exception& error) {
    throw Failure(std::string("an answer that is none: ") + error.what());
  }
  dialogue.close();
  return target;
}

std::optional<Versions> Target::versions_of(const std::string& api) const {
  const auto key = static_cast<std::int16_t>(*message_schema(api + "Request").key);
  const auto found = apis.find(key);
  return found == apis.end() ? std::nullopt : std::optional(found->second);
}

int Target::version_near(const std::string& api, int wanted) const {
  const std::optional<Versions> known = versions_of(api);
  if (!known) throw Unsupported("the broker has no " + api);
  return std::clamp<int>(wanted, known->first, known->last);
}

bool Target::supports(const Json& step) const {
  const std::optional<Versions> known = versions_of(step.at("send").get<std::string>());
  if (!known) return false;
  if (!step.contains("versions")) return known->contains(step.value("version", 0));
  const Versions wanted = versions_in(step.at("versions").get<std::string>());
  return wanted.last >= known->first && wanted.first <= known->last;
}

}  // namespace cohort::conform
