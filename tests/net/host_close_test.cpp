#include "client.hpp"
#include "host_fixture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <ctime>
#include <string>
#include <thread>
#include <vector>

namespace cohort::net {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;

/// Answers with so many bytes and closes.
void answer_and_close(HostFixture& fixture, std::size_t bytes) {
  fixture.call([bytes](ScriptNode& node) {
    node.on_received = [&node, bytes](LinkId link, const Buffer&) {
      node.send(link, std::string(bytes, 'a'));
      node.actions.emplace_back(Close{link, "done"});
    };
  });
}

bool has_closed(ScriptNode& node) { return !node.notes.empty() && node.notes.back() == "closed"; }

TEST(HostClose, TheAnswerLeavesBeforeTheLinkCloses) {
  HostFixture fixture;
  answer_and_close(fixture, 4'000'000);
  const Client client(fixture.port);
  ASSERT_TRUE(client.send("x"));
  EXPECT_EQ(client.receive(4'000'000).size(), 4'000'000U);
  EXPECT_TRUE(client.is_at_end());
  EXPECT_TRUE(fixture.eventually(has_closed));
}

TEST(HostClose, BytesThatNobodyReadAnyMoreDoNotCostTheAnswer) {
  HostFixture fixture;
  answer_and_close(fixture, 1'000'000);
  const Client client(fixture.port);
  ASSERT_TRUE(client.send(std::string(100'000, 'x')));
  EXPECT_EQ(client.receive(1'000'000).size(), 1'000'000U);
  EXPECT_TRUE(client.is_at_end());
  EXPECT_THAT(fixture.get(&ScriptNode::notes), ElementsAre("opened", "closed"));
}

TEST(HostClose, SomeoneWhoNeverReadsIsCutOffAfterTheGrace) {
  HostFixture fixture({.close_grace = 50ms});
  answer_and_close(fixture, 32'000'000);
  const Client client(fixture.port);
  ASSERT_TRUE(client.send("x"));
  EXPECT_TRUE(fixture.eventually(has_closed));
  fixture.call([&](ScriptNode&) { EXPECT_EQ(fixture.host.link_count(), 0U); });
}

TEST(HostClose, SendsAfterACloseAreDropped) {
  HostFixture fixture;
  fixture.call([](ScriptNode& node) {
    node.on_received = [&node](LinkId link, const Buffer&) {
      node.actions.emplace_back(Close{link, "done"});
      node.send(link, "too late");
    };
  });
  const Client client(fixture.port);
  ASSERT_TRUE(client.send("x"));
  EXPECT_TRUE(client.is_at_end());
}

TEST(HostClose, AHalfClosedLinkIsGone) {
  HostFixture fixture;
  const Client client(fixture.port);
  client.half_close();
  EXPECT_TRUE(fixture.eventually(has_closed));
  EXPECT_TRUE(client.is_at_end());
}

TEST(HostClose, AResetLinkIsGoneAndWritingToItRaisesNoSignal) {
  HostFixture fixture;
  Client client(fixture.port);
  ASSERT_TRUE(fixture.eventually([](ScriptNode& node) { return node.links.size() == 1; }));
  fixture.call([](ScriptNode& node) { node.actions.emplace_back(PauseRead{node.links[0]}); });
  client.reset();
  fixture.call([](ScriptNode& node) { node.send(node.links[0], "anyone there?"); });
  EXPECT_TRUE(fixture.eventually(has_closed));
}

TEST(HostClose, StoppingWithBytesInFlightReturnsAtOnce) {
  HostFixture fixture;
  const Client client(fixture.port);
  ASSERT_TRUE(fixture.eventually([](ScriptNode& node) { return node.links.size() == 1; }));
  const std::string much(32'000'000, 'a');
  fixture.call([&](ScriptNode& node) { node.send(node.links[0], much); });
  const auto start = std::chrono::steady_clock::now();
  fixture.stop();
  EXPECT_LT(std::chrono::steady_clock::now() - start, 2s);
}

/// Leaves no descriptor free while it lives.
class NoDescriptors {
 public:
  NoDescriptors() {
    getrlimit(RLIMIT_NOFILE, &before_);
    const int lowest_free = ::dup(0);
    ::close(lowest_free);
    rlimit none = before_;
    none.rlim_cur = static_cast<rlim_t>(lowest_free);
    setrlimit(RLIMIT_NOFILE, &none);
  }
  NoDescriptors(const NoDescriptors&) = delete;
  NoDescriptors& operator=(const NoDescriptors&) = delete;
  ~NoDescriptors() { setrlimit(RLIMIT_NOFILE, &before_); }

 private:
  rlimit before_{};
};

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

TEST(HostClose, WithoutDescriptorsOthersGoOnAndThoseWhoWaitAreServedLater) {
  HostFixture fixture;
  const Client served(fixture.port);
  ASSERT_TRUE(served.send("a"));
  ASSERT_EQ(served.receive(1), "a");
  Client waiting{Client::Unconnected{}};
  {
    const NoDescriptors none;
    ASSERT_TRUE(waiting.connect(fixture.port));
    ASSERT_TRUE(waiting.send("c"));
    const double before = processor_seconds();
    // Real time, since it is measured: a host that polls would burn most of it.
    std::this_thread::sleep_for(300ms);
    EXPECT_LT(processor_seconds() - before, 0.1) << "the host spins";
    ASSERT_TRUE(served.send("b"));
    EXPECT_EQ(served.receive(1), "b");
    EXPECT_THAT(fixture.get(&ScriptNode::notes), ElementsAre("opened"));
  }
  EXPECT_EQ(waiting.receive(1), "c");
}

}  // namespace
}  // namespace cohort::net
