// WaitingEnd: a decided transaction, and its markers that are on their way still.
#pragma once

#include "reply_id.hpp"
#include "transaction/transaction.hpp"
#include <cohort/protocol/error_code.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace cohort::broker {

/// What the coordinator asks of one partition's leader.
struct MarkerOnItsWay {
  /// What comes next.
  enum class Step : std::uint8_t {
    send,   ///< To whoever leads by then; fault rules look at it.
    write,  ///< They have let it pass.
    hear,   ///< It is written, and the coordinator hears of it.
  };

  TransactionPartition partition;
  Step step = Step::send;
  std::optional<ReplyId> kept;       ///< By a fault rule, among the interventions.
  std::int32_t sent_to = -1;         ///< Who led when it was sent last.
  std::uint32_t failures = 0;        ///< In a row, because of fault rules.
  std::optional<ErrorCode> refused;  ///< The coordinator has given it up, as long as it is the one.
};

struct WaitingEnd {
  TransactionEnd ending;
  std::vector<MarkerOnItsWay> markers;
};

}  // namespace cohort::broker
