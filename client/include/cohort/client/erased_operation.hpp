// ErasedOperation: an operation whose node and token only its maker knows, for headers that people
// include.
#pragma once

#include <cohort/client/call.hpp>
#include <cohort/node/node.hpp>

#include <any>
#include <utility>

namespace cohort::client {

template <class Value>
using ErasedOperation = Operation<Node, std::any, Value>;

/// REQUIRES: whoever runs it runs a Machine.
template <class Machine, class Token, class Value>
ErasedOperation<Value> erased(Operation<Machine, Token, Value> operation) {
  ErasedOperation<Value> all{
      .start = [start = std::move(operation.start)](
                   Node& node,
                   Instant now) { return std::any(start(static_cast<Machine&>(node), now)); },
      .is_done =
          [is_done = std::move(operation.is_done)](const Node& node, const std::any& token) {
            return is_done(static_cast<const Machine&>(node), std::any_cast<const Token&>(token));
          },
      .take =
          [take = std::move(operation.take)](Node& node, const std::any& token, Instant now) {
            return take(static_cast<Machine&>(node), std::any_cast<const Token&>(token), now);
          }};
  if (operation.abandon) {
    all.abandon = [abandon = std::move(operation.abandon)](Node& node, const std::any& token,
                                                           Instant now) {
      abandon(static_cast<Machine&>(node), std::any_cast<const Token&>(token), now);
    };
  }
  if (operation.describe) {
    all.describe = [describe = std::move(operation.describe)](const Node& node,
                                                              const std::any& token) {
      return describe(static_cast<const Machine&>(node), std::any_cast<const Token&>(token));
    };
  }
  if (operation.discard) {
    all.discard = [discard = std::move(operation.discard)](const std::any& token) {
      discard(std::any_cast<const Token&>(token));
    };
  }
  all.at_timeout = std::move(operation.at_timeout);
  return all;
}

}  // namespace cohort::client
