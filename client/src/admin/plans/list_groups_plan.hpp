// ListGroupsPlan: the groups of a cluster: which brokers there are, and then those of each.
#pragma once

#include "admin/keyed_plan.hpp"
#include "admin/sender.hpp"
#include <cohort/client/admin/groups.hpp>
#include <cohort/protocol/decode_error.hpp>
#include <cohort/protocol/messages/list_groups.hpp>
#include <cohort/protocol/messages/metadata.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace cohort::client {

/// Keys are the node ids; the first question, to any broker, has none of a broker's.
class ListGroupsPlan : public KeyedPlan<std::int32_t, std::vector<ListedGroup>> {
 public:
  using Value = GroupListing;

  explicit ListGroupsPlan(ListGroupsOptions options);

  static Api api(Step step) {
    return step == find_brokers ? MetadataRequest::api : ListGroupsRequest::api;
  }
  int lowest_version(Step step) const;
  RequestId send(const Sender& sender, const Batch& batch) const;
  Result<std::vector<Verdict>> read(const Batch& batch, const Answered& answer);
  void fail(const CallItem& item, Failure failure);
  Outcome<GroupListing> result() const;

 private:
  static constexpr Step find_brokers = 0;
  static constexpr Step ask_broker = 1;

  Result<std::vector<Verdict>> read_brokers(const Answered& answer);

  ListGroupsOptions options_;
  std::optional<Failure> failure_{};  ///< Of the first question.
};

}  // namespace cohort::client
