// Trace: what happened in one storm, when, to whom and why, as a value that can be shown.
#pragma once

#include <cohort/client/topic_partition.hpp>
#include <cohort/node/instant.hpp>
#include <cohort/protocol/api_key.hpp>
#include <cohort/testing/state_graph.hpp>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cohort::testing {

/// Many things happen at one instant; their order tells which came of which.
struct TraceMoment {
  Duration at{};            ///< From the start.
  std::uint64_t order = 0;  ///< Of all that was recorded.
  auto operator<=>(const TraceMoment&) const = default;
};

/// One line of the story.
struct TraceEntry {
  enum class Kind : std::uint8_t {
    storm,   ///< A step of the storm.
    member,  ///< What a consumer was told, and what its program does.
    broker,  ///< A fact of the journal.
  };
  TraceMoment moment{};
  Kind kind{};
  std::string lane;    ///< A process, "broker" or "storm".
  std::string text;    ///< What has happened.
  std::string reason;  ///< Why, or empty.
};

/// A request or an answer.
struct TraceMessage {
  std::string from;
  std::string to;
  ApiKey api{};
  std::int16_t version = 0;
  TraceMoment sent{};
  std::optional<TraceMoment> arrived{};  ///< All of it; nothing: it was lost.
  /// An answer: the number of the request among the messages.
  std::optional<std::size_t> request{};
  std::string text{};   ///< All of it, as far as the broker has read or written it.
  std::string error{};  ///< Of an answer: its first error.
};

/// One consumer's process.
struct TraceProcess {
  std::string name;
  std::string member;  ///< Whose place it has: its client id.
  TraceMoment from{};
  std::optional<TraceMoment> until{};
  bool has_crashed = false;  ///< It ended without a word.
};

/// A time in which a process owned these partitions, as it sees it.
struct TraceOwnership {
  std::string process;
  std::int32_t generation = -1;
  client::PartitionSet partitions;
  TraceMoment from{};
  std::optional<TraceMoment> until{};
};

/// A generation, with the rebalance that led to it.
struct TraceGeneration {
  std::int32_t number = -1;  ///< -1: the rebalance led to none.
  std::string why;
  TraceMoment started{};
  std::optional<TraceMoment> formed{};    ///< When its join phase ended.
  std::optional<TraceMoment> assigned{};  ///< When the leader's assignment came.
  std::optional<TraceMoment> until{};     ///< When the next one formed, or the group was empty.
};

struct Trace {
  // What was run; of the caller.
  std::string scenario;
  std::uint64_t seed = 0;
  /// The numbers that the run's steps have among the seed's; none: they are all of them.
  std::vector<std::size_t> steps{};

  // What came of it.
  std::vector<TraceProcess> processes{};
  std::vector<TraceEntry> entries{};
  std::vector<TraceMessage> messages{};  ///< In the order in which they were sent.
  std::vector<TraceOwnership> ownerships{};
  std::vector<TraceGeneration> generations{};
  TraceMoment end{};
  std::uint64_t digest = 0;
  std::size_t events = 0;
  std::optional<Violation> violation{};
};

enum class TraceDetail : std::uint8_t {
  story,     ///< Steps, members, facts.
  messages,  ///< And each request and answer, in full.
};

/// A line for each thing that happened: seconds from the start, who, what and why; and what came of
/// it all.
std::string to_text(const Trace& trace, TraceDetail detail = TraceDetail::story);
/// One object; times are in milliseconds from the start.
std::string to_json(const Trace& trace);
/// A page that needs nothing else: lanes of the members, generations as bands, owners as bars,
/// messages as arrows.
std::string to_html(const Trace& trace);

}  // namespace cohort::testing
