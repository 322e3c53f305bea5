#include "client.hpp"
#include <cohort/net/host.hpp>
#include <cohort/node/node.hpp>
#include <cohort/protocol/frame.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace cohort::net {
namespace {

/// Answers each frame with the first byte of its body and the last, as one client's server.
class FrameEnds final : public Node {
 public:
  void opened(LinkId, const Peer&, Instant) override {}
  void dial_failed(DialTag, const std::string&, Instant) override {}
  void received(LinkId link, Buffer bytes, Instant) override {
    frames_.feed(std::move(bytes));
    answer(link);
  }
  std::span<std::uint8_t> room(LinkId) override { return frames_.room(); }
  void filled(LinkId link, std::size_t count, Instant) override {
    frames_.added(count);
    answer(link);
  }
  void sent(LinkId, std::size_t, Instant) override {}
  void closed(LinkId, Instant) override { frames_ = FrameReader(); }
  void advance(Instant) override {}
  Instant next_deadline() const override { return Instant::never(); }
  void take_actions(std::vector<Action>& into) override {
    into.clear();
    into.swap(actions_);
  }
  std::unique_ptr<Node> clone() const override { return std::make_unique<FrameEnds>(*this); }

 private:
  void answer(LinkId link) {
    while (const auto frame = frames_.next()) {
      const std::string ends{frame->text().front(), frame->text().back()};
      actions_.emplace_back(Send{link, Buffers(Buffer::copy_of(ends))});
    }
  }

  FrameReader frames_;
  std::vector<Action> actions_;
};

std::string frame_of(std::string_view first, std::size_t size, std::string_view last) {
  std::string frame;
  for (int shift = 24; shift >= 0; shift -= 8) frame.push_back(static_cast<char>(size >> shift));
  return frame.append(first).append(size - 2, 'x').append(last);
}

class HostRoom : public ::testing::Test {
 protected:
  HostRoom() : port(host.listen("127.0.0.1", 0)), thread_([this] { host.run(); }) {}
  ~HostRoom() override {
    host.stop();
    thread_.join();
  }

  Host host{std::make_unique<FrameEnds>()};
  std::uint16_t port;

 private:
  std::thread thread_;
};

TEST_F(HostRoom, ASmallFrameIsHeardAfterALargeOneThatFilledItsRoom) {
  const Client client(port);
  for (const std::size_t size : {17'000U, 70'000U, 900'000U, 5'000'000U}) {
    ASSERT_TRUE(client.send(frame_of("a", size, "b")));
    ASSERT_EQ(client.receive(2), "ab") << size;
    ASSERT_TRUE(client.send(frame_of("c", 2, "d")));
    ASSERT_EQ(client.receive(2), "cd") << size;
  }
}

TEST_F(HostRoom, FramesBehindALargeOneAreNotPutIntoIt) {
  const Client client(port);
  ASSERT_TRUE(client.send(frame_of("a", 900'000, "b") + frame_of("c", 300'000, "d") +
                          frame_of("e", 2, "f") + frame_of("g", 70'000, "h")));
  EXPECT_EQ(client.receive(8), "abcdefgh");
}

}  // namespace
}  // namespace cohort::net
