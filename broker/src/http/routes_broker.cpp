// What concerns the broker as a whole: health, the clock, brokers and clients, reset.
#include "http/json_views.hpp"
#include "http/metrics.hpp"
#include "http/router.hpp"
#include "http/slices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <stdexcept>
#include <utility>

namespace cohort::broker {

namespace {

HttpReply health(const RoutedRequest& /*request*/) { return json_answer({{"status", "ok"}}); }

HttpReply metrics(const RoutedRequest& request) {
  auto all = std::make_shared<Metrics>(request.backend());
  return in_slices({.content_type = "text/plain; version=0.0.4; charset=utf-8",
                    .next = [all] { return all->next_slice(); }});
}

boost::json::object clock_to_json(const HttpBackend& backend) {
  boost::json::object object{{"clock", backend.clock == net::ClockMode::manual ? "manual" : "real"},
                             {"now_ms", backend.host.now().unix_ms()}};
  boost::json::array timers;
  for (const ArmedTimer& timer : backend.broker.armed_timers()) {
    timers.push_back({{"name", timer.name},
                      {"deadline_ms", timer.deadline.unix_ms()},
                      {"periodic", timer.is_periodic}});
  }
  object["timers"] = std::move(timers);
  return object;
}

HttpReply show_clock(const RoutedRequest& request) {
  return json_answer(clock_to_json(request.backend()));
}

void expect_manual_clock(const RoutedRequest& request) {
  if (request.backend().clock == net::ClockMode::manual) return;
  throw HttpError(409, "the clock is real: start with --clock manual to move it");
}

/// Not further than time reaches.
void pass_time(const HttpBackend& backend, Duration by) {
  try {
    backend.host.advance(by);
  } catch (const std::logic_error& error) {
    throw HttpError(400, error.what());
  }
}

/// In steps with real pauses, so that live clients send heartbeats in between.
HttpReply step_clock(const RoutedRequest& request, Duration by, Duration step,
                     std::chrono::milliseconds pause) {
  const Journal& journal = request.backend().journal;
  // Time began anew: what is left was meant for the old one.
  const auto look = [&journal, before = journal.last_reset()]() -> std::optional<HttpAnswer> {
    if (journal.last_reset() == before) return std::nullopt;
    throw HttpError(409, "the broker was reset meanwhile");
  };
  const auto tick = [&backend = request.backend(), left = std::make_shared<Duration>(by),
                     step]() -> std::optional<HttpAnswer> {
    const Duration now = std::min(*left, step);
    *left -= now;
    pass_time(backend, now);
    if (*left > Duration::zero()) return std::nullopt;
    return json_answer(clock_to_json(backend));
  };
  return PendingAnswer{.look = look, .tick_every = pause, .tick = tick};
}

HttpReply advance_clock(const RoutedRequest& request) {
  JsonObject body = request.body();
  // Ten years: while time passes nobody is served, and a hundred years take many seconds.
  constexpr std::int64_t most_ms = std::int64_t{10} * 366 * 24 * 3600 * 1000;
  const std::int64_t ms = body.required_integer("ms", 0, most_ms);
  const std::optional<std::int64_t> step_ms = body.integer("step_ms", 1, most_ms);
  const std::optional<std::int64_t> pause_ms = body.integer("pause_ms", 0, 60'000);
  if (pause_ms && !step_ms) body.refuse("pause_ms", "it needs step_ms beside it");
  body.done();
  expect_manual_clock(request);
  if (step_ms) {
    return step_clock(request, milliseconds(ms), milliseconds(*step_ms),
                      std::chrono::milliseconds(pause_ms.value_or(10)));
  }
  pass_time(request.backend(), milliseconds(ms));
  return json_answer(clock_to_json(request.backend()));
}

HttpReply run_until_idle(const RoutedRequest& request) {
  JsonObject body = request.body();
  constexpr std::int64_t longest_ms = std::int64_t{366} * 24 * 3600 * 1000;
  const std::int64_t limit_ms = body.required_integer("limit_ms", 0, longest_ms);
  body.done();
  expect_manual_clock(request);
  const HttpBackend& backend = request.backend();
  const Instant until = backend.host.now() + milliseconds(limit_ms);
  while (true) {
    const std::vector<ArmedTimer> timers = backend.broker.armed_timers();
    const auto next = std::ranges::find(timers, false, &ArmedTimer::is_periodic);
    if (next == timers.end()) return json_answer(clock_to_json(backend));
    if (next->deadline > until) {
      pass_time(backend, until - backend.host.now());
      boost::json::object seen = clock_to_json(backend);
      seen["error"] = fmt::format("not idle within {} ms: {}", limit_ms, next->name);
      return json_answer(seen, 408);
    }
    pass_time(backend, std::max(next->deadline - backend.host.now(), Duration::zero()));
  }
}

std::int32_t broker_of(const RoutedRequest& request) {
  const std::int64_t number = request.number(0);
  if (number < 0 || number > std::numeric_limits<std::int32_t>::max()) {
    throw HttpError(404, fmt::format("broker {}: there is none", number));
  }
  return static_cast<std::int32_t>(number);
}

HttpReply stop_broker(const RoutedRequest& request) {
  request.expect_no_body();
  request.control().stop_broker(broker_of(request));
  return done();
}

HttpReply start_broker(const RoutedRequest& request) {
  request.expect_no_body();
  request.control().start_broker(broker_of(request));
  return done();
}

HttpReply disconnect(const RoutedRequest& request) {
  request.expect_no_body();
  return json_answer({{"disconnected", request.control().disconnect(request.argument(0))}});
}

HttpReply reset(const RoutedRequest& request) {
  request.expect_no_body();
  request.backend().reset();
  return done();
}

}  // namespace

std::vector<Route> broker_routes() {
  return {{"GET", "/health", &health},
          {"GET", "/metrics", &metrics},
          {"GET", "/v1/clock", &show_clock},
          {"POST", "/v1/clock/advance", &advance_clock},
          {"POST", "/v1/clock/run-until-idle", &run_until_idle},
          {"POST", "/v1/brokers/{}/stop", &stop_broker},
          {"POST", "/v1/brokers/{}/start", &start_broker},
          {"POST", "/v1/clients/{}/disconnect", &disconnect},
          {"POST", "/v1/reset", &reset}};
}

}  // namespace cohort::broker
