// TransactionState: where the transaction of one transactional id stands.
#pragma once

#include <cstdint>
#include <string_view>

namespace cohort::broker {

///            AddPartitionsToTxn,               EndTxn, a time-out, or a
/// .-------.  AddOffsetsToTxn   .---------.  successor's InitProducerId  .------------.
/// | empty | -----------------> | ongoing | ---------------------------> | prepare_*  |
/// '-------'                    '---------'                              '------------'
///     ^                             ^                                         | markers
///     |        InitProducerId       |  the next transaction                   v written
///     |                             |                                   .------------.
///     '-----------------------------+---------------------------------- | complete_* |
///                                                                       '------------'
///
/// Source: TransactionMetadata.scala (TransactionState). Kafka's two states in passing have no
/// place here: PrepareEpochFence lasts no longer than one call, and a Dead id is gone.
enum class TransactionState : std::uint8_t {
  empty,
  ongoing,
  prepare_commit,
  prepare_abort,
  complete_commit,
  complete_abort,
};

/// Decided, and its markers are on their way.
constexpr bool is_prepared(TransactionState state) {
  return state == TransactionState::prepare_commit || state == TransactionState::prepare_abort;
}

/// As DescribeTransactions spells it: `PrepareCommit`.
std::string_view name(TransactionState state);

/// Is it the name of a state of Kafka's, Dead and PrepareEpochFence among them?
bool is_transaction_state_name(std::string_view text);

}  // namespace cohort::broker
