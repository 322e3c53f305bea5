#include "transaction/transaction_state.hpp"

#include <cohort/protocol/assert.hpp>

#include <algorithm>
#include <array>

namespace cohort::broker {

std::string_view name(TransactionState state) {
  switch (state) {
    case TransactionState::empty:
      return "Empty";
    case TransactionState::ongoing:
      return "Ongoing";
    case TransactionState::prepare_commit:
      return "PrepareCommit";
    case TransactionState::prepare_abort:
      return "PrepareAbort";
    case TransactionState::complete_commit:
      return "CompleteCommit";
    case TransactionState::complete_abort:
      return "CompleteAbort";
  }
  COHORT_ASSERT(false);
}

bool is_transaction_state_name(std::string_view text) {
  constexpr auto names = std::to_array<std::string_view>(
      {"Empty", "Ongoing", "PrepareCommit", "PrepareAbort", "CompleteCommit", "CompleteAbort",
       "Dead", "PrepareEpochFence"});
  return std::ranges::find(names, text) != names.end();
}

}  // namespace cohort::broker
