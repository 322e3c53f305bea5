// GroupTurn: what one call to the coordinator may read and cause; it lives for that call only.
#pragma once

#include "group/group_record.hpp"
#include "group/group_rules.hpp"
#include "group/group_timer.hpp"
#include "group/membership_answers.hpp"
#include <cohort/broker/config.hpp>
#include <cohort/broker/fact.hpp>
#include <cohort/node/instant.hpp>
#include <cohort/node/timer_queue.hpp>

#include <vector>

namespace cohort::broker {

/// References into the coordinator, handed down to the group whose turn it is. Nobody stores one.
struct GroupTurn {
  const GroupConfig& config;
  const GroupRules& rules;
  Instant now;
  TimerQueue<GroupTimer>& timers;
  std::vector<GroupAnswer>& answers;
  std::vector<Fact>& facts;
  std::vector<GroupRecord>& records;
  Cause cause{};  ///< Of the facts: what the group knows of it better than its caller.
};

}  // namespace cohort::broker
