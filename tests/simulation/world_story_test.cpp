#include <cohort/testing/consumer_world.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cohort::testing {

using ::testing::ContainsRegex;
using ::testing::Not;

TEST(WorldStory, TellsFactsWithTheNamesOfProcesses) {
  Scenario scenario{.topics = {{.partitions = 2}}, .members = alike(2, {}), .reads = false};
  ConsumerWorld world(scenario);
  world.tell();
  std::string story;

  for (int moves = 0; moves < 200 && !world.is_finished(); ++moves) {
    world.make(0);
    for (const std::string& line : world.take_story()) story.append(line).append("\n");
  }

  EXPECT_NE(story.find("\n  broker: member_joined a: JoinGroup of a new member"), std::string::npos)
      << story;
  EXPECT_NE(story.find("\n  broker: generation_formed"), std::string::npos);
  EXPECT_THAT(story, Not(ContainsRegex("member-[0-9a-f]{8}-")));
}

}  // namespace cohort::testing
