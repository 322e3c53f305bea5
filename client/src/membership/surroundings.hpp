// Surroundings: what the parts of a consumer that speak to its coordinator share, for one call.
#pragma once

#include "session/coordinator_finder.hpp"
#include "session/metadata_cache.hpp"
#include "session/session.hpp"
#include <cohort/node/rng.hpp>

namespace cohort::client {

/// Whoever finds that the coordinator is another one, or is gone, makes the finder forget it. The
/// finder alone connects to it: who has something to send waits until it is ready.
struct Surroundings {
  Session& session;
  CoordinatorFinder& coordinator;
  const MetadataCache& metadata;
  Rng& rng;
};

/// The same for who only looks.
struct CoordinatorView {
  const Session& session;
  const CoordinatorFinder& coordinator;
};

}  // namespace cohort::client
