#include "admin/plans/delete_groups_plan.hpp"

#include <cohort/protocol/codec.hpp>

#include <utility>

namespace cohort::client {

namespace {

std::string explain(ErrorCode code, const std::string& group) {
  switch (code) {
    case ErrorCode::non_empty_group:
      return "group " + group + " has members; they have to leave first";
    case ErrorCode::group_id_not_found:
      return "there is no group " + group;
    default:
      return {};
  }
}

}  // namespace

DeleteGroupsPlan::DeleteGroupsPlan(const std::vector<std::string>& groups) {
  for (const std::string& group : groups) add(group, Target::coordinator(group));
}

RequestId DeleteGroupsPlan::send(const Sender& sender, const Batch& batch) const {
  return sender.send(DeleteGroupsRequest{.groups_names = keys_of(batch)});
}

Result<std::vector<Verdict>> DeleteGroupsPlan::read(const Batch& batch, const Answered& answer) {
  const auto response = decode<DeleteGroupsResponse>(answer.body, answer.version);
  if (!response) return response.error();
  Readings<std::string, Done> readings;
  for (const DeleteGroupsDeletableGroupResult& group : response->results) {
    readings[group.group_id] = {group.error_code, explain(group.error_code, group.group_id), {}};
  }
  return take(batch, std::move(readings));
}

}  // namespace cohort::client
