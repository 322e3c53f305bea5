// /v1/transactions: transactional ids, what their transactions wait for, and what is done to them.
#include "http/json_views.hpp"
#include "http/router.hpp"
#include "http/slices.hpp"
#include "state.hpp"

#include <fmt/format.h>

namespace cohort::broker {

namespace {

TransactionView transaction_of(const RoutedRequest& request) {
  const std::string& id = request.argument(0);
  std::optional<TransactionView> view = request.control().transaction(id);
  if (!view) throw HttpError(404, fmt::format("transactional id \"{}\": there is none", id));
  return *std::move(view);
}

HttpReply list_transactional_ids(const RoutedRequest& request) {
  const Broker& broker = request.backend().broker;
  std::vector<std::string> names;
  for (const auto& [id, transaction] : broker.state().transactions.all()) names.push_back(id);
  const auto look_up = [&broker](const std::string& name) -> std::optional<boost::json::object> {
    const std::optional<TransactionView> view = transaction_view(broker, name);
    return view ? std::optional(to_json(*view)) : std::nullopt;
  };
  return list_in_slices({}, "transactions", items_by_name(std::move(names), look_up));
}

HttpReply show_transaction(const RoutedRequest& request) {
  return json_answer(to_json(transaction_of(request)));
}

HttpReply show_transaction_timeline(const RoutedRequest& request) {
  const std::string& id = request.argument(0);
  const std::vector<Entry> facts = request.backend().journal.transaction_timeline(id);
  if (facts.empty()) transaction_of(request);
  return json_answer({{"transactional_id", id}, {"facts", to_array(facts)}});
}

HttpReply abort_transaction(const RoutedRequest& request) {
  request.expect_no_body();
  request.control().abort_transaction(request.argument(0));
  return json_answer(to_json(transaction_of(request)));
}

HttpReply expire_transactional_id(const RoutedRequest& request) {
  request.expect_no_body();
  request.control().expire_transactional_id(request.argument(0));
  return done();
}

}  // namespace

std::vector<Route> transaction_routes() {
  return {{"GET", "/v1/transactions", &list_transactional_ids},
          {"GET", "/v1/transactions/{}", &show_transaction},
          {"GET", "/v1/transactions/{}/timeline", &show_transaction_timeline},
          {"POST", "/v1/transactions/{}/abort", &abort_transaction},
          {"POST", "/v1/transactions/{}/expire", &expire_transactional_id}};
}

}  // namespace cohort::broker
