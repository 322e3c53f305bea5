#include <cohort/client/consumer.hpp>
#include <cohort/client/producer.hpp>
#include <cohort/testing/gtest.hpp>

using namespace cohort::client;
using cohort::ApiKey, cohort::broker::Disconnect, cohort::broker::Moment;
using cohort::broker::VirtualBroker;
using std::chrono::seconds;

// The code to be tested: a bill for each order, and the order's offset, both or neither.
void bill(Consumer& orders, Producer& bills, const std::vector<ConsumerRecord>& records) {
  bills.begin_transaction();
  try {
    OffsetsToCommit offsets;
    for (const ConsumerRecord& order : records) {
      bills.send({.topic = "bills", .value = order.value});
      offsets[{order.topic, order.partition}].offset = order.offset + 1;
    }
    bills.send_offsets_to_transaction(offsets, orders.membership());
    bills.commit_transaction();
  } catch (const TransactionAbortable&) {
    bills.abort_transaction();  // Nobody has seen anything of it: the orders are read again.
    for (const auto& [partition, committed] : orders.committed(orders.assignment())) {
      orders.seek(partition, committed ? committed->offset : 0);
    }
  }
}

std::size_t count_bills(Runtime& runtime, const Properties& servers) {
  Properties settings = servers;
  settings.insert({{"auto.offset.reset", "earliest"}, {"isolation.level", "read_committed"}});
  Consumer reader(consumer_config(settings), runtime);
  reader.assign({{"bills", 0}});
  return reader.poll(seconds(1)).size();
}

TEST(Bills, AreWrittenOnceWhateverConnectionBreaks) {
  for (const ApiKey api :
       {ApiKey::init_producer_id, ApiKey::add_partitions_to_txn, ApiKey::produce,
        ApiKey::add_offsets_to_txn, ApiKey::txn_offset_commit, ApiKey::end_txn}) {
    for (const Moment moment : {Moment::before, Moment::after}) {
      VirtualBroker broker({.topics = {{"orders", 1}, {"bills", 1}}});
      VirtualRuntime runtime(broker.world());
      const Properties servers{{"bootstrap.servers", broker.bootstrap_servers()}};
      for (const char* order : {"tea", "cake"}) {
        broker.control().append("orders", 0, {{.value = cohort::Buffer::copy_of(order)}});
      }
      broker.control().add_rule(
          {.match = {.api = api}, .nth = 1, .times = 1, .action = Disconnect{moment}});

      Properties settings = servers;
      settings.insert({{"group.id", "billing"},
                       {"auto.offset.reset", "earliest"},
                       {"enable.auto.commit", "false"}});
      Consumer orders(consumer_config(settings), runtime);
      orders.subscribe({"orders"});
      settings = servers;
      settings.emplace("transactional.id", "biller-1");
      Producer bills(producer_config(settings), runtime);
      bills.init_transactions();
      while (orders.committed({{"orders", 0}})[{"orders", 0}].value_or(CommittedOffset{}).offset <
             2) {
        if (const auto records = orders.poll(seconds(1)); !records.empty()) {
          bill(orders, bills, records);
        }
      }
      EXPECT_EQ(count_bills(runtime, servers), 2U) << name(api);
    }
  }
}
