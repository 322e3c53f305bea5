// Plan: any of the plans of admin calls, and what AdminNode asks of it.
#pragma once

#include "admin/plans/alter_group_offsets_plan.hpp"
#include "admin/plans/create_partitions_plan.hpp"
#include "admin/plans/create_topics_plan.hpp"
#include "admin/plans/delete_groups_plan.hpp"
#include "admin/plans/delete_records_plan.hpp"
#include "admin/plans/delete_topics_plan.hpp"
#include "admin/plans/describe_cluster_plan.hpp"
#include "admin/plans/describe_configs_plan.hpp"
#include "admin/plans/describe_groups_plan.hpp"
#include "admin/plans/describe_topics_plan.hpp"
#include "admin/plans/lag_plan.hpp"
#include "admin/plans/list_group_offsets_plan.hpp"
#include "admin/plans/list_groups_plan.hpp"
#include "admin/plans/list_offsets_plan.hpp"
#include "admin/plans/remove_members_plan.hpp"

#include <variant>

namespace cohort::client {

using Plan = std::variant<CreateTopicsPlan, DeleteTopicsPlan, CreatePartitionsPlan,
                          DescribeTopicsPlan, ListTopicsPlan, DescribeConfigsPlan, AlterConfigsPlan,
                          DeleteRecordsPlan, ListOffsetsPlan, ListGroupsPlan, DescribeGroupsPlan,
                          DeleteGroupsPlan, ListGroupOffsetsPlan, AlterGroupOffsetsPlan,
                          DeleteGroupOffsetsPlan, RemoveMembersPlan, LagPlan, DescribeClusterPlan>;

}  // namespace cohort::client
