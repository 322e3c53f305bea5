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

/// Asks one thing of a broker, each on a connection of its own, since it may close one that it
/// can't serve.
class Probe {
 public:
  Probe(Transport& transport, Target& target) : transport_(transport), target_(target) {}

  template <class Ask>
  void attempt(const Ask& ask) {
    try {
      Dialogue dialogue(transport_);
      ask(dialogue);
      dialogue.close();
    } catch (const Failure& failure) {
      target_.notes.emplace_back(failure.what());
    } catch (const Json::exception& error) {
      target_.notes.push_back(std::string("an answer that is none: ") + error.what());
    } catch (const Unsupported& reason) {
      target_.notes.emplace_back(reason.what());
    }
  }

  /// Asks until the answer is not that the coordinator is still loading. As in any broker that was
  /// used before, the internal topics are there afterwards. Of several brokers another one may be
  /// the coordinator, for which it would be no use to wait.
  void warm_up(const std::string& api, const Json& body) {
    const std::optional<Versions> versions = target_.versions_of(api);
    if (!versions || !versions->contains(1)) return;
    std::set<int> loading{14, 15, 51};
    if (target_.brokers == 1) loading.insert(16);
    attempt([&](Dialogue& dialogue) {
      for (int tries = 0; tries < most_tries; ++tries) {
        if (!loading.contains(dialogue.call(api, 1, body).at("error_code").get<int>())) return;
        transport_.wait(milliseconds(100));
      }
    });
  }

 private:
  static constexpr int most_tries = 100;

  Transport& transport_;
  Target& target_;
};

/// A range without versions is none.
std::map<std::int16_t, Versions> advertised(const Json& answer) {
  std::map<std::int16_t, Versions> apis;
  for (const Json& api : answer.at("api_keys")) {
    const Versions versions{api.at("min_version").get<std::int16_t>(),
                            api.at("max_version").get<std::int16_t>()};
    if (versions.first <= versions.last) apis[api.at("api_key").get<std::int16_t>()] = versions;
  }
  return apis;
}

void read_metadata(Dialogue& dialogue, Target& target) {
  const Json metadata =
      dialogue.call("Metadata", target.version_near("Metadata", 4), {{"topics", Json::array()}});
  const Json& brokers = metadata.at("brokers");
  if (brokers.empty()) throw Failure("Metadata names no broker");
  target.node = brokers.at(0).at("node_id").get<std::int32_t>();
  target.brokers = brokers.size();
  if (metadata.contains("cluster_id")) target.cluster = metadata.at("cluster_id");
}

}  // namespace

Versions versions_in(const std::string& text) {
  if (text.ends_with('+')) return {.first = version_in(text)};
  const std::size_t dash = text.find('-', 1);
  if (dash == std::string::npos) return {version_in(text), version_in(text)};
  return {version_in(text.substr(0, dash)), version_in(text.substr(dash + 1))};
}

Target Target::of(Transport& transport) {
  Target target;
  Dialogue dialogue(transport);
  try {
    target.apis = advertised(dialogue.call("ApiVersions", 0, Json::object()));
  } catch (const Json::exception& error) {
    throw Failure(std::string("ApiVersions v0: an answer that is none: ") + error.what());
  }
  dialogue.close();
  Probe probe(transport, target);
  probe.attempt([&](Dialogue& asked) { read_metadata(asked, target); });
  probe.warm_up("FindCoordinator", {{"key", warm_name}, {"key_type", 0}});
  probe.warm_up("Heartbeat", {{"group_id", warm_name}});
  probe.warm_up("FindCoordinator", {{"key", warm_name}, {"key_type", 1}});
  probe.warm_up("InitProducerId",
                {{"transactional_id", warm_name}, {"transaction_timeout_ms", 1000}});
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
