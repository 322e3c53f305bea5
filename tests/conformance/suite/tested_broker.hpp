// TestedBroker: a broker at an address, and what it told of itself.
#pragma once

#include "conformance/play/socket_transport.hpp"
#include "conformance/play/target.hpp"
#include "conformance/suite/properties.hpp"

#include <map>
#include <string>

namespace cohort::conform {

struct TestedBroker {
  Address address;
  Target target;
  Properties properties;
  /// Whether a group whose id is "" was there before the cases.
  bool has_unnamed_group = false;
};

/// Asks it. `declared` are properties that count more than what it tells. Throws Failure if it is
/// not there or does not answer as a broker.
TestedBroker ask_broker(const Address& address, const std::map<std::string, std::string>& declared);

}  // namespace cohort::conform
