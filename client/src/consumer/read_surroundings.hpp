// ReadSurroundings: what the parts of a consumer look at and change when they are driven.
#pragma once

#include "consumer/positions.hpp"
#include "session/metadata_cache.hpp"
#include "session/session.hpp"
#include <cohort/node/instant.hpp>

namespace cohort::client {

/// For the time of a call only.
struct ReadSurroundings {
  Session& session;
  MetadataCache& metadata;
  Positions& positions;
  Instant now;
};

}  // namespace cohort::client
