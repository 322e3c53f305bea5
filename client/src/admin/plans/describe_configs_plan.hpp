// DescribeConfigsPlan, AlterConfigsPlan: the settings of topics, asked of any broker, and of
// brokers, asked of themselves.
#pragma once

#include "admin/keyed_plan.hpp"
#include "admin/sender.hpp"
#include <cohort/client/admin/configs.hpp>
#include <cohort/protocol/decode_error.hpp>
#include <cohort/protocol/messages/describe_configs.hpp>
#include <cohort/protocol/messages/incremental_alter_configs.hpp>

#include <map>
#include <vector>

namespace cohort::client {

class DescribeConfigsPlan : public KeyedPlan<ConfigResource, std::vector<ConfigEntry>> {
 public:
  DescribeConfigsPlan(const std::vector<ConfigResource>& resources, DescribeConfigsOptions options);

  static Api api(Step) { return DescribeConfigsRequest::api; }
  int lowest_version(Step) const;
  RequestId send(const Sender& sender, const Batch& batch) const;
  Result<std::vector<Verdict>> read(const Batch& batch, const Answered& answer);

 private:
  DescribeConfigsOptions options_;
};

using ConfigAlterations = std::map<ConfigResource, std::vector<ConfigAlteration>>;

class AlterConfigsPlan : public KeyedPlan<ConfigResource, Done> {
 public:
  AlterConfigsPlan(ConfigAlterations alterations, bool validate_only);

  static Api api(Step) { return IncrementalAlterConfigsRequest::api; }
  RequestId send(const Sender& sender, const Batch& batch) const;
  Result<std::vector<Verdict>> read(const Batch& batch, const Answered& answer);

 private:
  ConfigAlterations alterations_;
  bool validate_only_;
};

}  // namespace cohort::client
