#include "fault/fault_rules.hpp"

#include "fault/fencing.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace cohort::broker {

namespace {

template <class Wanted, class Value>
bool is_either(const std::optional<Wanted>& wanted, const Value& value) {
  return !wanted || *wanted == value;
}

bool names(const std::vector<std::string>& named, const std::optional<std::string>& wanted) {
  return !wanted || std::ranges::find(named, *wanted) != named.end();
}

bool names_topic(const std::vector<NamedTopic>& topics, const RequestMatch& match) {
  if (!match.topic && !match.partition) return true;
  return std::ranges::any_of(topics, [&](const NamedTopic& topic) {
    if (match.topic && *match.topic != topic.name) return false;
    return !match.partition ||
           std::ranges::find(topic.partitions, *match.partition) != topic.partitions.end();
  });
}

}  // namespace

bool matches(const RequestMatch& match, const MatchedRequest& request) {
  if (request.is_between_brokers && !match.api) return false;
  return is_either(match.api, request.api) && is_either(match.version, request.version) &&
         is_either(match.client_id, request.client_id) && is_either(match.broker, request.broker) &&
         names(request.groups, match.group) &&
         names(request.transactional_ids, match.transactional_id) &&
         names_topic(request.topics, match);
}

RuleId FaultRules::add(FaultRule rule) {
  const RuleId id{next_id_++};
  rules_.emplace(id, Entry{.status = {.id = id, .rule = std::move(rule)},
                           .chance = chance_.fork("rule", static_cast<std::uint64_t>(id))});
  return id;
}

bool FaultRules::remove(RuleId id) { return rules_.erase(id) > 0; }

const RuleStatus* FaultRules::find(RuleId id) const {
  const auto found = rules_.find(id);
  return found == rules_.end() ? nullptr : &found->second.status;
}

std::vector<RuleStatus> FaultRules::all() const {
  std::vector<RuleStatus> statuses;
  statuses.reserve(rules_.size());
  for (const auto& [id, entry] : rules_) statuses.push_back(entry.status);
  return statuses;
}

std::vector<Intervention> FaultRules::consult(const MatchedRequest& request) {
  std::vector<Intervention> interventions;
  std::optional<Intervention> decided;
  for (auto& [id, entry] : rules_) {
    if (!matches(entry.status.rule.match, request)) continue;
    const bool fences = std::holds_alternative<Fence>(entry.status.rule.action);
    if (fences && !fencing_error(request.api, request.version)) continue;
    ++entry.status.matched;
    const bool observes = std::holds_alternative<Observe>(entry.status.rule.action);
    if ((!observes && decided) || !acts(entry)) continue;
    ++entry.status.hits;
    Intervention wanted{id, entry.status.rule.action};
    if (observes) {
      interventions.push_back(wanted);
    } else {
      decided = wanted;
    }
  }
  if (decided) interventions.push_back(*decided);
  return interventions;
}

bool FaultRules::acts(Entry& entry) {
  const FaultRule& rule = entry.status.rule;
  if (rule.nth && entry.status.matched < *rule.nth) return false;
  // If chance or an older rule passes over the nth, no other is the nth.
  if (rule.nth && !rule.times && entry.status.matched > *rule.nth) return false;
  if (rule.times && entry.status.hits >= *rule.times) return false;
  if (rule.probability >= 1) return true;
  constexpr std::uint64_t steps = 1'000'000'000;
  return static_cast<double>(entry.chance.below(steps)) < rule.probability * steps;
}

}  // namespace cohort::broker
