// Plays every recorded case in virtual time, each as a test of its own name.
#include "conformance/recorded_case.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <string>

namespace cohort::conform {
namespace {

const std::filesystem::path& folder() {
  static const std::filesystem::path path(COHORT_CONFORMANCE);
  return path;
}

/// The cases that wait for an API or a feature: id, and which.
const std::map<std::string, std::string>& not_yet() {
  static const auto waiting = [] {
    std::map<std::string, std::string> all;
    std::ifstream file(folder() / "not_yet.txt");
    for (std::string line; std::getline(file, line);) {
      if (line.empty() || line.starts_with('#')) continue;
      const std::size_t end = line.find(' ');
      all[line.substr(0, end)] = end == std::string::npos ? "" : line.substr(end + 1);
    }
    return all;
  }();
  return waiting;
}

const std::vector<RecordedCase>& cases() {
  static const std::vector<RecordedCase> all = load_cases(folder() / "cases");
  return all;
}

class RecordedCaseTest : public testing::Test {
 public:
  explicit RecordedCaseTest(const RecordedCase& recorded) : recorded_(recorded) {}

 private:
  void TestBody() override {
    const Verdict whole = play_in_virtual_time(recorded_);
    const Verdict again = play_in_virtual_time(recorded_);
    EXPECT_EQ(whole.digest, again.digest) << "two runs of the same case are not the same";

    if (const auto waiting = not_yet().find(recorded_.id); waiting != not_yet().end()) {
      ASSERT_NE(name(whole.outcome), name(Outcome::passed)) << "take it out of not_yet.txt";
      // Listed by name: a case that begins to pass fails the line above until it is taken out.
      GTEST_SKIP() << "waits for " << waiting->second << ": " << whole.why;
    }
    ASSERT_EQ(name(whole.outcome), name(Outcome::passed)) << whole.why;
    const Verdict in_pieces = play_in_virtual_time(recorded_, {.piece_limit = 7});
    EXPECT_EQ(name(in_pieces.outcome), name(Outcome::passed))
        << "in pieces of 7 bytes: " << in_pieces.why;
  }

  const RecordedCase& recorded_;
};

/// Kafka 2.4.1 was seen to answer so, too.
bool holds_for_2_4(const RecordedCase& recorded) {
  const std::string seen = recorded.holds.value("2.4.1", "not run");
  return seen == "same" || seen == "accepted too";
}

class AsKafka24Test : public testing::Test {
 public:
  explicit AsKafka24Test(const RecordedCase& recorded) : recorded_(recorded) {}

 private:
  void TestBody() override {
    const Verdict verdict = play_in_virtual_time(recorded_, {}, broker::Release::kafka_2_4);
    // Kafka 2.4 lacks the API or the version; the case counts under 3.9, where it must pass.
    if (verdict.outcome == Outcome::unsupported) GTEST_SKIP() << verdict.why;
    EXPECT_EQ(name(verdict.outcome), name(Outcome::passed)) << verdict.why;
  }

  const RecordedCase& recorded_;
};

const bool are_registered = [] {
  for (const RecordedCase& recorded : cases()) {
    if (!holds_for_2_4(recorded)) continue;
    testing::RegisterTest("AsKafka24", recorded.id.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                          [&recorded]() -> testing::Test* { return new AsKafka24Test(recorded); });
  }
  for (const RecordedCase& recorded : cases()) {
    testing::RegisterTest(
        "RecordedCase", recorded.id.c_str(), nullptr, nullptr, __FILE__, __LINE__,
        [&recorded]() -> testing::Test* { return new RecordedCaseTest(recorded); });
  }
  return true;
}();

TEST(RecordedCases, ThoseThatAreNotPlayedAreListedWithWhatTheyWaitFor) {
  ASSERT_TRUE(are_registered);
  std::map<std::string, int> waiting;
  for (const auto& [id, reason] : not_yet()) {
    const bool is_case =
        std::any_of(cases().begin(), cases().end(),
                    [&wanted = id](const RecordedCase& each) { return each.id == wanted; });
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
