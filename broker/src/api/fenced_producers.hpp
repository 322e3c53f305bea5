// fenced_producers: the journal's word on requests of producers whose place somebody has taken.
#pragma once

#include "request_context.hpp"
#include "transaction/transaction.hpp"
#include <cohort/protocol/error_code.hpp>

#include <optional>
#include <string>

namespace cohort::broker {

/// Tells of a request for this transactional id if it was refused because its producer is fenced,
/// with the error as it is sent; `where`, if it was so in one partition.
void tell_if_fenced(RequestContext& context, const std::string& transactional_id, ErrorCode error,
                    const std::optional<TransactionPartition>& where = std::nullopt);

}  // namespace cohort::broker
