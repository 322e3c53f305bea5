#include "producer/transaction_operations.hpp"

#include "misuse.hpp"

#include <utility>

namespace cohort::client::operations {

namespace {

OfTransaction started_by(std::function<TransactionToken(ProducerNode&, Instant)> start) {
  return {.start = std::move(start),
          .is_done =
              [](const ProducerNode& node, const TransactionToken& token) {
                if (const auto* call = std::get_if<TransactionCall>(&token)) {
                  return node.is_done(*call);
                }
                if (const auto* sent = std::get_if<SentOffsetsId>(&token)) {
                  return node.is_done(*sent);
                }
                return true;
              },
          .take = [](ProducerNode& node, const TransactionToken& token, Instant) -> Outcome<void> {
            if (const auto* call = std::get_if<TransactionCall>(&token)) return node.take(*call);
            if (const auto* sent = std::get_if<SentOffsetsId>(&token)) return node.take(*sent);
            return boost::system::in_place_value;
          },
          .abandon =
              [](ProducerNode& node, const TransactionToken& token, Instant) {
                if (const auto* sent = std::get_if<SentOffsetsId>(&token)) node.forget(*sent);
              },
          .describe =
              [](const ProducerNode& node, const TransactionToken&) {
                return node.describe_transaction() + "; " + node.describe_connections();
              }};
}

}  // namespace

OfTransaction begin() {
  return started_by([](ProducerNode& node, Instant) -> TransactionToken {
    node.begin_transaction();
    return AtOnce{};
  });
}

OfTransaction end(TransactionCall call) {
  return started_by([call](ProducerNode& node, Instant now) -> TransactionToken {
    node.start(call, now);
    return call;
  });
}

OfTransaction send_offsets(OffsetsToCommit offsets, GroupMembership membership) {
  return started_by([offsets = std::move(offsets), membership = std::move(membership)](
                        ProducerNode& node, Instant now) -> TransactionToken {
    check_offsets("send_offsets_to_transaction", offsets);
    check_membership("send_offsets_to_transaction", membership);
    return node.send_offsets(offsets, membership, now);
  });
}

}  // namespace cohort::client::operations
