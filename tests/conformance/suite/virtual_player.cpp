#include "conformance/suite/virtual_player.hpp"

#include "conformance/play/case_run.hpp"
#include "conformance/play/virtual_transport.hpp"
#include "conformance/suite/properties.hpp"
#include "conformance/suite/verdict_of.hpp"

#include <optional>

namespace cohort::conform {

namespace {

/// In virtual time no other run can have used the same names.
constexpr const char* suffix = "vrtlrnxq";

}  // namespace

broker::Config config_for(const Case& played) {
  broker::Config config;
  for (const auto& [key, value] : properties_for(played)) config.set(key, value);
  return config;
}

VirtualPlay play_in_virtual_time(const Case& played, const VirtualConditions& conditions) {
  broker::Config config = config_for(played);
  config.release = conditions.release;
  VirtualTransport transport(config, conditions.faults);
  std::optional<std::string> unmet;
  Verdict verdict = verdict_of([&] {
    const Target target = Target::of(transport);
    unmet = Properties(properties_for(played)).unmet(played, target);
    if (unmet) return;
    if (conditions.prepare) conditions.prepare(transport.control());
    CaseRun(transport, target, suffix).play(played.steps);
  });
  if (unmet) verdict = {.outcome = Outcome::skipped, .why = *unmet};
  return {.verdict = std::move(verdict), .digest = transport.digest()};
}

}  // namespace cohort::conform
