#include "trace/trace_recorder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

namespace cohort::testing {

namespace {

using broker::Fact;
using broker::FactKind;

}  // namespace

TraceRecorder::TraceRecorder(Trace& into, sim::Simulation& world, const std::string& broker_node)
    : trace_(into),
      world_(world),
      broker_(world.index_of(broker_node)),
      start_(world.now()),
      messages_(into.messages) {
  world_.on_send([this](sim::NodeIndex node, const Send& send, Instant) { sent(node, send); });
  world_.on_arrival([this](const sim::Arrival& arrival, Instant) { arrived(arrival); });
}

TraceMoment TraceRecorder::moment() {
  return {.at = world_.now() - start_, .order = next_order_++};
}

void TraceRecorder::add(TraceEntry::Kind kind, std::string lane, std::string text,
                        std::string reason) {
  trace_.entries.push_back({.moment = moment(),
                            .kind = kind,
                            .lane = std::move(lane),
                            .text = std::move(text),
                            .reason = std::move(reason)});
}

void TraceRecorder::storm_step(std::string_view kind) {
  const std::size_t number = steps_ < trace_.steps.size() ? trace_.steps.at(steps_) : steps_;
  ++steps_;
  storm_entry_ = trace_.entries.size();
  add(TraceEntry::Kind::storm, "storm", fmt::format("step {}: {}", number, kind));
}

void TraceRecorder::storm_is_over() { add(TraceEntry::Kind::storm, "storm", "is over"); }

void TraceRecorder::storm_does(const std::string& to_what) {
  if (storm_entry_) trace_.entries.at(*storm_entry_).text += " " + to_what;
}

void TraceRecorder::storm_does_not(const std::string& why) {
  if (storm_entry_) trace_.entries.at(*storm_entry_).reason = "not now: " + why;
}

void TraceRecorder::process_starts(const std::string& process, const std::string& member,
                                   const std::string& how) {
  add(TraceEntry::Kind::member, process, how);
  trace_.processes.push_back(
      {.name = process, .member = member, .from = trace_.entries.back().moment});
}

void TraceRecorder::process_ends(const std::string& process, ProcessEnd how) {
  member_owns(process, -1, {});
  const auto found = std::ranges::find(trace_.processes, process, &TraceProcess::name);
  if (found == trace_.processes.end()) return;
  found->until = moment();
  found->has_crashed = how == ProcessEnd::crashed;
}

void TraceRecorder::member(const std::string& process, const std::string& what) {
  add(TraceEntry::Kind::member, process, what);
}

void TraceRecorder::member_owns(const std::string& process, std::int32_t generation,
                                const client::PartitionSet& partitions) {
  const auto owned = owned_.find(process);
  if (owned != owned_.end()) {
    TraceOwnership& now = trace_.ownerships.at(owned->second);
    if (now.generation == generation && now.partitions == partitions) return;
    now.until = moment();
    owned_.erase(owned);
  }
  if (partitions.empty()) return;
  owned_[process] = trace_.ownerships.size();
  trace_.ownerships.push_back(
      {.process = process, .generation = generation, .partitions = partitions, .from = moment()});
}

void TraceRecorder::broker(const std::vector<Fact>& facts) {
  for (const Fact& fact : facts) {
    if (is_message(fact.kind)) {
      messages_.broker_tells(fact);
      continue;
    }
    const std::string& requester = messages_.requester();
    names_.learn_from(fact, requester);
    add(TraceEntry::Kind::broker, "broker", what_of(fact, names_, requester), why_of(fact, names_));
    generation(fact, trace_.entries.back().moment);
  }
}

void TraceRecorder::generation(const Fact& fact, const TraceMoment& when) {
  auto& all = trace_.generations;
  const bool is_rebalancing = !all.empty() && !all.back().formed && !all.back().until;
  const auto end_others = [&] {
    for (TraceGeneration& each : all) {
      if (!each.until) each.until = when;
    }
  };
  switch (fact.kind) {
    case FactKind::rebalance_started:
      if (!is_rebalancing) {
        all.push_back({.why = fact.detail, .started = when});
      }
      break;
    case FactKind::generation_formed: {
      TraceGeneration formed{.started = when};
      if (is_rebalancing) {
        formed = std::move(all.back());
        all.pop_back();
      }
      end_others();
      formed.number = fact.generation;
      formed.formed = when;
      all.push_back(std::move(formed));
      break;
    }
    case FactKind::assignment_received:
      if (!all.empty() && all.back().formed) all.back().assigned = when;
      break;
    case FactKind::group_unloaded:
      if (is_rebalancing) all.back().until = when;
      break;
    case FactKind::group_emptied:
    case FactKind::group_deleted:
      end_others();
      break;
    default:
      break;
  }
}

void TraceRecorder::end(std::uint64_t digest, std::size_t events,
                        const std::optional<Violation>& violation) {
  trace_.end = moment();
  trace_.digest = digest;
  trace_.events = events;
  trace_.violation = violation;
  name_members();
}

/// Of some ids it is told only later whose they are.
void TraceRecorder::name_members() {
  for (TraceEntry& entry : trace_.entries) {
    entry.text = names_.in_names(std::move(entry.text));
    entry.reason = names_.in_names(std::move(entry.reason));
  }
  for (TraceMessage& message : trace_.messages) {
    message.text = names_.in_names(std::move(message.text));
  }
  for (TraceGeneration& each : trace_.generations) each.why = names_.in_names(std::move(each.why));
  if (trace_.violation) trace_.violation->what = names_.in_names(std::move(trace_.violation->what));
}

void TraceRecorder::sent(sim::NodeIndex node, const Send& send) {
  if (node == broker_) return messages_.broker_sent(send, moment());
  messages_.process_sent(world_.name_of(node), send, world_.other_end_of(send.link), moment());
}

void TraceRecorder::arrived(const sim::Arrival& arrival) {
  const auto* bytes = std::get_if<Buffer>(&arrival.what);
  if (bytes == nullptr) return;
  if (arrival.node == broker_) {
    messages_.broker_got(arrival.link, *bytes, moment());
  } else {
    messages_.process_got(arrival.link, *bytes, moment());
  }
}

}  // namespace cohort::testing
