// A broken broker can't pass: in each area a wrong answer, by a fault rule, turns the cases red.
#include "conformance/suite/embedded_cases.hpp"
#include "conformance/suite/virtual_player.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace cohort::conform {
namespace {

using broker::AnswerError;
using broker::Control;
using broker::DropAnswer;
using broker::FaultAction;

/// The requests that an area's cases look at. None: all.
const std::map<std::string, std::vector<ApiKey>>& requests_by_area() {
  static const std::map<std::string, std::vector<ApiKey>> requests{
      {"wire", {}},
      {"metadata", {}},
      {"topics", {ApiKey::create_topics, ApiKey::delete_topics, ApiKey::create_partitions}},
      {"configs",
       {ApiKey::describe_configs, ApiKey::alter_configs, ApiKey::incremental_alter_configs}},
      {"produce", {ApiKey::produce}},
      {"fetch", {ApiKey::fetch}},
      {"fetch_session", {ApiKey::fetch}},
      {"list_offsets", {ApiKey::list_offsets, ApiKey::offset_for_leader_epoch}},
      {"delete_records", {ApiKey::delete_records}},
      {"join", {ApiKey::join_group}},
      {"sync", {ApiKey::sync_group}},
      {"heartbeat", {ApiKey::heartbeat}},
      {"leave", {ApiKey::leave_group}},
      {"static", {ApiKey::join_group}},
      {"commit", {ApiKey::offset_commit}},
      {"offset_fetch", {ApiKey::offset_fetch}},
      {"admin_groups",
       {ApiKey::list_groups, ApiKey::describe_groups, ApiKey::delete_groups,
        ApiKey::offset_delete}},
      {"idempotence", {ApiKey::init_producer_id, ApiKey::produce}},
      {"txn",
       {ApiKey::init_producer_id, ApiKey::add_partitions_to_txn, ApiKey::add_offsets_to_txn,
        ApiKey::txn_offset_commit, ApiKey::end_txn, ApiKey::describe_transactions,
        ApiKey::list_transactions}},
  };
  return requests;
}

/// Adds the action for each of the area's requests.
void break_area(Control& control, const std::string& area, const FaultAction& action) {
  const std::vector<ApiKey>& requests = requests_by_area().at(area);
  if (requests.empty()) control.add_rule({.match = {}, .action = action});
  for (const ApiKey api : requests) control.add_rule({.match = {.api = api}, .action = action});
}

bool is_red(const Case& played, const FaultAction& action) {
  const VirtualConditions broken{.prepare = [&](Control& control) {
    break_area(control, std::string(played.area()), action);
  }};
  return play_in_virtual_time(played, broken).verdict.outcome == Outcome::failed;
}

/// Those whose right outcome is that nothing is answered: no rule makes a broker answer them.
bool wants_an_answer(const Case& played) {
  return std::any_of(played.steps.begin(), played.steps.end(), [](const Json& step) {
    return step.contains("expect") && step.value("outcome", "") != "closed";
  });
}

TEST(BrokenBroker, EachAreaHasItsRequests) {
  std::set<std::string> areas;
  for (const Case& each : embedded_cases()) areas.emplace(each.area());
  for (const std::string& area : areas) EXPECT_TRUE(requests_by_area().contains(area)) << area;
}

/// What the case expects is empty, or has no place for an error: with no answer at all it is red.
const std::set<std::string>& answers_without_errors() {
  static const std::set<std::string> ids{
      "admin_groups/describe_none", "metadata/find_coordinator_no_keys", "topics/create_nothing"};
  return ids;
}

TEST(BrokenBroker, AWrongAnswerTurnsTheCasesOfItsAreaRed) {
  const AnswerError error{ErrorCode::unknown_server_error};
  std::map<std::string, int> red;
  for (const Case& each : embedded_cases()) {
    // No rule is for a request of a version that there is not.
    if (each.id == "wire/api_versions_negative_version" || !wants_an_answer(each)) continue;
    if (play_in_virtual_time(each).verdict.outcome != Outcome::passed) continue;
    const bool has_place = !answers_without_errors().contains(each.id);
    const FaultAction wrong = has_place ? FaultAction(error) : FaultAction(DropAnswer{});
    EXPECT_TRUE(is_red(each, wrong)) << each.id;
    ++red[std::string(each.area())];
  }
  for (const auto& [area, requests] : requests_by_area()) EXPECT_GT(red[area], 0) << area;
}

}  // namespace
}  // namespace cohort::conform
