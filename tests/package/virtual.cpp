// In virtual time: a commit over the wire of a simulated network, and a week that takes no time.
#include <cohort/broker/virtual_broker.hpp>
#include <cohort/protocol/codec.hpp>

#include <cstdio>

int main() {
  cohort::broker::VirtualBroker broker({.topics = {{"orders", 4}}});
  broker.control().set_offsets("readers", {{.topic = "orders", .partition = 0, .offset = 0}});
  broker.advance(std::chrono::hours(24 * 7 + 1));
  if (broker.control().group("readers")) {
    std::puts("the offsets outlived their retention");
    return 1;
  }
  std::puts("a week of virtual time has passed");
  return 0;
}
