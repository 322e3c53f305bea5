#include "conformance/recorded_case.hpp"

#include "conformance/case_run.hpp"
#include "conformance/virtual_transport.hpp"

#include <algorithm>
#include <fstream>

namespace cohort::conform {

namespace {

/// In virtual time no other run can have used the same names.
constexpr const char* suffix = "vrtlrnxq";

RecordedCase load_case(const std::filesystem::path& path) {
  std::ifstream file(path);
  const Json text = Json::parse(file);
  return {.id = text.at("id").get<std::string>(),
          .needs = text.value("needs", Json::object()),
          .steps = text.at("steps")};
}

std::string property_text(const Json& value) {
  return value.is_string() ? value.get<std::string>() : text_of(value);
}

}  // namespace

std::vector<RecordedCase> load_cases(const std::filesystem::path& folder) {
  std::vector<RecordedCase> cases;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    try {
      cases.push_back(load_case(entry.path()));
    } catch (const Json::exception& error) {
      throw std::runtime_error(entry.path().string() + ": " + error.what());
    }
  }
  std::sort(cases.begin(), cases.end(),
            [](const RecordedCase& a, const RecordedCase& b) { return a.id < b.id; });
  return cases;
}

std::string_view name(Outcome outcome) {
  switch (outcome) {
    case Outcome::passed:
      return "passed";
    case Outcome::failed:
      return "failed";
    case Outcome::unsupported:
      return "unsupported";
  }
  return "";
}

broker::Config config_for(const RecordedCase& recorded) {
  broker::Config config;
  config.set("node.id", "1");
  config.set("num.partitions", "1");
  config.set("auto.create.topics.enable", "true");
  config.set("group.initial.rebalance.delay.ms", "0");
  config.set("group.min.session.timeout.ms", "1");
  config.set("group.max.session.timeout.ms", "1800000");
  config.set("group.coordinator.rebalance.protocols", "classic,consumer");
  config.set("transaction.max.timeout.ms", "900000");
  config.set("transaction.abort.timed.out.transaction.cleanup.interval.ms", "200");
  for (const auto& [key, value] : recorded.needs.items()) {
    // The number of brokers is found out, not set.
    if (key != "brokers") config.set(key, property_text(value));
  }
  return config;
}

Verdict play_in_virtual_time(const RecordedCase& recorded, const sim::Faults& faults) {
  Verdict verdict;
  VirtualTransport transport(config_for(recorded), faults);
  try {
    const Target target = Target::of(transport);
    const auto brokers = std::to_string(target.brokers);
    if (property_text(recorded.needs.value("brokers", Json(brokers))) != brokers) {
      throw Unsupported("needs another number of brokers than " + brokers);
    }
    CaseRun(transport, target, suffix).play(recorded.steps);
  } catch (const Failure& failure) {
    verdict = {.outcome = Outcome::failed, .why = failure.what(), .digest = {}};
  } catch (const Unsupported& reason) {
    verdict = {.outcome = Outcome::unsupported, .why = reason.what(), .digest = {}};
  }
  verdict.digest = transport.digest();
  return verdict;
}

}  // namespace cohort::conform
