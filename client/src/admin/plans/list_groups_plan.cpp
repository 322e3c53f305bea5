#include "admin/plans/list_groups_plan.hpp"

#include <cohort/protocol/codec.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

namespace cohort::client {

ListGroupsPlan::ListGroupsPlan(ListGroupsOptions options) : options_(std::move(options)) {
  add(-1, {.place = Place::any_broker}, find_brokers);
}

int ListGroupsPlan::lowest_version(Step step) const {
  if (step == find_brokers) return 0;
  if (!options_.types.empty()) return 5;   // KIP-848
  return options_.states.empty() ? 0 : 4;  // KIP-518
}

RequestId ListGroupsPlan::send(const Sender& sender, const Batch& batch) const {
  if (batch.step == find_brokers) {
    return sender.send(MetadataRequest{.allow_auto_topic_creation = false});
  }
  return sender.send(
      ListGroupsRequest{.states_filter = options_.states, .types_filter = options_.types});
}

Result<std::vector<Verdict>> ListGroupsPlan::read_brokers(const Answered& answer) {
  const auto response = decode<MetadataResponse>(answer.body, answer.version);
  if (!response) return response.error();
  if (response->brokers.empty()) {
    return std::vector<Verdict>{
        {.code = ErrorCode::broker_not_available, .message = "the answer names no brokers"}};
  }
  for (const MetadataResponseBroker& broker : response->brokers) {
    add(broker.node_id, Target::broker(broker.node_id), ask_broker);
  }
  return std::vector<Verdict>{Verdict{}};
}

Result<std::vector<Verdict>> ListGroupsPlan::read(const Batch& batch, const Answered& answer) {
  if (batch.step == find_brokers) return read_brokers(answer);
  const auto response = decode<ListGroupsResponse>(answer.body, answer.version);
  if (!response) return response.error();
  Reading<std::vector<ListedGroup>> reading{.code = response->error_code};
  reading.value.reserve(response->groups.size());
  for (const ListGroupsListedGroup& group : response->groups) {
    reading.value.push_back({.group_id = group.group_id,
                             .protocol_type = group.protocol_type,
                             .state = group.group_state,
                             .type = group.group_type,
                             .coordinator = answer.from.node_id});
  }
  Readings<std::int32_t, std::vector<ListedGroup>> readings;
  readings.emplace(key(batch.subjects.front()), std::move(reading));
  return take(batch, std::move(readings));
}

void ListGroupsPlan::fail(const CallItem& item, Failure failure) {
  if (item.step == find_brokers) {
    failure_ = std::move(failure);
  } else {
    KeyedPlan::fail(item, std::move(failure));
  }
}

Outcome<GroupListing> ListGroupsPlan::result() const {
  if (failure_) return *failure_;
  GroupListing listing;
  for (const auto& [node_id, outcome] : outcomes()) {
    if (outcome) {
      std::ranges::copy(*outcome, std::back_inserter(listing.groups));
    } else {
      listing.failures.emplace(node_id, outcome.error());
    }
  }
  if (!listing.failures.empty() && listing.failures.size() == outcomes().size()) {
    return listing.failures.begin()->second;
  }
  std::ranges::stable_sort(listing.groups, {}, &ListedGroup::group_id);
  return listing;
}

}  // namespace cohort::client
