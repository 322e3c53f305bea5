// OffsetOptions: of which group offsets are written and read, and how patiently.
#pragma once

#include "session/backoff.hpp"
#include <cohort/node/instant.hpp>

#include <string>

namespace cohort::client {

struct OffsetOptions {
  std::string group_id{};
  Backoff retry{milliseconds(100), std::chrono::seconds(1)};
  Duration request_timeout = std::chrono::seconds(30);
};

}  // namespace cohort::client
