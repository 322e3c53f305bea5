#include "api/fenced_producers.hpp"

#include "facts.hpp"
#include "state.hpp"

#include <fmt/format.h>

#include <utility>

namespace cohort::broker {

void tell_if_fenced(RequestContext& context, const std::string& transactional_id, ErrorCode error,
                    const std::optional<TransactionPartition>& where) {
  if (error != ErrorCode::producer_fenced && error != ErrorCode::invalid_producer_epoch) return;
  gather_facts(context.state);
  Fact fact{
      .at = context.now,
      .kind = FactKind::fenced_producer_refused,
      .transactional_id = transactional_id,
      .detail = fmt::format("{} is answered with {}", name(context.origin.api_key), name(error))};
  if (where) {
    fact.topic = where->topic;
    fact.partition = where->partition;
    fact.detail += fmt::format(" for {}-{}", where->topic, where->partition);
  }
  context.state.facts.push_back(std::move(fact));
}

}  // namespace cohort::broker
