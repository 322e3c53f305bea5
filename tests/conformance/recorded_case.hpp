// RecordedCase: one case file, and what came of playing it.
#pragma once

#include "conformance/json.hpp"
#include <cohort/broker/config.hpp>
#include <cohort/sim/faults.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::conform {

struct RecordedCase {
  std::string id;  ///< AREA/NAME
  Json needs;      ///< Broker properties.
  Json steps;
};

/// The cases of a folder of areas, by id. Throws std::runtime_error for a file that is no case.
std::vector<RecordedCase> load_cases(const std::filesystem::path& folder);

enum class Outcome : std::uint8_t { passed, failed, unsupported };

std::string_view name(Outcome outcome);

struct Verdict {
  Outcome outcome = Outcome::passed;
  std::string why;     ///< Empty if it passed.
  std::string digest;  ///< Of everything that went over the simulated network.
  bool operator==(const Verdict&) const = default;
};

/// The properties that the cases were recorded with, and those that this one needs.
broker::Config config_for(const RecordedCase& recorded);

/// Plays it against a broker of its own in virtual time.
Verdict play_in_virtual_time(const RecordedCase& recorded, const sim::Faults& faults = {});

}  // namespace cohort::conform
