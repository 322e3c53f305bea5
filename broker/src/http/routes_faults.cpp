// /v1/faults and /v1/holds: rules for requests, and the requests that they hold.
#include "http/fault_json.hpp"
#include "http/json_views.hpp"
#include "http/router.hpp"

#include <fmt/format.h>

namespace cohort::broker {

namespace {

RuleId id_of(const RoutedRequest& request) {
  const std::int64_t number = request.number(0);
  if (number < 0) throw HttpError(404, fmt::format("rule {}: there is none", number));
  return RuleId{static_cast<std::uint64_t>(number)};
}

RuleStatus rule_of(const RoutedRequest& request) {
  std::optional<RuleStatus> status = request.control().rule(id_of(request));
  if (!status) throw HttpError(404, fmt::format("rule {}: there is none", request.argument(0)));
  return *std::move(status);
}

HttpReply add_rule(const RoutedRequest& request) {
  const RuleId id = request.control().add_rule(fault_rule_of(request.body()));
  return json_answer({{"id", static_cast<std::uint64_t>(id)}}, 201);
}

HttpReply list_rules(const RoutedRequest& request) {
  return json_answer({{"faults", to_array(request.control().rules())}});
}

HttpReply show_rule(const RoutedRequest& request) { return json_answer(to_json(rule_of(request))); }

HttpReply remove_rule(const RoutedRequest& request) {
  request.expect_no_body();
  request.control().remove_rule(id_of(request));
  return done();
}

HttpReply wait_for_hits(const RoutedRequest& request) {
  JsonObject body = request.body();
  const auto hits = static_cast<std::uint64_t>(body.integer("hits", 0).value_or(1));
  constexpr std::int64_t longest_wait_ms = 3'600'000;
  const std::int64_t timeout_ms = body.integer("timeout_ms", 0, longest_wait_ms).value_or(10'000);
  body.done();
  rule_of(request);
  // Not by Control, whose every call is a turn: this is asked behind one.
  const auto status = [&broker = request.backend().broker, id = id_of(request)] {
    const std::optional<RuleStatus> now = rule_status(broker, id);
    if (!now) throw HttpError(404, "the rule was removed meanwhile");
    return *now;
  };
  return PendingAnswer{
      .look = [status, hits]() -> std::optional<HttpAnswer> {
        const RuleStatus now = status();
        if (now.hits < hits) return std::nullopt;
        return json_answer(to_json(now));
      },
      .tick_every = std::chrono::milliseconds(timeout_ms),
      .tick = [status, hits, timeout_ms]() -> std::optional<HttpAnswer> {
        const RuleStatus now = status();
        return json_answer(
            {{"error", fmt::format("{} hits and not {} within {} ms", now.hits, hits, timeout_ms)},
             {"seen", to_json(now)}},
            408);
      }};
}

HttpReply list_held(const RoutedRequest& request) {
  return json_answer({{"holds", to_array(request.control().held())}});
}

HttpReply release_held(const RoutedRequest& request) {
  JsonObject body = request.body();
  const std::optional<std::int64_t> number = body.integer("request", 1);
  const std::optional<bool> all = body.boolean("all");
  body.done();
  if (number.has_value() == all.value_or(false)) {
    throw HttpError(400, "either {\"request\": NUMBER} or {\"all\": true} is expected");
  }
  rule_of(request);
  if (!number) return json_answer({{"released", request.control().release_all(id_of(request))}});
  const auto wanted = static_cast<std::uint64_t>(*number);
  for (const HeldRequest& held : request.control().held()) {
    if (held.number != wanted || held.rule != id_of(request)) continue;
    request.control().release(wanted);
    return json_answer({{"released", 1}});
  }
  throw HttpError(404,
                  fmt::format("request {}: rule {} does not hold it", wanted, request.argument(0)));
}

}  // namespace

std::vector<Route> fault_routes() {
  return {{"GET", "/v1/faults", &list_rules},
          {"POST", "/v1/faults", &add_rule},
          {"GET", "/v1/faults/{}", &show_rule},
          {"DELETE", "/v1/faults/{}", &remove_rule},
          {"POST", "/v1/faults/{}/wait", &wait_for_hits},
          {"GET", "/v1/holds", &list_held},
          {"POST", "/v1/holds/{}/release", &release_held}};
}

}  // namespace cohort::broker
