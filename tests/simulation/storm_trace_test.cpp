#include <cohort/testing/storm.hpp>
#include <cohort/testing/trace.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace cohort::testing {

namespace {

/// A storm with some of everything.
constexpr std::uint64_t seed = 7;

Trace traced(const StormOptions& options = {}) {
  Trace trace{.scenario = "group", .seed = seed};
  run_storm(seed, options, storm_steps(seed, options), &trace);
  return trace;
}

bool tells(const Trace& trace, TraceEntry::Kind kind, const std::string& text) {
  return std::ranges::any_of(trace.entries, [&](const TraceEntry& entry) {
    return entry.kind == kind && entry.text.find(text) != std::string::npos;
  });
}

/// Under which no group ever reads anything.
StormOptions hopeless() {
  StormOptions options;
  options.consumer["auto.offset.reset"] = "none";
  return options;
}

}  // namespace

TEST(StormTrace, ChangesNothing) {
  const StormRun alone = run_storm(seed, {}, storm_steps(seed, {}));
  const Trace trace = traced();

  EXPECT_EQ(trace.digest, alone.digest);
  EXPECT_EQ(trace.events, alone.events);
}

TEST(StormTrace, OfOneSeedIsAlwaysTheSame) { EXPECT_EQ(to_json(traced()), to_json(traced())); }

TEST(StormTrace, TellsStepsMembersAndFacts) {
  const Trace trace = traced();

  EXPECT_TRUE(tells(trace, TraceEntry::Kind::storm, "step 0: "));
  EXPECT_TRUE(tells(trace, TraceEntry::Kind::member, "is assigned t1-0"));
  EXPECT_TRUE(tells(trace, TraceEntry::Kind::broker, "generation_formed"));
}

TEST(StormTrace, NumbersTheStepsAsTheSeedDoes) {
  Trace trace{.scenario = "group", .seed = seed, .steps = {3, 8}};
  run_storm(seed, {}, chosen_steps(seed, {}, trace.steps), &trace);

  EXPECT_TRUE(tells(trace, TraceEntry::Kind::storm, "step 3: "));
  EXPECT_TRUE(tells(trace, TraceEntry::Kind::storm, "step 8: "));
  EXPECT_FALSE(tells(trace, TraceEntry::Kind::storm, "step 0: "));
}

TEST(StormTrace, NamesProcessesInsteadOfMemberIds) {
  for (const bool are_static : {false, true}) {
    const Trace trace = traced({.are_static = are_static, .topics_change = !are_static});

    EXPECT_TRUE(tells(trace, TraceEntry::Kind::broker, "member_joined m1"));
    for (const TraceEntry& entry : trace.entries) {
      EXPECT_EQ(entry.text.find("m1-"), std::string::npos) << entry.text;
      EXPECT_EQ(entry.reason.find("m1-"), std::string::npos) << entry.reason;
    }
  }
}

TEST(StormTrace, OrdersAllThatHappens) {
  const Trace trace = traced();

  const auto by_moment = [](const auto& each) { return each.moment; };
  EXPECT_TRUE(std::ranges::is_sorted(trace.entries, {}, by_moment));
  EXPECT_TRUE(std::ranges::is_sorted(trace.messages, {}, &TraceMessage::sent));
  for (const TraceMessage& message : trace.messages) {
    if (message.arrived) {
      EXPECT_LT(message.sent, *message.arrived);
    }
  }
}

TEST(StormTrace, EachAnswerComesBehindItsRequestAndOnlyOnce) {
  const Trace trace = traced();

  std::set<std::size_t> answered;
  for (const TraceMessage& answer : trace.messages) {
    if (!answer.request) continue;
    const TraceMessage& request = trace.messages.at(*answer.request);
    EXPECT_TRUE(answered.insert(*answer.request).second);
    EXPECT_EQ(request.api, answer.api);
    EXPECT_EQ(request.from, answer.to);
    EXPECT_LT(*request.arrived, answer.sent);
    EXPECT_NE(answer.text.find(std::string(name(answer.api)) + "Response"), std::string::npos);
    EXPECT_NE(request.text.find(std::string(name(answer.api)) + "Request"), std::string::npos);
  }
  EXPECT_FALSE(answered.empty());
}

TEST(StormTrace, HasEveryGenerationAndWhatItCameOf) {
  Trace trace{.scenario = "group", .seed = seed};
  const StormRun run = run_storm(seed, {}, storm_steps(seed, {}), &trace);

  std::int32_t last = 0;
  std::size_t formed = 0;
  for (const TraceGeneration& each : trace.generations) {
    if (!each.formed) continue;
    ++formed;
    EXPECT_GT(each.number, last);
    EXPECT_LE(each.started, *each.formed);
    EXPECT_FALSE(each.why.empty());
    last = each.number;
  }
  EXPECT_EQ(formed, run.generations);
}

TEST(StormTrace, EndsWithEveryPartitionOwnedOnce) {
  const Trace trace = traced();

  client::PartitionSet owned;
  std::size_t count = 0;
  for (const TraceOwnership& each : trace.ownerships) {
    if (each.until) continue;
    count += each.partitions.size();
    owned.insert(each.partitions.begin(), each.partitions.end());
  }
  EXPECT_EQ(owned.size(), count);
  const StormOptions options;
  EXPECT_GE(count, static_cast<std::size_t>(options.topics * options.partitions));
}

TEST(StormTrace, OfTheShrunkStepsEndsWithTheSameViolation) {
  const StormResult found = storm(seed, hopeless());
  ASSERT_TRUE(found.run.violation);
  Trace trace{.scenario = "group", .seed = seed, .steps = found.steps};

  run_storm(seed, hopeless(), chosen_steps(seed, hopeless(), found.steps), &trace);

  ASSERT_TRUE(trace.violation);
  EXPECT_EQ(trace.violation->checker, found.run.violation->checker);
  EXPECT_LT(found.steps.size(), storm_steps(seed, hopeless()).size());
  EXPECT_NE(to_text(trace).find("\nviolation of \"progress\": "), std::string::npos);
}

}  // namespace cohort::testing
