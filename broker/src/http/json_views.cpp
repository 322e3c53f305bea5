#include "http/json_views.hpp"

#include "consumer_subscription.hpp"

#include <utility>

namespace cohort::broker {

namespace json = boost::json;

namespace {

std::int64_t whole_ms(Duration time) { return std::chrono::floor<milliseconds>(time).count(); }

json::string to_text(std::string_view text) { return json::string(text.data(), text.size()); }

template <class Value>
json::value or_null(const std::optional<Value>& value) {
  return value ? json::value(*value) : json::value(nullptr);
}

json::array to_texts(const std::vector<std::string>& texts) {
  json::array array;
  for (const std::string& text : texts) array.emplace_back(text);
  return array;
}

json::object to_json(const Cause& cause) {
  json::object object{{"kind", to_text(name(cause.kind))}};
  if (!cause.name.empty()) object["name"] = to_text(cause.name);
  if (!cause.client_reason.empty()) object["client_reason"] = cause.client_reason;
  return object;
}

json::object to_json(const RequestMatch& match) {
  json::object object;
  if (match.api) object["api"] = to_text(name(*match.api));
  if (match.version) object["version"] = *match.version;
  if (match.client_id) object["client_id"] = *match.client_id;
  if (match.group) object["group"] = *match.group;
  if (match.transactional_id) object["transactional_id"] = *match.transactional_id;
  if (match.topic) object["topic"] = *match.topic;
  if (match.partition) object["partition"] = *match.partition;
  if (match.broker) object["broker"] = *match.broker;
  return object;
}

std::string_view text_of(Moment moment) { return moment == Moment::before ? "before" : "after"; }

struct ActionToJson {
  json::object operator()(const Observe& /*nothing*/) const { return {{"observe", true}}; }
  json::object operator()(const AnswerError& answer) const {
    return {{"error", to_text(name(answer.error))}};
  }
  json::object operator()(const Fence& /*nothing*/) const { return {{"fence", true}}; }
  json::object operator()(const DelayAnswer& delay) const {
    return {{"delay_ms", whole_ms(delay.by)}};
  }
  json::object operator()(const Hold& hold) const {
    return {{"hold", to_text(text_of(hold.moment))}};
  }
  json::object operator()(const DropAnswer& /*nothing*/) const { return {{"drop_answer", true}}; }
  json::object operator()(const Disconnect& disconnect) const {
    return {{"disconnect", to_text(text_of(disconnect.moment))}};
  }
  json::object operator()(const Throttle& throttle) const {
    return {{"throttle_ms", whole_ms(throttle.time)}};
  }
};

}  // namespace

json::object to_json(const MemberView& member) {
  return {{"member_id", member.member_id},
          {"instance_id", or_null(member.instance_id)},
          {"client_id", member.client_id},
          {"host", member.host},
          {"session_timeout_ms", whole_ms(member.session_timeout)},
          {"rebalance_timeout_ms", whole_ms(member.rebalance_timeout)},
          {"assignment", to_json(member.assignment)}};
}

json::object to_json(const OffsetView& offset) {
  return {{"topic", offset.topic},
          {"partition", offset.partition},
          {"committed", offset.committed},
          {"end", offset.end},
          {"lag", offset.lag},
          {"metadata", offset.metadata}};
}

json::object to_json(const PartitionView& partition) {
  return {{"partition", partition.partition},
          {"leader", partition.leader},
          {"leader_epoch", partition.leader_epoch},
          {"replicas", json::array(partition.replicas.begin(), partition.replicas.end())},
          {"isr", json::array(partition.isr.begin(), partition.isr.end())},
          {"log_start_offset", partition.log_start_offset},
          {"last_stable_offset", partition.last_stable_offset},
          {"end_offset", partition.end_offset},
          {"size_bytes", partition.size_bytes}};
}

json::object to_json(const Partitions& partitions) {
  json::object object;
  for (const auto& [topic, of_topic] : partitions) {
    object[topic] = json::array(of_topic.begin(), of_topic.end());
  }
  return object;
}

json::object to_json(const WaitView& wait) {
  return {
      {"phase", to_text(wait.phase)},
      {"members", to_texts(wait.members)},
      {"pending", to_texts(wait.pending)},
      {"timer", wait.timer},
      {"deadline_ms", wait.deadline == Instant::never() ? json::value(nullptr)
                                                        : json::value(wait.deadline.unix_ms())}};
}

json::object to_json(const GroupView& group) {
  return {{"group", group.group},
          {"state", to_text(name(group.state))},
          {"protocol_type", group.protocol_type},
          {"protocol", group.protocol},
          {"generation", group.generation},
          {"leader", group.leader},
          {"members", to_array(group.members)},
          {"offsets", to_array(group.offsets)},
          {"waiting_for",
           group.waiting_for ? json::value(to_json(*group.waiting_for)) : json::value(nullptr)}};
}

json::object to_json(const TransactionView& transaction) {
  const auto at = [](const std::optional<Instant>& instant) {
    return instant ? json::value(instant->unix_ms()) : json::value(nullptr);
  };
  return {{"transactional_id", transaction.transactional_id},
          {"coordinator", transaction.coordinator},
          {"producer_id", transaction.producer_id},
          {"producer_epoch", transaction.producer_epoch},
          {"state", to_text(transaction.state)},
          {"timeout_ms", whole_ms(transaction.timeout)},
          {"started_ms", at(transaction.started)},
          {"times_out_ms", at(transaction.times_out)},
          {"partitions", to_json(transaction.partitions)},
          {"waiting_for", to_texts(transaction.waiting_for)}};
}

json::object to_json(const TopicView& topic) {
  return {{"topic", topic.topic},
          {"internal", topic.is_internal},
          {"partitions", to_array(topic.partitions)}};
}

json::array to_json(const std::vector<Share>& shares) {
  json::array array;
  for (const Share& share : shares) {
    array.push_back({{"member_id", share.member_id},
                     {"client_id", share.client_id},
                     {"assignment", to_json(assigned_partitions(share.assignment))}});
  }
  return array;
}

json::object to_json(const Entry& entry) {
  const Fact& fact = entry.fact;
  json::object object{{"number", entry.number},
                      {"at_ms", fact.at.unix_ms()},
                      {"kind", to_text(name(fact.kind))},
                      {"cause", to_json(fact.cause)}};
  const auto put = [&](const char* field, const std::string& text) {
    if (!text.empty()) object[field] = text;
  };
  put("group", fact.group);
  if (fact.generation >= 0) object["generation"] = fact.generation;
  put("member_id", fact.member_id);
  put("client_id", fact.client_id);
  put("transactional_id", fact.transactional_id);
  put("topic", fact.topic);
  if (fact.partition >= 0) object["partition"] = fact.partition;
  if (!fact.shares.empty()) object["assignments"] = to_json(fact.shares);
  object["detail"] = fact.detail;
  return object;
}

json::object to_json(const Rebalance& rebalance) {
  const auto at = [](const std::optional<Instant>& instant) {
    return instant ? json::value(instant->unix_ms()) : json::value(nullptr);
  };
  return {{"started_ms", rebalance.started.unix_ms()}, {"why", rebalance.why},
          {"cause", to_json(rebalance.cause)},         {"generation", rebalance.generation},
          {"formed_ms", at(rebalance.formed)},         {"assigned_ms", at(rebalance.assigned)},
          {"abandoned_ms", at(rebalance.abandoned)},   {"assignments", to_json(rebalance.shares)}};
}

json::object to_json(const RuleStatus& status) {
  json::object object{{"id", static_cast<std::uint64_t>(status.id)},
                      {"match", to_json(status.rule.match)},
                      {"nth", or_null(status.rule.nth)},
                      {"times", or_null(status.rule.times)},
                      {"probability", status.rule.probability},
                      {"action", std::visit(ActionToJson{}, status.rule.action)},
                      {"matched", status.matched},
                      {"hits", status.hits}};
  return object;
}

json::object to_json(const HeldRequest& held) {
  json::object object{{"request", held.number},
                      {"rule", static_cast<std::uint64_t>(held.rule)},
                      {"held", to_text(text_of(held.moment))},
                      {"since_ms", held.since.unix_ms()},
                      {"api", to_text(name(held.api))},
                      {"version", held.version},
                      {"client_id", held.client_id},
                      {"groups", to_texts(held.groups)},
                      {"transactional_ids", to_texts(held.transactional_ids)},
                      {"topics", to_texts(held.topics)}};
  if (held.partition >= 0) object["partition"] = held.partition;
  return object;
}

}  // namespace cohort::broker
