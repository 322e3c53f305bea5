// dispatch: the one table of APIs and versions; ApiVersions, the README and every request go by it.
#pragma once

#include "request_context.hpp"
#include <cohort/broker/release.hpp>
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
  std::optional<AnswerFate> fate;      ///< Of the answer, if it is not just sent.
};

struct DispatchRow {
  ApiKey key{};
  Versions versions;
  Handled (*run)(RequestContext& context, const Buffer& frame, const Buffer& body) = nullptr;
};

/// In order of API key: what a broker of Kafka 3.9 advertises, and nothing else is served.
std::span<const DispatchRow> dispatch_table();

/// The versions that are advertised and served as this release; nothing if it has not the API.
std::optional<Versions> served_versions(Release release, const DispatchRow& row);

/// Null for an API that is not served.
const DispatchRow* find_dispatch_row(ApiKey key);

/// Do fault rules look at the request?
enum class Scrutiny : std::uint8_t { due, passed };

/// Serves one frame (without its length) of a connection: its answer is put there, unless it parks,
/// and a request that can't be served closes it. REQUIRES: the connection is open, and owes
/// nothing.
void take_up(BrokerState& state, LinkId link, const Buffer& frame, Scrutiny scrutiny, Instant now);

}  // namespace cohort::broker
