// /v1/groups: groups, what they wait for, and what is done to them.
#include "http/json_views.hpp"
#include "http/router.hpp"
#include "http/slices.hpp"
#include "state.hpp"

#include <fmt/format.h>

#include <array>
#include <cctype>

namespace cohort::broker {

namespace {

[[noreturn]] void refuse_group(const std::string& group) {
  throw HttpError(404, fmt::format("group \"{}\": there is none", group));
}

GroupView group_of(const RoutedRequest& request) {
  std::optional<GroupView> view = request.control().group(request.argument(0));
  if (!view) refuse_group(request.argument(0));
  return *std::move(view);
}

HttpReply list_groups(const RoutedRequest& request) {
  const Broker& broker = request.backend().broker;
  std::vector<std::string> names;
  for (const GroupListing& listed : broker.state().coordinator.list()) {
    names.push_back(listed.group_id);
  }
  const auto look_up = [&broker](const std::string& name) -> std::optional<boost::json::object> {
    const std::optional<GroupView> group = group_view(broker, name);
    return group ? std::optional(to_json(*group)) : std::nullopt;
  };
  return list_in_slices({}, "groups", items_by_name(std::move(names), look_up));
}

HttpReply show_group(const RoutedRequest& request) {
  return json_answer(to_json(group_of(request)));
}

HttpReply show_timeline(const RoutedRequest& request) {
  const std::string& group = request.argument(0);
  const Journal& journal = request.backend().journal;
  const std::vector<Entry> facts = journal.timeline(group);
  if (facts.empty()) group_of(request);
  return json_answer({{"group", group},
                      {"facts", to_array(facts)},
                      {"rebalances", to_array(journal.rebalances(group))}});
}

std::optional<GroupState> state_of(JsonObject& body) {
  const std::optional<std::string> text = body.text("state");
  if (!text) return std::nullopt;
  constexpr std::array states{GroupState::empty, GroupState::preparing_rebalance,
                              GroupState::completing_rebalance, GroupState::stable,
                              GroupState::dead};
  for (const GroupState state : states) {
    if (name(state) == *text) return state;
  }
  body.refuse("state",
              "Empty, PreparingRebalance, CompletingRebalance, Stable or Dead is expected");
}

/// What somebody waits for to be true of a group.
struct Expectation {
  std::optional<GroupState> state;
  std::optional<std::int64_t> members;
  std::optional<std::int64_t> generation;

  bool is_met_by(const std::optional<GroupView>& group) const {
    if (!group) return state == GroupState::dead;
    if (state && group->state != *state) return false;
    if (members && std::ssize(group->members) != *members) return false;
    return !generation || group->generation >= *generation;
  }
};

/// An unknown group is waited for, too.
HttpReply wait_for_group(const RoutedRequest& request) {
  JsonObject body = request.body();
  const Expectation expected{.state = state_of(body),
                             .members = body.integer("members", 0),
                             .generation = body.integer("generation", 0)};
  constexpr std::int64_t longest_wait_ms = 3'600'000;
  const std::int64_t timeout_ms = body.integer("timeout_ms", 0, longest_wait_ms).value_or(10'000);
  body.done();
  // Not by Control, whose every call is a turn: this is asked behind one.
  const auto look = [&backend = request.backend(), group = request.argument(0),
                     expected]() -> std::optional<HttpAnswer> {
    const std::optional<GroupView> view = group_view(backend.broker, group);
    if (!expected.is_met_by(view)) return std::nullopt;
    return view ? json_answer(to_json(*view)) : json_answer({{"group", group}, {"state", "Dead"}});
  };
  const auto give_up = [&backend = request.backend(), group = request.argument(0),
                        timeout_ms]() -> std::optional<HttpAnswer> {
    const std::optional<GroupView> view = group_view(backend.broker, group);
    return json_answer(
        {{"error", fmt::format("group \"{}\" was not so within {} ms: {}", group, timeout_ms,
                               view ? to_string(*view) : "there is none")},
         {"seen", view ? boost::json::value(to_json(*view)) : boost::json::value(nullptr)}},
        408);
  };
  return PendingAnswer{
      .look = look, .tick_every = std::chrono::milliseconds(timeout_ms), .tick = give_up};
}

HttpReply rebalance_group(const RoutedRequest& request) {
  JsonObject body = request.body();
  const std::optional<std::string> reason = body.text("reason");
  body.done();
  group_of(request);
  if (reason) {
    request.control().force_rebalance(request.argument(0), *reason);
  } else {
    request.control().force_rebalance(request.argument(0));
  }
  return json_answer(to_json(group_of(request)));
}

HttpReply move_coordinator(const RoutedRequest& request) {
  JsonObject body = request.body();
  const auto to = body.integer("broker", 0, std::numeric_limits<std::int32_t>::max());
  body.done();
  request.control().move_coordinator(
      request.argument(0), to ? std::optional(static_cast<std::int32_t>(*to)) : std::nullopt);
  return done();
}

HttpReply set_offsets(const RoutedRequest& request) {
  JsonObject body = request.body();
  std::optional<std::vector<JsonObject>> listed = body.objects("offsets");
  if (!listed) body.refuse("offsets", "it is missing");
  if (listed->empty()) body.refuse("offsets", "it is empty");
  std::vector<OffsetToSet> offsets;
  for (JsonObject& each : *listed) {
    offsets.push_back({.topic = each.required_text("topic"),
                       .partition = static_cast<std::int32_t>(each.required_integer(
                           "partition", 0, std::numeric_limits<std::int32_t>::max())),
                       .offset = each.required_integer("offset", 0),
                       .metadata = each.text("metadata").value_or("")});
    each.done();
  }
  body.done();
  request.control().set_offsets(request.argument(0), offsets);
  return json_answer(to_json(group_of(request)));
}

HttpReply expire_member(const RoutedRequest& request) {
  request.expect_no_body();
  group_of(request);
  request.control().expire_member(request.argument(0), request.argument(1));
  return json_answer(to_json(group_of(request)));
}

HttpReply show_owners(const RoutedRequest& request) {
  const std::string& group = request.argument(0);
  const Journal& journal = request.backend().journal;
  const std::int32_t partition = partition_of(request, 2);
  if (journal.timeline(group).empty()) group_of(request);
  boost::json::array owners;
  for (const Ownership& each : journal.owners(group, request.argument(1), partition)) {
    owners.push_back({{"member_id", each.member_id},
                      {"client_id", each.client_id},
                      {"generation", each.generation},
                      {"from_ms", each.from.unix_ms()},
                      {"until_ms", each.until ? boost::json::value(each.until->unix_ms())
                                              : boost::json::value(nullptr)}});
  }
  return json_answer({{"owners", std::move(owners)}});
}

}  // namespace

std::vector<Route> group_routes() {
  return {{"GET", "/v1/groups", &list_groups},
          {"GET", "/v1/groups/{}", &show_group},
          {"GET", "/v1/groups/{}/timeline", &show_timeline},
          {"GET", "/v1/groups/{}/owners/{}/{}", &show_owners},
          {"POST", "/v1/groups/{}/wait", &wait_for_group},
          {"POST", "/v1/groups/{}/rebalance", &rebalance_group},
          {"POST", "/v1/groups/{}/coordinator", &move_coordinator},
          {"POST", "/v1/groups/{}/offsets", &set_offsets},
          {"POST", "/v1/groups/{}/members/{}/expire", &expire_member}};
}

}  // namespace cohort::broker
