// A program of someone else's that uses Cohort: it compiles against the public headers alone, links
// every library, and sees that what was linked works.
#include <cohort/broker/config.hpp>
#include <cohort/node/rng.hpp>
#include <cohort/protocol/crc32c.hpp>
#include <cohort/protocol/messages.hpp>
#include <cohort/protocol/uuid.hpp>

#include <cstdio>

int main() {
  cohort::broker::Config config;
  config.set("group.initial.rebalance.delay.ms", "75");
  if (config.group.initial_rebalance_delay != cohort::milliseconds(75)) {
    std::puts("the setting did not arrive");
    return 1;
  }
  std::puts("a consumer of Cohort's package works");
  return 0;
}
