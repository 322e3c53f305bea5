#include <cohort/testing/trace.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace cohort::testing {

namespace {

using Line = std::pair<TraceMoment, std::string>;

double seconds(const TraceMoment& moment) {
  return std::chrono::duration<double>(moment.at).count();
}

Line line_of(const TraceMoment& moment, const std::string& who, const std::string& what) {
  return {moment, fmt::format("{:>9.3f} s  {:<8} {}\n", seconds(moment), who, what)};
}

std::string counted(std::size_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

void add_messages(std::vector<Line>& lines, const Trace& trace) {
  for (const TraceMessage& message : trace.messages) {
    const std::string what = message.text.empty()
                                 ? fmt::format("v{} {}", message.version, name(message.api))
                                 : message.text;
    lines.push_back(line_of(
        message.sent, message.from,
        fmt::format("-> {} {}{}", message.to, what, message.arrived ? "" : " (never arrives)")));
    if (!message.arrived || message.arrived->at == message.sent.at) continue;
    lines.push_back(line_of(*message.arrived, message.to,
                            fmt::format("<- {} {}{}", message.from, name(message.api),
                                        message.request ? " answer" : "")));
  }
}

std::vector<Line> lines_of(const Trace& trace, TraceDetail detail) {
  std::vector<Line> lines;
  for (const TraceEntry& entry : trace.entries) {
    std::string text = entry.reason.empty() ? entry.text : entry.text + ": " + entry.reason;
    if (entry.kind == TraceEntry::Kind::storm) text.insert(0, "-- ");
    lines.push_back(line_of(entry.moment, entry.lane, text));
  }
  if (detail == TraceDetail::messages) add_messages(lines, trace);
  std::ranges::stable_sort(lines, {}, [](const Line& line) { return line.first; });
  return lines;
}

}  // namespace

std::string to_text(const Trace& trace, TraceDetail detail) {
  std::string text;
  for (const Line& line : lines_of(trace, detail)) text += line.second;
  if (trace.violation) {
    text +=
        fmt::format("violation of \"{}\": {}\n", trace.violation->checker, trace.violation->what);
  }
  const auto generations = std::ranges::count_if(
      trace.generations, [](const TraceGeneration& each) { return each.number >= 0; });
  text += fmt::format("{:.3f} s, {}, {}, digest {:016x}\n", seconds(trace.end),
                      counted(trace.events, "event"),
                      counted(static_cast<std::size_t>(generations), "generation"), trace.digest);
  return text;
}

}  // namespace cohort::testing
