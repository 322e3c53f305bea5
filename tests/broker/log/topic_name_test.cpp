#include "log/topic_name.hpp"

#include <gtest/gtest.h>

namespace cohort::broker {
namespace {

TEST(TopicName, LegalNamesAreLettersDigitsDotsUnderscoresAndDashes) {
  for (const std::string& name :
       {std::string("a"), std::string("A.b_c-9"), std::string("..."), std::string(249, 'x')}) {
    EXPECT_EQ(topic_name_fault(name), std::nullopt) << name;
  }
}

TEST(TopicName, IllegalNamesAreToldWhy) {
  struct Case {
    std::string name;
    std::string message;
  };
  const std::string long_name(250, 'x');
  const std::vector<Case> cases = {
      {"", "Topic name is invalid: the empty string is not allowed"},
      {".", "Topic name is invalid: '.' is not allowed"},
      {"..", "Topic name is invalid: '..' is not allowed"},
      {"a b",
       "Topic name is invalid: 'a b' contains one or more characters other than ASCII "
       "alphanumerics, '.', '_' and '-'"},
      {"é",
       "Topic name is invalid: 'é' contains one or more characters other than ASCII "
       "alphanumerics, '.', '_' and '-'"},
      {long_name, "Topic name is invalid: the length of '" + long_name +
                      "' is longer than the max allowed length 249"},
  };
  for (const Case& c : cases) EXPECT_EQ(topic_name_fault(c.name), c.message);
}

TEST(TopicName, KafkasOwnTopicsAreInternal) {
  EXPECT_TRUE(is_internal_topic("__consumer_offsets"));
  EXPECT_TRUE(is_internal_topic("__transaction_state"));
  EXPECT_TRUE(is_internal_topic("__share_group_state"));
  EXPECT_FALSE(is_internal_topic("__mine"));
}

TEST(TopicName, DotsAndUnderscoresCollide) {
  EXPECT_EQ(collision_name("a.b_c"), collision_name("a_b.c"));
  EXPECT_NE(collision_name("a.b"), collision_name("a-b"));
  EXPECT_FALSE(has_collision_characters("a-b"));
}

}  // namespace
}  // namespace cohort::broker
