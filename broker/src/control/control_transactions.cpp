// What Control does to transactional ids and their transactions.
#include "control/acting.hpp"
#include "transactions.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace cohort::broker {

namespace {

const Transaction& transaction_of(const BrokerState& state, const std::string& transactional_id) {
  const Transaction* const found = state.transactions.find(transactional_id);
  if (found != nullptr) return *found;
  throw NotThere(fmt::format("transactional id '{}': there is none", transactional_id));
}

}  // namespace

std::optional<TransactionView> Control::transaction(const std::string& transactional_id) {
  std::optional<TransactionView> view;
  turn_([&](Broker& broker, Instant) { view = transaction_view(broker, transactional_id); });
  return view;
}

std::vector<TransactionView> Control::transactions() {
  std::vector<TransactionView> views;
  turn_([&](Broker& broker, Instant) { views = transaction_views(broker); });
  return views;
}

void Control::abort_transaction(const std::string& transactional_id) {
  turn_([&](Broker& broker, Instant now) {
    BrokerState& state = broker.state();
    act(state, "abort_transaction", now, [&] {
      const Transaction& found = transaction_of(state, transactional_id);
      if (!state.transactions.abort(transactional_id, "asked for by control", now)) {
        throw std::invalid_argument(
            fmt::format("transactional id '{}': no transaction is open, it "
                        "is {}",
                        transactional_id, name(found.state)));
      }
      end_transactions(state, now);
    });
  });
}

void Control::expire_transactional_id(const std::string& transactional_id) {
  turn_([&](Broker& broker, Instant now) {
    BrokerState& state = broker.state();
    act(state, "expire_transactional_id", now, [&] {
      const Transaction& found = transaction_of(state, transactional_id);
      if (state.transactions.expire(transactional_id, "asked for by control", now)) return;
      throw std::invalid_argument(
          fmt::format("transactional id '{}': its transaction has not ended, it is {}",
                      transactional_id, name(found.state)));
    });
  });
}

}  // namespace cohort::broker
