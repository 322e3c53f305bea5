// state_request.txt: every state of a group meets every request of the classic coordinator in some
// case.
#include "conformance/suite/embedded_cases.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace cohort::conform {
namespace {

struct StateRow {
  std::string state;
  std::string request;
  std::string who;
  std::string case_id;  ///< `-`: it can't be, as the words behind say.
  std::string reason{};
};

const std::vector<StateRow>& rows() {
  static const auto all = [] {
    std::vector<StateRow> found;
    std::ifstream file(std::filesystem::path(COHORT_CONFORMANCE) / "state_request.txt");
    for (std::string line; std::getline(file, line);) {
      if (line.empty() || line.starts_with('#')) continue;
      std::istringstream words(line);
      StateRow row;
      words >> row.state >> row.request >> row.who >> row.case_id;
      std::getline(words, row.reason);
      found.push_back(row);
    }
    return found;
  }();
  return all;
}

bool sends(const Case& played, const std::string& request) {
  const bool is_joining = request == "JoinGroup" || request == "SyncGroup";
  return std::any_of(played.steps.begin(), played.steps.end(), [&](const Json& step) {
    return step.value("send", "") == request || (is_joining && step.contains("join_sync"));
  });
}

TEST(StateRequest, EachStateMeetsEachRequestInSomeCase) {
  std::set<std::string> states;
  std::set<std::string> requests;
  std::map<std::string, std::set<std::string>> met;
  for (const StateRow& row : rows()) {
    states.insert(row.state);
    requests.insert(row.request);
    if (row.case_id != "-") met[row.state].insert(row.request);
  }
  EXPECT_EQ(states, (std::set<std::string>{"Absent", "CompletingRebalance", "Empty", "EmptySimple",
                                           "PreparingRebalance", "Stable"}));
  EXPECT_EQ(requests,
            (std::set<std::string>{"DeleteGroups", "DescribeGroups", "Heartbeat", "JoinGroup",
                                   "LeaveGroup", "ListGroups", "OffsetCommit", "OffsetDelete",
                                   "OffsetFetch", "SyncGroup", "TxnOffsetCommit"}));
  for (const std::string& state : states) EXPECT_EQ(met[state], requests) << state;
}

TEST(StateRequest, EachRowNamesACaseThatSendsTheRequestOrTheReasonWhyNoneCan) {
  std::map<std::string, Case> cases;
  for (const Case& each : embedded_cases()) cases.emplace(each.id, each);
  for (const StateRow& row : rows()) {
    const std::string what = row.state + " " + row.request + " " + row.who;
    if (row.case_id == "-") {
      EXPECT_FALSE(row.reason.empty()) << what;
      continue;
    }
    const auto found = cases.find(row.case_id);
    ASSERT_NE(found, cases.end()) << what << ": no case " << row.case_id;
    EXPECT_TRUE(sends(found->second, row.request)) << what << ": " << row.case_id;
  }
}

TEST(StateRequest, RowsAreSortedAndNoneStandsTwice) {
  std::vector<std::string> lines;
  for (const StateRow& row : rows()) {
    lines.push_back(row.state + " " + row.request + " " + row.who + " " + row.case_id);
  }
  EXPECT_TRUE(std::is_sorted(lines.begin(), lines.end()));
  EXPECT_EQ(std::adjacent_find(lines.begin(), lines.end()), lines.end());
}

}  // namespace
}  // namespace cohort::conform
