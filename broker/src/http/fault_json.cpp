#include "http/fault_json.hpp"

#include "http/http_exchange.hpp"

#include <fmt/format.h>

#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace cohort::broker {

namespace {

template <class Named>
std::string did_you_mean(const std::optional<Named>& nearest) {
  return nearest ? fmt::format("; did you mean {}?", name(*nearest)) : std::string();
}

RequestMatch match_of(JsonObject object) {
  RequestMatch match{.client_id = object.text("client_id"),
                     .group = object.text("group"),
                     .transactional_id = object.text("transactional_id"),
                     .topic = object.text("topic")};
  if (const auto text = object.text("api")) {
    match.api = api_key_from_name(*text);
    if (!match.api)
      object.refuse(
          "api", fmt::format("no API is called {}{}", *text, did_you_mean(nearest_api_key(*text))));
  }
  if (const auto version = object.integer("version", 0, std::numeric_limits<std::int16_t>::max())) {
    match.version = static_cast<std::int16_t>(*version);
  }
  if (const auto partition = object.integer("partition", 0, most_int32)) {
    match.partition = static_cast<std::int32_t>(*partition);
  }
  if (const auto broker = object.integer("broker", 0, most_int32)) {
    match.broker = static_cast<std::int32_t>(*broker);
  }
  object.done();
  return match;
}

std::optional<Moment> moment_of(JsonObject& object, std::string_view field) {
  const std::optional<std::string> text = object.text(field);
  if (!text) return std::nullopt;
  if (*text == "before") return Moment::before;
  if (*text == "after") return Moment::after;
  object.refuse(field, "before or after is expected");
}

bool flag_of(JsonObject& object, std::string_view field) {
  const std::optional<bool> flag = object.boolean(field);
  if (flag && !*flag) object.refuse(field, "true is expected");
  return flag.has_value();
}

/// The one action that it names.
class ActionReader {
 public:
  explicit ActionReader(JsonObject object) : object_(std::move(object)) {}

  FaultAction read() {
    if (const auto text = object_.text("error")) {
      const std::optional<ErrorCode> error = error_code_from_name(*text);
      if (!error)
        object_.refuse("error", fmt::format("no error is called {}{}", *text,
                                            did_you_mean(nearest_error_code(*text))));
      put(AnswerError{*error});
    }
    if (const auto delay = object_.integer("delay_ms", 0)) put(DelayAnswer{clamped_ms(*delay)});
    if (const auto moment = moment_of(object_, "hold")) put(Hold{*moment});
    if (flag_of(object_, "drop_answer")) put(DropAnswer{});
    if (const auto moment = moment_of(object_, "disconnect")) put(Disconnect{*moment});
    if (flag_of(object_, "fence")) put(Fence{});
    if (const auto ms = object_.integer("throttle_ms", 0, most_int32))
      put(Throttle{milliseconds(*ms)});
    if (flag_of(object_, "observe")) put(Observe{});
    object_.done();
    if (!action_) {
      throw HttpError(400,
                      "field \"action\": one of error, delay_ms, hold, drop_answer, "
                      "disconnect, fence, throttle_ms, observe is expected");
    }
    return *action_;
  }

 private:
  void put(const FaultAction& action) {
    if (action_) throw HttpError(400, "field \"action\": one action is expected, not two");
    action_ = action;
  }

  JsonObject object_;
  std::optional<FaultAction> action_;
};

}  // namespace

FaultRule fault_rule_of(JsonObject body) {
  FaultRule rule;
  if (std::optional<JsonObject> match = body.object("match")) {
    rule.match = match_of(*std::move(match));
  }
  if (const auto nth = body.integer("nth", 1)) rule.nth = static_cast<std::uint64_t>(*nth);
  if (const auto times = body.integer("times", 1)) rule.times = static_cast<std::uint64_t>(*times);
  if (const auto probability = body.number("probability")) {
    rule.probability = *probability;
    if (!(rule.probability >= 0 && rule.probability <= 1)) {
      body.refuse("probability", "a number from 0 to 1 is expected");
    }
  }
  std::optional<JsonObject> action = body.object("action");
  if (!action) body.refuse("action", "it is missing");
  rule.action = ActionReader(*std::move(action)).read();
  body.done();
  return rule;
}

}  // namespace cohort::broker
