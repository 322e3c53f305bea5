// Plays every case in virtual time, each as a test of its own name.
#include "conformance/suite/embedded_cases.hpp"
#include "conformance/suite/virtual_player.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <string>

namespace cohort::conform {
namespace {

/// The cases that wait for an API or a feature: id, and which.
const std::map<std::string, std::string>& not_yet() {
  static const auto waiting = [] {
    std::map<std::string, std::string> all;
    std::ifstream file(std::filesystem::path(COHORT_CONFORMANCE) / "not_yet.txt");
    for (std::string line; std::getline(file, line);) {
      if (line.empty() || line.starts_with('#')) continue;
      const std::size_t end = line.find(' ');
      all[line.substr(0, end)] = end == std::string::npos ? "" : line.substr(end + 1);
    }
    return all;
  }();
  return waiting;
}

const std::vector<Case>& cases() {
  static const std::vector<Case> all = embedded_cases();
  return all;
}

class CaseTest : public testing::Test {
 public:
  explicit CaseTest(const Case& played) : played_(played) {}

 private:
  void TestBody() override {
    const VirtualPlay whole = play_in_virtual_time(played_);
    const VirtualPlay again = play_in_virtual_time(played_);
    EXPECT_EQ(whole.digest, again.digest) << "two runs of the same case are not the same";

    if (const auto waiting = not_yet().find(played_.id); waiting != not_yet().end()) {
      ASSERT_NE(whole.verdict.outcome, Outcome::passed) << "take it out of not_yet.txt";
      // Listed by name: a case that begins to pass fails the line above until it is taken out.
      GTEST_SKIP() << "waits for " << waiting->second << ": " << text_of(whole.verdict);
    }
    ASSERT_EQ(name(whole.verdict.outcome), name(Outcome::passed)) << text_of(whole.verdict);
    const Verdict in_pieces = play_in_virtual_time(played_, {.faults = {.piece_limit = 7}}).verdict;
    EXPECT_EQ(name(in_pieces.outcome), name(Outcome::passed))
        << "in pieces of 7 bytes: " << text_of(in_pieces);
  }

  const Case& played_;
};

class AsKafka24Test : public testing::Test {
 public:
  explicit AsKafka24Test(const Case& played) : played_(played) {}

 private:
  void TestBody() override {
    const Verdict verdict =
        play_in_virtual_time(played_, {.release = broker::Release::kafka_2_4}).verdict;
    // Kafka 2.4 lacks the API or the version; the case counts under 3.9, where it must pass.
    if (verdict.outcome == Outcome::unsupported) GTEST_SKIP() << text_of(verdict);
    EXPECT_EQ(name(verdict.outcome), name(Outcome::passed)) << text_of(verdict);
  }

  const Case& played_;
};

const bool are_registered = [] {
  for (const Case& each : cases()) {
    if (!each.holds_for("2.4")) continue;
    testing::RegisterTest("AsKafka24", each.id.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                          [&each]() -> testing::Test* { return new AsKafka24Test(each); });
  }
  for (const Case& each : cases()) {
    testing::RegisterTest("Case", each.id.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                          [&each]() -> testing::Test* { return new CaseTest(each); });
  }
  return true;
}();

TEST(Cases, ThoseThatAreNotPlayedAreListedWithWhatTheyWaitFor) {
  ASSERT_TRUE(are_registered);
  std::map<std::string, int> waiting;
  for (const auto& [id, reason] : not_yet()) {
    const bool is_case =
        std::any_of(cases().begin(), cases().end(),
                    [&wanted = id](const Case& each) { return each.id == wanted; });
    EXPECT_TRUE(is_case) << id << " is no case";
    EXPECT_FALSE(reason.empty()) << id << " waits for nothing";
    ++waiting[reason];
    std::cout << "not yet: " << id << " (" << reason << ")\n";
  }
  std::cout << cases().size() - not_yet().size() << " of " << cases().size() << " cases played\n";
  for (const auto& [reason, count] : waiting) {
    std::cout << "  " << count << " wait for " << reason << '\n';
  }
  EXPECT_GT(cases().size(), not_yet().size());
}

}  // namespace
}  // namespace cohort::conform
