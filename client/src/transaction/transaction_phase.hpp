// TransactionPhase: where a producer stands with its transactions.
#pragma once

#include <cstdint>

namespace cohort::client {

///                init          begin          commit              EndTxn
/// uninitialized -----> initializing --> ready -----> open -----> committing -----> ready
///                                         ^           |  abort
///                                         |           +---------> aborting ------> ready
///                                         |           | error        ^
///                                         |           +---> abortable --abort
///
/// From anywhere an error that no abort can mend leads to `fatal`. Source:
/// TransactionManager.State.
enum class TransactionPhase : std::uint8_t {
  uninitialized,
  initializing,
  ready,
  open,
  committing,
  aborting,
  abortable,  ///< The open transaction can't be committed any more.
  fatal,      ///< This producer can't go on.
};

}  // namespace cohort::client
