// Transaction: what the coordinator remembers of one transactional id.
#pragma once

#include "producer_identity.hpp"
#include "transaction/transaction_state.hpp"
#include <cohort/node/instant.hpp>

#include <compare>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace cohort::broker {

struct TransactionPartition {
  std::string topic;
  std::int32_t partition = 0;
  auto operator<=>(const TransactionPartition&) const = default;
};

/// The epochs of a producer id end one short of the largest, so that its last producer can still be
/// fenced. Source: TransactionMetadata.isEpochExhausted.
inline constexpr std::int16_t last_usable_epoch = std::numeric_limits<std::int16_t>::max() - 1;
constexpr bool is_exhausted(std::int16_t epoch) { return epoch >= last_usable_epoch; }

/// A transactional id outlives its transactions: each new one takes the same place.
struct Transaction {
  ProducerIdentity producer;  ///< Epoch -1: just made, given to nobody yet.
  /// Before the last InitProducerId that brought its own id; epoch -1 when none can ask again.
  ProducerIdentity previous;
  Duration timeout{};
  TransactionState state = TransactionState::empty;
  std::set<TransactionPartition> partitions;  ///< Of the open transaction.
  std::optional<Instant> started;             ///< Of the last transaction, also when it has ended.
  Instant updated;                            ///< When the state last changed.
  bool operator==(const Transaction&) const = default;
};

enum class TransactionOutcome : std::uint8_t { abort, commit };

/// A transaction whose outcome is decided: its markers are to be written, as of `at`.
struct TransactionEnd {
  std::string transactional_id;
  ProducerIdentity producer;
  TransactionOutcome outcome = TransactionOutcome::abort;
  std::vector<TransactionPartition> partitions;
  Instant at;
  bool operator==(const TransactionEnd&) const = default;
};

}  // namespace cohort::broker
