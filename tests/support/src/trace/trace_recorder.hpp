// TraceRecorder: watches a world of consumers around one broker, and writes a Trace of it.
#pragma once

#include "trace/member_names.hpp"
#include "trace/message_recorder.hpp"
#include <cohort/broker/fact.hpp>
#include <cohort/client/topic_partition.hpp>
#include <cohort/node/node.hpp>
#include <cohort/sim/simulation.hpp>
#include <cohort/testing/trace.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::testing {

enum class ProcessEnd : std::uint8_t { closed, crashed };

/// Sees by itself what is sent and what arrives; the rest is told to it. REQUIRES: nobody else has
/// the simulation's hooks of arrivals and sends; trace and simulation outlive it.
class TraceRecorder {
 public:
  TraceRecorder(Trace& into, sim::Simulation& world, const std::string& broker_node);

  void storm_step(std::string_view kind);
  void storm_is_over();
  /// More of the last step: to what, or why not.
  void storm_does(const std::string& to_what);
  void storm_does_not(const std::string& why);
  void process_starts(const std::string& process, const std::string& member,
                      const std::string& how);
  void process_ends(const std::string& process, ProcessEnd how);
  void member(const std::string& process, const std::string& what);
  /// A process as it is now.
  void member_owns(const std::string& process, std::int32_t generation,
                   const client::PartitionSet& partitions);
  /// In order, messages and all (Config::tells_messages).
  void broker(const std::vector<broker::Fact>& facts);
  void end(std::uint64_t digest, std::size_t events, const std::optional<Violation>& violation);

 private:
  TraceMoment moment();
  void sent(sim::NodeIndex node, const Send& send);
  void arrived(const sim::Arrival& arrival);
  void name_members();
  void generation(const broker::Fact& fact, const TraceMoment& when);
  void add(TraceEntry::Kind kind, std::string lane, std::string text, std::string reason = {});

  Trace& trace_;
  sim::Simulation& world_;
  sim::NodeIndex broker_;
  Instant start_;
  std::uint64_t next_order_ = 0;
  MessageRecorder messages_;
  MemberNames names_;
  std::map<std::string, std::size_t> owned_;  ///< Each process' ownership that lasts.
  std::optional<std::size_t> storm_entry_;
  std::size_t steps_ = 0;  ///< So many were taken.
};

}  // namespace cohort::testing
