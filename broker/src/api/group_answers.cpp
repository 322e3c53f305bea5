#include "api/group_answers.hpp"

namespace cohort::broker {

JoinGroupResponse to_response(const JoinAnswer& answer) {
  JoinGroupResponse response{.error_code = answer.error,
                             .generation_id = answer.generation,
                             .protocol_type = answer.protocol_type,
                             .protocol_name = answer.protocol_name,
                             .leader = answer.leader,
                             .skip_assignment = answer.skip_assignment,
                             .member_id = answer.member_id};
  for (const JoinedMember& member : answer.members) {
    response.members.push_back({.member_id = member.member_id,
                                .group_instance_id = member.group_instance_id,
                                .metadata = member.metadata});
  }
  return response;
}

SyncGroupResponse to_response(const SyncAnswer& answer) {
  return {.error_code = answer.error,
          .protocol_type = answer.protocol_type,
          .protocol_name = answer.protocol_name,
          .assignment = answer.assignment};
}

}  // namespace cohort::broker
