// The librdkafka peer: produces, then goes through join, commit, resume, leave, static membership
// with fencing, and cooperative-sticky, as a C++ program would that uses librdkafka.
#include "member.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <random>

namespace peer {
namespace {

using Clock = std::chrono::steady_clock;

int passed = 0;
int failed = 0;
const Clock::time_point began = Clock::now();

void check(const std::string& fact, bool holds, const std::string& seen = "") {
  ++(holds ? passed : failed);
  const std::chrono::duration<double> since = Clock::now() - began;
  std::printf("%s %6.2f s  %s%s\n", holds ? "ok    " : "FAILED", since.count(), fact.c_str(),
              holds || seen.empty() ? "" : ("  -- seen: " + seen).c_str());
  std::fflush(stdout);
}

bool until(const std::function<bool()>& holds,
           std::chrono::seconds within = std::chrono::seconds(12)) {
  for (const Clock::time_point end = Clock::now() + within; Clock::now() < end;) {
    if (holds()) return true;
    // A real client in real time: its state is all there is to ask.
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return holds();
}

std::string name(const std::string& prefix) {
  std::random_device device;
  return prefix + "-" + std::to_string(device());
}

std::string shown(const Member& member) {
  std::string text;
  for (const auto& [is_assignment, partitions] : member.rebalances()) {
    text += is_assignment ? "+{" : "-{";
    for (const int number : partitions) text += std::to_string(number) + " ";
    text += "} ";
  }
  return text;
}

class Producer {
 public:
  explicit Producer(const std::string& bootstrap) {
    const std::unique_ptr<RdKafka::Conf> settings = configuration(
        {{"bootstrap.servers", bootstrap}, {"enable.idempotence", "true"}, {"log_level", "2"}});
    std::string error;
    producer_.reset(RdKafka::Producer::create(settings.get(), error));
  }

  void send(const std::string& topic, int partition, const std::string& value) {
    producer_->produce(topic, partition, RdKafka::Producer::RK_MSG_COPY,
                       const_cast<char*>(value.data()), value.size(), nullptr, 0, 0, nullptr);
  }

  /// Whether the broker has acknowledged everything.
  bool flush() { return producer_->flush(10'000) == RdKafka::ERR_NO_ERROR; }

 private:
  std::unique_ptr<RdKafka::Producer> producer_;
};

/// Whether the members hold the six partitions between them, each at least one, none twice.
bool share(const std::vector<const Member*>& members) {
  std::set<int> all;
  std::size_t sum = 0;
  for (const Member* member : members) {
    const std::set<int> held = member->held();
    if (held.empty()) return false;
    sum += held.size();
    all.insert(held.begin(), held.end());
  }
  return sum == 6 && all.size() == 6;
}

std::vector<std::string> sorted(std::vector<std::string> values) {
  std::sort(values.begin(), values.end());
  return values;
}

void groups(const std::string& bootstrap, const std::string& topic, Producer& producer) {
  const std::string group = name("librdkafka");
  for (int number = 0; number < 60; ++number)
    producer.send(topic, number % 6, "v" + std::to_string(number));
  check("every record is acknowledged", producer.flush());
  Member one(bootstrap, group, topic);
  check("one member reads all", until([&] { return one.values().size() == 60; }), shown(one));
  check("a commit succeeds", one.commit() == RdKafka::ERR_NO_ERROR);
  check("and can be read back", one.committed(6) == 60, std::to_string(one.committed(6)));
  Member two(bootstrap, group, topic);
  check("a second member takes its share", until([&] {
          return share({&one, &two});
        }),
        shown(one) + shown(two));
  std::vector<std::string> expected;
  for (int number = 0; number < 30; ++number) {
    expected.push_back("w" + std::to_string(number));
    producer.send(topic, number % 6, expected.back());
  }
  producer.flush();
  const auto later = [&] {
    std::vector<std::string> found;
    for (const Member* member : {&one, &two}) {
      for (const std::string& value : member->values()) {
        if (value.front() == 'w') found.push_back(value);
      }
    }
    return sorted(found);
  };
  check("later records reach each one member only",
        until([&] { return later() == sorted(expected); }));
  one.commit();
  two.commit();
  two.leave();
  check("who leaves gives its share back at once",
        until([&] { return one.held().size() == 6; }, std::chrono::seconds(4)), shown(one));
  one.leave();
  producer.send(topic, 2, "resumed");
  producer.flush();
  Member again(bootstrap, group, topic);
  until([&] { return !again.values().empty(); });
  check("a new member resumes after the commits",
        again.values() == std::vector<std::string>{"resumed"});
}

void static_membership(const std::string& bootstrap, const std::string& topic) {
  const std::string group = name("librdkafka-static");
  Member one(bootstrap, group, topic, {{"group.instance.id", "one"}});
  Member two(bootstrap, group, topic, {{"group.instance.id", "two"}});
  check("static: two members share", until([&] {
          return share({&one, &two});
        }),
        shown(one) + shown(two));
  const std::set<int> had = one.held();
  const std::vector<Rebalance> rebalances = two.rebalances();
  one.leave();
  Member again(bootstrap, group, topic, {{"group.instance.id", "one"}});
  check("static: who comes back gets its partitions back",
        until([&] { return again.held() == had; }), shown(again));
  check("static: the other one notices nothing", two.rebalances() == rebalances, shown(two));
  Member usurper(bootstrap, group, topic, {{"group.instance.id", "one"}});
  check("static: a second one of the same name fences the first",
        until([&] { return again.is_fenced(); }));
}

void cooperative(const std::string& bootstrap, const std::string& topic) {
  const std::string group = name("librdkafka-cooperative");
  const Settings strategy{{"partition.assignment.strategy", "cooperative-sticky"}};
  Member one(bootstrap, group, topic, strategy);
  check("cooperative: one member has all", until([&] { return one.held().size() == 6; }),
        shown(one));
  Member two(bootstrap, group, topic, strategy);
  check("cooperative: a second one takes half", until([&] {
          return share({&one, &two});
        }),
        shown(one) + shown(two));
  std::vector<std::size_t> revoked;
  for (const auto& [is_assignment, partitions] : one.rebalances()) {
    if (!is_assignment && !partitions.empty()) revoked.push_back(partitions.size());
  }
  check("cooperative: only what moves is revoked", revoked == std::vector<std::size_t>{3},
        shown(one));
  two.leave();
  check("cooperative: and given back",
        until([&] { return one.held().size() == 6; }, std::chrono::seconds(6)), shown(one));
}

}  // namespace
}  // namespace peer

int main(int count, char** arguments) {
  if (count != 3) {
    std::fprintf(stderr,
                 "usage: peer_librdkafka HOST:PORT TOPIC   (an empty topic of six partitions)\n");
    return 2;
  }
  const std::string bootstrap = arguments[1];
  const std::string topic = arguments[2];
  peer::Producer producer(bootstrap);
  peer::groups(bootstrap, topic, producer);
  peer::static_membership(bootstrap, topic);
  peer::cooperative(bootstrap, topic);
  std::printf("librdkafka: %d passed, %d failed\n", peer::passed, peer::failed);
  return peer::failed == 0 && peer::passed > 0 ? 0 : 1;
}
