// A group in words: what a failing test prints, and "what is it waiting for?".
#include <cohort/broker/group_view.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace cohort::broker {

namespace {

std::string in_words(const Partitions& partitions) {
  std::string text;
  for (const auto& [topic, of_topic] : partitions) {
    text += fmt::format("{}{}[{}]", text.empty() ? "" : " ", topic, fmt::join(of_topic, ","));
  }
  return text.empty() ? "nothing" : text;
}

std::int64_t whole_ms(Duration time) { return std::chrono::floor<milliseconds>(time).count(); }

}  // namespace

std::string to_string(const WaitView& wait) {
  std::string text = fmt::format("{} phase", wait.phase);
  const std::string_view missing = wait.phase == "sync" ? "SyncGroup" : "JoinGroup";
  if (!wait.members.empty()) {
    text += fmt::format(", waits for {} of {}", missing, fmt::join(wait.members, ", "));
  }
  if (!wait.pending.empty()) {
    text +=
        fmt::format(", for the ids given out and not used yet: {}", fmt::join(wait.pending, ", "));
  }
  if (wait.deadline != Instant::never()) {
    text += fmt::format("; {} at {:.3f}", wait.timer,
                        static_cast<double>(wait.deadline.unix_ms()) / 1000);
  }
  return text;
}

std::string to_string(const GroupView& group) {
  std::string text = fmt::format("group {}: {}, generation {}, {} members", group.group,
                                 name(group.state), group.generation, group.members.size());
  if (group.waiting_for) text += fmt::format("\n  {}", to_string(*group.waiting_for));
  for (const MemberView& member : group.members) {
    text += fmt::format("\n  member {}{}{} of client {} at {}, session {} ms: {}", member.member_id,
                        member.member_id == group.leader ? " (leader)" : "",
                        member.instance_id ? fmt::format(" instance {}", *member.instance_id) : "",
                        member.client_id, member.host, whole_ms(member.session_timeout),
                        in_words(member.assignment));
  }
  for (const OffsetView& offset : group.offsets) {
    text += fmt::format("\n  {}-{}: committed {} of {}, lag {}", offset.topic, offset.partition,
                        offset.committed, offset.end, offset.lag);
  }
  return text;
}

}  // namespace cohort::broker
