#include "trace/trace_recorder.hpp"

#include <cohort/protocol/header.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>
#include <variant>

namespace cohort::testing {

namespace {

using broker::Fact;
using broker::FactKind;

constexpr std::string_view link_mark = "link ";
constexpr std::string_view text_mark = ": ";
constexpr std::string_view error_mark = "error_code=";

/// What a message in the journal begins with: "link 7: ".
std::optional<LinkId> link_in(std::string_view detail) {
  if (!detail.starts_with(link_mark)) return std::nullopt;
  detail.remove_prefix(link_mark.size());
  std::uint64_t number = 0;
  const auto result = std::from_chars(detail.data(), detail.data() + detail.size(), number);
  if (result.ec != std::errc{}) return std::nullopt;
  return LinkId{number};
}

std::string text_behind_link(const std::string& detail) {
  const std::size_t colon = detail.find(text_mark);
  return colon == std::string::npos ? detail : detail.substr(colon + text_mark.size());
}

/// Errors are printed unless there is none.
std::string error_in(std::string_view text) {
  const std::size_t at = text.find(error_mark);
  if (at == std::string_view::npos) return {};
  text.remove_prefix(at + error_mark.size());
  return std::string(text.substr(0, text.find_first_of(",}] ")));
}

void feed_all(FrameReader& reader, const Buffers& bytes) {
  for (const Buffer& piece : bytes.pieces()) reader.feed(piece);
}

}  // namespace

TraceRecorder::TraceRecorder(Trace& into, sim::Simulation& world, const std::string& broker_node)
    : trace_(into), world_(world), broker_(world.index_of(broker_node)), start_(world.now()) {
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
      read_message(fact);
      continue;
    }
    names_.learn_from(fact, reading_);
    add(TraceEntry::Kind::broker, "broker", what_of(fact, names_, reading_), why_of(fact, names_));
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
        all.push_back({.why = names_.in_names(fact.detail), .started = when});
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
}

TraceRecorder::Link* TraceRecorder::link_of(LinkId end, bool is_brokers) {
  if (is_brokers) {
    const auto clients = ends_.find(end);
    if (clients == ends_.end()) return nullptr;
    end = clients->second;
  }
  const auto found = links_.find(end);
  return found == links_.end() ? nullptr : &found->second;
}

void TraceRecorder::sent(sim::NodeIndex node, const Send& send) {
  if (node == broker_) {
    Link* link = link_of(send.link, true);
    if (link == nullptr) return;
    feed_all(link->answers_sent, send.bytes);
    while (link->answers_sent.next()) answer_sent(*link);
    return;
  }
  Link& link = links_[send.link];
  if (link.process.empty()) {
    link.process = world_.name_of(node);
    if (const auto other = world_.other_end_of(send.link)) ends_[*other] = send.link;
  }
  feed_all(link.requests_sent, send.bytes);
  while (const auto frame = link.requests_sent.next()) request_sent(link, *frame);
}

void TraceRecorder::request_sent(Link& link, const Buffer& frame) {
  const auto decoded = decode_request_header(frame);
  const RequestHeader header = decoded ? decoded->header : RequestHeader{};
  link.requests.push_back(trace_.messages.size());
  trace_.messages.push_back({.from = link.process,
                             .to = "broker",
                             .api = header.api_key,
                             .version = header.api_version,
                             .sent = moment()});
}

void TraceRecorder::answer_sent(Link& link) {
  const std::size_t place = link.answers.size();
  if (place >= link.requests.size()) return;
  const std::size_t request = link.requests.at(place);
  const std::size_t answer = trace_.messages.size();
  link.answers.push_back(answer);
  trace_.messages.push_back({.from = "broker",
                             .to = link.process,
                             .api = trace_.messages.at(request).api,
                             .version = trace_.messages.at(request).version,
                             .sent = moment(),
                             .request = request});
  if (place < link.answer_texts.size()) set_text(answer, link.answer_texts.at(place));
}

void TraceRecorder::arrived(const sim::Arrival& arrival) {
  const auto* bytes = std::get_if<Buffer>(&arrival.what);
  if (bytes == nullptr) return;
  const bool is_brokers = arrival.node == broker_;
  Link* link = link_of(arrival.link, is_brokers);
  if (link == nullptr) return;
  if (is_brokers) {
    mark_arrived(link->requests_arriving, *bytes, link->requests, link->requests_arrived);
  } else {
    mark_arrived(link->answers_arriving, *bytes, link->answers, link->answers_arrived);
  }
}

void TraceRecorder::mark_arrived(FrameReader& reader, const Buffer& bytes,
                                 const std::vector<std::size_t>& those, std::size_t& count) {
  reader.feed(bytes);
  while (reader.next()) {
    if (count < those.size()) trace_.messages.at(those.at(count)).arrived = moment();
    ++count;
  }
}

/// A request that a fault rule kept is read once more: it is told of twice.
void TraceRecorder::read_message(const Fact& fact) {
  const auto end = link_in(fact.detail);
  Link* link = end ? link_of(*end, true) : nullptr;
  if (link == nullptr) return;
  std::string text = names_.in_names(text_behind_link(fact.detail));
  if (fact.kind == FactKind::message_received) {
    reading_ = link->process;
    const bool is_repeated = link->answer_texts.size() < link->requests_read;
    if (is_repeated || link->requests_read >= link->requests.size()) return;
    trace_.messages.at(link->requests.at(link->requests_read++)).text = std::move(text);
    return;
  }
  if (link->requests_read == 0) return;
  if (link->answer_texts.size() < link->requests_read) link->answer_texts.emplace_back();
  link->answer_texts.back() = std::move(text);
  const std::size_t place = link->answer_texts.size() - 1;
  if (place < link->answers.size()) set_text(link->answers.at(place), link->answer_texts.back());
}

void TraceRecorder::set_text(std::size_t answer, std::string text) {
  trace_.messages.at(answer).error = error_in(text);
  trace_.messages.at(answer).text = std::move(text);
}

}  // namespace cohort::testing
