// AdminCall: one call of an admin client under way: its plan, its items, and the requests that
// carry them.
#pragma once

#include "admin/call_item.hpp"
#include "admin/plan.hpp"
#include "session/session.hpp"
#include <cohort/client/error.hpp>
#include <cohort/node/instant.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace cohort::client {

struct AdminCall {
  AdminCall(Plan its_plan, Duration its_timeout, Instant now);

  bool is_done() const;
  /// For each of its items that waits for an answer no more.
  void fail(CallItem& item, Failure failure);
  /// The plan's own, more of which may come with an answer.
  void take_new_items();
  Api api(Step step) const;
  /// Nothing if the request is none of this call's.
  const Batch* find(RequestId id) const;

  Plan plan;
  Duration timeout;
  Instant deadline;
  std::vector<CallItem> items{};
  std::map<RequestId, Batch> under_way{};
};

/// The API that a step is about, as messages say it: "DescribeGroups of orders".
std::string describe_question(const AdminCall& call, const CallItem& item);

}  // namespace cohort::client
