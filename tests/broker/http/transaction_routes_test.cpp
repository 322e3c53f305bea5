// /v1/transactions over HTTP.
#include "broker/http/http_world.hpp"
#include "state.hpp"

namespace cohort::broker {
namespace {

class TransactionRoutes : public HttpWorld {
 protected:
  /// A transaction of `x` on `t-0` and `t-1`, open.
  void begin() {
    host.turn([&] {
      BrokerState& state = broker.state();
      const GivenProducer given = state.transactions.init(
          {.transactional_id = "x", .timeout_ms = 60'000}, state.producer_ids, host.now());
      const TransactionOwner owner{"x", {given.producer_id, given.producer_epoch}};
      ASSERT_EQ(state.transactions.add_partitions(owner, {{"t", 0}, {"t", 1}}, host.now()),
                ErrorCode::none);
    });
  }
};

TEST_F(TransactionRoutes, TransactionalIdsAreListedAndShown) {
  EXPECT_EQ(get("/v1/transactions"), parsed(R"({"transactions":[]})"));
  expect_refused(404, "transactional id \"x\": there is none", "GET", "/v1/transactions/x");
  begin();
  const auto shown = get("/v1/transactions/x");
  EXPECT_EQ(shown, parsed(R"({"transactional_id":"x","coordinator":1,"producer_id":1,
      "producer_epoch":0,"state":"Ongoing","timeout_ms":60000,"started_ms":1704067200000,
      "times_out_ms":1704067270000,"partitions":{"t":[0,1]},"waiting_for":[]})"));
  EXPECT_EQ(get("/v1/transactions").at("transactions").as_array().at(0), shown);
}

TEST_F(TransactionRoutes, AnOpenTransactionIsAbortedAndWaitsForAHeldMarker) {
  expect_refused(404, "there is none", "POST", "/v1/transactions/x/abort");
  begin();
  post("/v1/faults",
       R"({"match":{"api":"WriteTxnMarkers","partition":1},"action":{"hold":"before"}})", 201);
  expect_refused(400, "\"why\"", "POST", "/v1/transactions/x/abort", R"({"why":"so"})");

  const auto ending = post("/v1/transactions/x/abort");

  EXPECT_EQ(ending.at("state").as_string(), "PrepareAbort");
  EXPECT_EQ(ending.at("producer_epoch"), 1);
  EXPECT_EQ(ending.at("waiting_for"), parsed(R"(["marker on t-1: held by rule 1"])"));
  const auto held = get("/v1/holds").at("holds").as_array().at(0);
  EXPECT_EQ(held.at("transactional_ids"), parsed(R"(["x"])"));
  EXPECT_EQ(held.at("partition"), 1);
  expect_refused(400, "PrepareAbort", "POST", "/v1/transactions/x/abort");
  expect_refused(400, "PrepareAbort", "POST", "/v1/transactions/x/expire");

  post("/v1/holds/1/release", R"({"all":true})");

  EXPECT_EQ(get("/v1/transactions/x").at("state").as_string(), "CompleteAbort");
  EXPECT_EQ(post("/v1/transactions/x/expire"), parsed("{}"));
  expect_refused(404, "there is none", "POST", "/v1/transactions/x/expire");
}

TEST_F(TransactionRoutes, ItsTimelineIsWhatTheJournalHasOfIt) {
  expect_refused(404, "there is none", "GET", "/v1/transactions/x/timeline");
  begin();
  post("/v1/transactions/x/abort");
  post("/v1/transactions/x/expire");
  const auto timeline = get("/v1/transactions/x/timeline");
  EXPECT_EQ(timeline.at("transactional_id").as_string(), "x");
  const auto& facts = timeline.at("facts").as_array();
  std::string kinds;
  for (const auto& each : facts) kinds += std::string(each.at("kind").as_string()) + " ";
  EXPECT_EQ(kinds,
            "producer_initialized transaction_begun producer_fenced transaction_prepared "
            "transaction_completed transactional_id_expired ");
  EXPECT_EQ(facts.back().at("cause"),
            parsed(R"({"kind":"control","name":"expire_transactional_id"})"));
}

}  // namespace
}  // namespace cohort::broker
