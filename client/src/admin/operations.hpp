// operation_of: an admin call as an Operation: the faces only choose how to wait for it.
#pragma once

#include "admin/admin_node.hpp"
#include <cohort/client/call.hpp>

#include <string>
#include <utility>
#include <variant>

namespace cohort::client {

/// The node ends the call by itself when `timeout` has passed, with what came until then: whoever
/// waits needs no timeout of its own.
template <class CallPlan>
Operation<AdminNode, CallId, typename CallPlan::Value> operation_of(CallPlan plan,
                                                                    Duration timeout) {
  return {.start = [plan = std::move(plan), timeout](
                       AdminNode& node, Instant now) { return node.start(plan, timeout, now); },
          .is_done = [](const AdminNode& node, const CallId& id) { return node.is_done(id); },
          .take = [](AdminNode& node, const CallId& id,
                     Instant) { return std::get<CallPlan>(node.take(id)).result(); },
          .abandon = [](AdminNode& node, const CallId& id, Instant now) { node.abandon(id, now); },
          .describe = [](const AdminNode& node, const CallId& id) { return node.describe(id); }};
}

}  // namespace cohort::client
