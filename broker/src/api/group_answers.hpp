// The answers of a group, in wire form. What a version does not have, the codec leaves out.
#pragma once

#include "group/membership_answers.hpp"
#include <cohort/protocol/messages/join_group.hpp>
#include <cohort/protocol/messages/sync_group.hpp>

namespace cohort::broker {

JoinGroupResponse to_response(const JoinAnswer& answer);
SyncGroupResponse to_response(const SyncAnswer& answer);

}  // namespace cohort::broker
