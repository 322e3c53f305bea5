#include "group_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace cohort::tool {

namespace {

namespace json = boost::json;

std::string text_of(const std::optional<std::int64_t>& number) {
  return number ? std::to_string(*number) : "";
}

json::value value_of(const std::optional<std::int64_t>& number) {
  return number ? json::value(*number) : json::value();
}

json::object assignment_of(const client::MemberDescription& member) {
  json::object assignment;
  if (!member.assignment) return assignment;
  for (const client::TopicPartition& partition : *member.assignment) {
    auto& partitions = assignment[partition.topic];
    if (!partitions.is_array()) partitions.emplace_array();
    partitions.as_array().push_back(partition.partition);
  }
  return assignment;
}

}  // namespace

std::optional<std::int64_t> GroupPartition::lag() const {
  if (!committed || !end) return std::nullopt;
  return std::max<std::int64_t>(0, *end - *committed);
}

void GroupReport::read_offsets(AdminCommand& command) {
  for (const auto& [partition, outcome] : command.admin().list_group_offsets(group_.group_id)) {
    const client::CommittedOffset* offset = command.take(to_string(partition), outcome);
    if (offset == nullptr) continue;
    partitions_[partition].committed = offset->offset;
    partitions_[partition].metadata = offset->metadata;
  }
  for (const client::MemberDescription& member : group_.members) {
    if (!member.assignment) continue;
    for (const client::TopicPartition& partition : *member.assignment) {
      GroupPartition& row = partitions_[partition];
      row.member_id = member.member_id;
      row.host = member.host;
      row.client_id = member.client_id;
    }
  }
  // A topic that was deleted has no end, and would be waited for.
  std::vector<std::string> topics;
  for (const auto& [partition, row] : partitions_) {
    if (topics.empty() || topics.back() != partition.topic) topics.push_back(partition.topic);
  }
  const auto described = command.admin().describe_topics(topics);
  std::map<client::TopicPartition, client::OffsetSpec> wanted;
  for (const auto& [partition, row] : partitions_) {
    const auto& topic = described.at(partition.topic);
    if (topic && static_cast<std::size_t>(partition.partition) < topic->partitions.size()) {
      wanted.emplace(partition, client::OffsetSpec::latest());
    }
  }
  for (const auto& [partition, outcome] : command.admin().list_offsets(wanted)) {
    const client::ListedOffset* end = command.take(to_string(partition), outcome);
    if (end != nullptr) partitions_.at(partition).end = end->offset;
  }
}

Table GroupReport::offsets_table() {
  return Table(
      {"GROUP", "TOPIC", "PARTITION", "COMMITTED", "END", "LAG", "MEMBER", "HOST", "CLIENT-ID"});
}

void GroupReport::add_offsets(Table& table) const {
  for (const auto& [partition, row] : partitions_) {
    table.add({group_.group_id, partition.topic, std::to_string(partition.partition),
               text_of(row.committed), text_of(row.end), text_of(row.lag()), row.member_id,
               row.host, row.client_id});
  }
}

Table GroupReport::members_table() {
  return Table({"GROUP", "MEMBER", "INSTANCE", "HOST", "CLIENT-ID", "PARTITIONS", "ASSIGNMENT"});
}

void GroupReport::add_members(Table& table) const {
  for (const client::MemberDescription& member : group_.members) {
    const client::PartitionSet assignment = member.assignment.value_or(client::PartitionSet{});
    table.add({group_.group_id, member.member_id, member.instance_id.value_or(""), member.host,
               member.client_id, std::to_string(assignment.size()),
               assignment.empty() ? "" : to_string(assignment)});
  }
}

Table GroupReport::state_table() {
  return Table({"GROUP", "COORDINATOR", "PROTOCOL-TYPE", "PROTOCOL", "STATE", "MEMBERS"});
}

void GroupReport::add_state(Table& table) const {
  table.add({group_.group_id, std::to_string(group_.coordinator), group_.protocol_type,
             group_.protocol, group_.state, std::to_string(group_.members.size())});
}

boost::json::object GroupReport::json() const {
  json::array members;
  for (const client::MemberDescription& member : group_.members) {
    members.push_back(json::object{
        {"member_id", member.member_id},
        {"instance_id", member.instance_id ? json::value(*member.instance_id) : json::value()},
        {"client_id", member.client_id},
        {"host", member.host},
        {"assignment", assignment_of(member)}});
  }
  json::array offsets;
  for (const auto& [partition, row] : partitions_) {
    offsets.push_back(json::object{
        {"topic", partition.topic},
        {"partition", partition.partition},
        {"committed", value_of(row.committed)},
        {"end", value_of(row.end)},
        {"lag", value_of(row.lag())},
        {"metadata", row.metadata},
        {"member_id", row.member_id.empty() ? json::value() : json::value(row.member_id)}});
  }
  return {{"group", group_.group_id},
          {"state", group_.state},
          {"protocol_type", group_.protocol_type},
          {"protocol", group_.protocol},
          {"coordinator", group_.coordinator},
          {"members", members},
          {"offsets", offsets}};
}

}  // namespace cohort::tool
