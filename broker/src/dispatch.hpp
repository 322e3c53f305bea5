// dispatch: the one table of APIs and versions; ApiVersions, the README and every request go by it.
#pragma once

#include "request_context.hpp"
#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/buffer.hpp>
#include <cohort/protocol/buffers.hpp>
#include <cohort/protocol/schema.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace cohort::broker {

/// What became of a request's body.
struct Handled {
  std::optional<Buffers> answer;       ///< Null: parked, or a request that has no answer.
  std::optional<std::string> refusal;  ///< Why the connection must be closed instead.
};

struct DispatchRow {
  ApiKey key{};
  Versions versions;
  Handled (*run)(RequestContext& context, const Buffer& body) = nullptr;
};

/// In order of API key: what ApiVersions advertises, and nothing else is served.
std::span<const DispatchRow> dispatch_table();

/// Null for an API that is not served.
const DispatchRow* find_dispatch_row(ApiKey key);

/// Serves one frame (without its length) of a connection.
Handled dispatch(BrokerState& state, LinkId link, const Buffer& frame, Instant now);

}  // namespace cohort::broker
