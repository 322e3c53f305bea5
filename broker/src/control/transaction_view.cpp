#include "coordinators.hpp"
#include "state.hpp"
#include "transaction_markers.hpp"
#include <cohort/broker/transaction_view.hpp>

#include <fmt/format.h>

namespace cohort::broker {

namespace {

TransactionView view_of(const BrokerState& state, const std::string& transactional_id,
                        const Transaction& transaction) {
  TransactionView view{.transactional_id = transactional_id,
                       .coordinator = coordinator_of_transactions(state, transactional_id),
                       .producer_id = transaction.producer.id,
                       .producer_epoch = transaction.producer.epoch,
                       .state = name(transaction.state),
                       .timeout = transaction.timeout,
                       .started = transaction.started,
                       .partitions = {},
                       .waiting_for = {}};
  for (const TransactionPartition& each : transaction.partitions) {
    view.partitions[each.topic].push_back(each.partition);
  }
  const auto waiting = state.waiting_ends.find(transactional_id);
  if (waiting != state.waiting_ends.end()) {
    for (const MarkerOnItsWay& marker : waiting->second.markers) {
      view.waiting_for.push_back(in_words(state, marker));
    }
  }
  view.times_out =
      state.transactions.timers().deadline({TransactionTimer::Kind::time_out, transactional_id});
  return view;
}

std::string seconds_of(Instant at) {
  return fmt::format("{:.3f}", static_cast<double>(at.unix_ms()) / 1000);
}

}  // namespace

std::optional<TransactionView> transaction_view(const Broker& broker,
                                                const std::string& transactional_id) {
  const BrokerState& state = broker.state();
  const Transaction* const found = state.transactions.find(transactional_id);
  if (found == nullptr) return std::nullopt;
  return view_of(state, transactional_id, *found);
}

std::vector<TransactionView> transaction_views(const Broker& broker) {
  std::vector<TransactionView> views;
  for (const auto& [id, transaction] : broker.state().transactions.all()) {
    views.push_back(view_of(broker.state(), id, transaction));
  }
  return views;
}

std::string to_string(const TransactionView& transaction) {
  std::string text =
      fmt::format("transactional id {}: {}, producer {} with epoch {}, coordinated by broker {}",
                  transaction.transactional_id, transaction.state, transaction.producer_id,
                  transaction.producer_epoch, transaction.coordinator);
  if (transaction.started) {
    text += fmt::format("\n  last began at {}", seconds_of(*transaction.started));
  }
  if (transaction.times_out) {
    text += fmt::format("\n  times out at {}", seconds_of(*transaction.times_out));
  }
  for (const auto& [topic, of_topic] : transaction.partitions) {
    for (const std::int32_t partition : of_topic) {
      text += fmt::format("\n  partition {}-{}", topic, partition);
    }
  }
  for (const std::string& what : transaction.waiting_for) text += "\n  waits for: " + what;
  return text;
}

}  // namespace cohort::broker
