// TransactionView: a transactional id as people look at it: its producer, its transaction, and what
// that waits for.
#pragma once

#include <cohort/broker/group_view.hpp>
#include <cohort/node/instant.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::broker {

struct TransactionView {
  std::string transactional_id;
  std::int32_t coordinator = -1;  ///< The broker's id.
  std::int64_t producer_id = -1;
  std::int16_t producer_epoch = -1;
  /// By Kafka's name: `Empty`, `Ongoing`, `PrepareCommit`, `PrepareAbort`, `CompleteCommit` or
  /// `CompleteAbort`; of static storage.
  std::string_view state;
  Duration timeout{};
  std::optional<Instant> started;  ///< The last transaction, also when it has ended.
  /// Of an open transaction; of one that is decided those that are without a marker still.
  Partitions partitions;
  /// Why one that is decided has not ended: "marker on orders-0: held by rule 3".
  std::vector<std::string> waiting_for;
  /// When an open one is aborted if nobody ends it.
  std::optional<Instant> times_out;
  bool operator==(const TransactionView&) const = default;
};

class Broker;

/// nullopt: there is no such transactional id, or nobody coordinates it now.
std::optional<TransactionView> transaction_view(const Broker& broker,
                                                const std::string& transactional_id);
/// By transactional id.
std::vector<TransactionView> transaction_views(const Broker& broker);

/// Several lines, for people: what a failing test prints.
std::string to_string(const TransactionView& transaction);

}  // namespace cohort::broker
