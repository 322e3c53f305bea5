// WaitingEnd: a decided transaction whose markers are not all written, since somebody is down.
#pragma once

#include "transaction/transaction.hpp"

#include <vector>

namespace cohort::broker {

struct WaitingEnd {
  TransactionEnd ending;
  std::vector<TransactionPartition> missing;  ///< Those without a marker yet.
};

}  // namespace cohort::broker
