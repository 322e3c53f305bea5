#include <cohort/testing/trace.hpp>

#include <fmt/format.h>

#include <chrono>
#include <string_view>

namespace cohort::testing {

namespace {

std::string json_text(std::string_view text) {
  std::string out = "\"";
  for (const char byte : text) {
    const auto code = static_cast<unsigned char>(byte);
    if (byte == '"' || byte == '\\') {
      out.append("\\").push_back(byte);
    } else if (byte == '\n') {
      out.append("\\n");
    } else if (code < 0x20 || code == 0x7F) {
      out += fmt::format("\\u{:04x}", code);
    } else {
      out.push_back(byte);
    }
  }
  return out + "\"";
}

/// [milliseconds from the start, order].
std::string json_of(const TraceMoment& moment) {
  const std::chrono::duration<double, std::milli> at = moment.at;
  return fmt::format("[{},{}]", at.count(), moment.order);
}

std::string json_of(const std::optional<TraceMoment>& moment) {
  return moment ? json_of(*moment) : "null";
}

std::string json_of(const TraceEntry& entry) {
  constexpr std::string_view storm = "storm";
  constexpr std::string_view member = "member";
  constexpr std::string_view broker = "broker";
  const std::string_view kind = entry.kind == TraceEntry::Kind::storm    ? storm
                                : entry.kind == TraceEntry::Kind::member ? member
                                                                         : broker;
  return fmt::format(R"({{"at":{},"kind":"{}","lane":{},"text":{},"reason":{}}})",
                     json_of(entry.moment), kind, json_text(entry.lane), json_text(entry.text),
                     json_text(entry.reason));
}

std::string json_of(const TraceMessage& message) {
  return fmt::format(R"({{"from":{},"to":{},"api":{},"version":{},"sent":{},"arrived":{},)"
                     R"("request":{},"error":{},"text":{}}})",
                     json_text(message.from), json_text(message.to), json_text(name(message.api)),
                     message.version, json_of(message.sent), json_of(message.arrived),
                     message.request ? fmt::format("{}", *message.request) : "null",
                     json_text(message.error), json_text(message.text));
}

std::string json_of(const TraceProcess& process) {
  return fmt::format(R"({{"name":{},"member":{},"from":{},"until":{},"has_crashed":{}}})",
                     json_text(process.name), json_text(process.member), json_of(process.from),
                     json_of(process.until), process.has_crashed);
}

std::string json_of(const TraceOwnership& ownership) {
  std::string partitions;
  for (const client::TopicPartition& each : ownership.partitions) {
    partitions.append(partitions.empty() ? "" : ",").append(json_text(client::to_string(each)));
  }
  return fmt::format(R"({{"process":{},"generation":{},"partitions":[{}],"from":{},"until":{}}})",
                     json_text(ownership.process), ownership.generation, partitions,
                     json_of(ownership.from), json_of(ownership.until));
}

std::string json_of(const TraceGeneration& generation) {
  return fmt::format(
      R"({{"number":{},"why":{},"started":{},"formed":{},"assigned":{},"until":{}}})",
      generation.number, json_text(generation.why), json_of(generation.started),
      json_of(generation.formed), json_of(generation.assigned), json_of(generation.until));
}

std::string json_of(const std::optional<Violation>& violation) {
  if (!violation) return "null";
  return fmt::format(R"({{"checker":{},"what":{}}})", json_text(violation->checker),
                     json_text(violation->what));
}

/// `,"name":[…]`, an element a line.
template <class Elements>
std::string field(std::string_view name, const Elements& elements) {
  std::string out = fmt::format(",\n\"{}\":[", name);
  bool is_first = true;
  for (const auto& each : elements) {
    out.append(is_first ? "\n" : ",\n").append(json_of(each));
    is_first = false;
  }
  return out + "]";
}

}  // namespace

std::string to_json(const Trace& trace) {
  std::string out =
      fmt::format(R"({{"scenario":{},"seed":{},"steps":[{}],"end":{},"events":{},)"
                  R"("digest":"{:016x}","violation":{})",
                  json_text(trace.scenario), trace.seed, fmt::join(trace.steps, ","),
                  json_of(trace.end), trace.events, trace.digest, json_of(trace.violation));
  out += field("processes", trace.processes);
  out += field("generations", trace.generations);
  out += field("ownerships", trace.ownerships);
  out += field("entries", trace.entries);
  out += field("messages", trace.messages);
  return out + "}\n";
}

}  // namespace cohort::testing
