#include <cohort/testing/program.hpp>
#include <cohort/testing/scenario.hpp>

#include <fmt/format.h>

namespace cohort::testing {

namespace {

std::string text_of(const client::OffsetsToCommit& offsets) {
  std::string text;
  for (const auto& [partition, offset] : offsets) {
    if (!text.empty()) text += ", ";
    text += fmt::format("{} at {}", client::to_string(partition), offset.offset);
  }
  return text.empty() ? "nothing" : text;
}

struct InWords {
  std::string operator()(const steps::Effect& step) const { return step.what; }
  std::string operator()(const steps::Commit& step) const {
    return fmt::format("commits {}{}", step.offsets ? text_of(*step.offsets) : "what it has read",
                       step.waits ? "" : ", without waiting");
  }
  std::string operator()(const steps::Seek& step) const {
    return fmt::format("seeks {} to {}", client::to_string(step.partition), step.offset);
  }
  std::string operator()(const steps::Pause& step) const {
    return fmt::format("{} {}", step.is_paused ? "pauses" : "resumes",
                       client::to_string(step.partitions));
  }
  std::string operator()(const steps::Subscribe& step) const {
    return fmt::format("subscribes to {}", fmt::join(step.topics, ", "));
  }
  std::string operator()(const steps::Rejoin& step) const {
    return fmt::format("asks for a rebalance: {}", step.reason);
  }
  std::string operator()(const steps::Close& /*step*/) const { return "closes its consumer"; }
};

struct DoesNothing {
  static void on_records(const Records& /*records*/, Plan& /*plan*/) {}
};

}  // namespace

std::string to_string(const ProgramStep& step) { return std::visit(InWords{}, step); }

void Plan::commit_through(const client::ConsumerRecord& record) {
  commit(client::OffsetsToCommit{
      {{record.topic, record.partition},
       {.offset = record.offset + 1, .leader_epoch = record.leader_epoch}}});
}

ProgramStep Plan::take() {
  ProgramStep step = std::move(steps_.front());
  steps_.pop_front();
  return step;
}

std::vector<ScenarioMember> alike(int count, const ScenarioMember& as) {
  std::vector<ScenarioMember> members(static_cast<std::size_t>(count), as);
  char name = 'a';
  for (ScenarioMember& member : members) member.name = name++;
  return members;
}

Program::Program() : Program(DoesNothing{}) {}

}  // namespace cohort::testing
