#include "interventions.hpp"

#include "admission.hpp"
#include "dispatch.hpp"
#include "fault/fencing.hpp"
#include "fetch/node_sessions.hpp"
#include "marker_faults.hpp"
#include "reply.hpp"
#include "state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace cohort::broker {

namespace {

MatchedRequest matched_request(const RequestContext& context, const Subjects& subjects) {
  MatchedRequest request{.api = context.origin.api_key,
                         .version = context.version(),
                         .client_id = context.origin.client_id,
                         .broker = context.node_id(),
                         .groups = subjects.groups,
                         .transactional_ids = subjects.transactional_ids};
  for (const TopicSubject& subject : subjects.topics) {
    NamedTopic& named = request.topics.emplace_back(NamedTopic{subject.name, subject.partitions});
    if (!named.name.empty()) continue;
    const Topic* topic = context.state.catalog.find(subject.id);
    if (topic != nullptr) named.name = topic->name;
  }
  return request;
}

HeldRequest description(const RequestContext& context, const MatchedRequest& request, RuleId rule,
                        Moment moment) {
  HeldRequest about{.rule = rule,
                    .moment = moment,
                    .since = context.now,
                    .api = request.api,
                    .version = request.version,
                    .client_id = request.client_id,
                    .groups = request.groups,
                    .transactional_ids = request.transactional_ids};
  for (const NamedTopic& topic : request.topics) {
    // A fetch session lists a topic with each of its partitions.
    const bool is_listed = std::ranges::find(about.topics, topic.name) != about.topics.end();
    if (!is_listed) about.topics.push_back(topic.name);
  }
  return about;
}

/// Stops the connection until it is released.
void keep(BrokerState& state, LinkId link, HeldRequest about, KeptWork what,
          std::optional<Instant> until) {
  const ReplyId id{state.next_reply++};
  about.number = static_cast<std::uint64_t>(id);
  state.connections.at(link).parked = id;
  if (until) state.interventions.delayed.set(id, *until);
  state.interventions.held.emplace(
      id, HeldWork{.about = std::move(about), .link = link, .what = std::move(what)});
}

/// Carries one intervention out. True: the request is not to be applied now.
class Intercepting {
 public:
  Intercepting(RequestContext& context, const Buffer& frame, const MatchedRequest& request,
               RuleId rule)
      : context_(context), frame_(frame), request_(request), rule_(rule) {}

  bool operator()(const Observe& /*nothing*/) { return false; }
  bool operator()(const AnswerError& answer) {
    context_.injected_error = answer.error;
    return false;
  }
  bool operator()(const Fence& /*all is said*/) {
    context_.injected_error = *fencing_error(context_.origin.api_key, context_.version());
    return false;
  }
  bool operator()(const Throttle& throttle) {
    context_.throttle = throttle.time;
    return false;
  }
  bool operator()(const DelayAnswer& delay) { return decide(AnswerFate::Kind::delay, delay.by); }
  bool operator()(const DropAnswer& /*nothing*/) { return decide(AnswerFate::Kind::drop); }
  bool operator()(const Hold& hold) {
    if (hold.moment == Moment::after) return decide(AnswerFate::Kind::hold);
    keep(context_.state, context_.origin.link,
         description(context_, request_, rule_, Moment::before), frame_, std::nullopt);
    return true;
  }
  bool operator()(const Disconnect& disconnect) {
    if (disconnect.moment == Moment::after) return decide(AnswerFate::Kind::disconnect);
    close_connection(context_.state, context_.origin.link, "a fault rule");
    return true;
  }

 private:
  bool decide(AnswerFate::Kind kind, Duration by = {}) {
    context_.fate = AnswerFate{
        .kind = kind, .by = by, .about = description(context_, request_, rule_, Moment::after)};
    return false;
  }

  RequestContext& context_;
  const Buffer& frame_;
  const MatchedRequest& request_;
  RuleId rule_;
};

bool let_go(BrokerState& state, ReplyId id, const Cause& cause, Instant now) {
  const auto found = state.interventions.held.find(id);
  if (found == state.interventions.held.end()) return false;
  const HeldWork work = std::move(found->second);
  forget_held(state, id);
  tell_of(state, work.about, FactKind::request_released, "goes on", now);
  state.facts.back().cause = cause;
  if (const auto* marker = std::get_if<HeldMarker>(&work.what)) {
    let_marker_go(state, *marker);
    return true;
  }
  state.connections.at(work.link).parked.reset();
  if (const auto* answer = std::get_if<Buffers>(&work.what)) {
    put_answer(state, work.link, *answer);
  } else {
    take_up(state, work.link, std::get<Buffer>(work.what), Scrutiny::passed, now);
  }
  state.resumed.push_back(work.link);
  return true;
}

}  // namespace

bool intercept(RequestContext& context, const Buffer& frame, const Subjects& subjects) {
  const MatchedRequest request = matched_request(context, subjects);
  bool is_intercepted = false;
  for (const Intervention& wanted : context.state.interventions.rules.consult(request)) {
    // What only counts is not told of: it may be for every request there is.
    if (!std::holds_alternative<Observe>(wanted.action)) {
      tell_of(context.state, description(context, request, wanted.rule, Moment::before),
              FactKind::rule_applied, to_string(wanted.action), context.now);
    }
    Intercepting intercepting(context, frame, request, wanted.rule);
    is_intercepted |= std::visit(intercepting, wanted.action);
  }
  return is_intercepted;
}

void deliver(BrokerState& state, LinkId link, const Buffers& answer,
             const std::optional<AnswerFate>& fate, Instant now) {
  if (!fate) return put_answer(state, link, answer);
  const auto found = state.connections.find(link);
  if (found == state.connections.end() || found->second.is_closing) return;
  switch (fate->kind) {
    case AnswerFate::Kind::drop:
      return;
    case AnswerFate::Kind::disconnect:
      return close_connection(state, link, "a fault rule");
    case AnswerFate::Kind::delay:
      return keep(state, link, fate->about, answer, now + fate->by);
    case AnswerFate::Kind::hold:
      // Whoever removed the rule meanwhile wants nothing kept.
      if (state.interventions.rules.find(fate->about.rule) == nullptr) break;
      return keep(state, link, fate->about, answer, std::nullopt);
  }
  put_answer(state, link, answer);
}

std::optional<AnswerFate> take_fate(BrokerState& state, ReplyId id) {
  if (state.interventions.fates.empty()) return std::nullopt;
  const auto found = state.interventions.fates.find(id);
  if (found == state.interventions.fates.end()) return std::nullopt;
  std::optional<AnswerFate> fate = std::move(found->second);
  state.interventions.fates.erase(found);
  return fate;
}

bool release(BrokerState& state, std::uint64_t number, Instant now) {
  return let_go(state, ReplyId{number}, {Cause::Kind::control, "release", {}}, now);
}

void release_delayed(BrokerState& state, Instant now) {
  while (const std::optional<ReplyId> id = state.interventions.delayed.pop_due(now)) {
    let_go(state, *id, {Cause::Kind::timer, "delay", {}}, now);
  }
}

bool remove_rule(BrokerState& state, RuleId id, Instant now) {
  if (!state.interventions.rules.remove(id)) return false;
  std::vector<ReplyId> kept;
  for (const auto& [reply, work] : state.interventions.held) {
    if (work.about.rule == id) kept.push_back(reply);
  }
  for (const ReplyId reply : kept) {
    let_go(state, reply, {Cause::Kind::control, "remove_rule", {}}, now);
  }
  return true;
}

void forget_held(BrokerState& state, ReplyId id) {
  state.interventions.held.erase(id);
  state.interventions.delayed.cancel(id);
  state.interventions.fates.erase(id);
}

void tell_of(BrokerState& state, const HeldRequest& about, FactKind kind, const std::string& what,
             Instant now) {
  Fact fact{.at = now,
            .kind = kind,
            .client_id = about.client_id,
            .partition = about.partition,
            .detail = fmt::format("rule {}, {} v{}: {}", static_cast<std::uint64_t>(about.rule),
                                  name(about.api), about.version, what)};
  if (!about.groups.empty()) fact.group = about.groups.front();
  if (!about.transactional_ids.empty()) fact.transactional_id = about.transactional_ids.front();
  if (!about.topics.empty()) fact.topic = about.topics.front();
  state.facts.push_back(std::move(fact));
}

std::vector<HeldRequest> held_requests(const BrokerState& state) {
  std::vector<HeldRequest> held;
  for (const auto& [id, work] : state.interventions.held) {
    if (!state.interventions.delayed.is_armed(id)) held.push_back(work.about);
  }
  return held;
}

}  // namespace cohort::broker
