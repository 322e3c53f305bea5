// HostFixture: a host on a thread of its own with a ScriptNode in it.
#pragma once

#include "script_node.hpp"
#include <cohort/net/host.hpp>

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

namespace cohort::net {

class HostFixture {
 public:
  explicit HostFixture(HostOptions options = {}) : host(make_node(), options) {
    port = host.listen("127.0.0.1", 0);
    thread_ = std::thread([this] { host.run(); });
  }
  HostFixture(const HostFixture&) = delete;
  HostFixture& operator=(const HostFixture&) = delete;
  ~HostFixture() { stop(); }

  void stop() {
    host.stop();
    if (thread_.joinable()) thread_.join();
  }

  /// Runs the work on the host's thread and waits for it.
  void call(const std::function<void(ScriptNode&)>& work) {
    std::promise<void> done;
    host.post([&] {
      work(*node_);
      done.set_value();
    });
    done.get_future().wait();
  }
  /// Has the node want this; it is carried out when this returns.
  void act(const Action& action) {
    call([&](ScriptNode& node) { node.actions.push_back(action); });
    call([](ScriptNode&) {});  // The turn before has ended when this one begins.
  }
  /// A copy of something of the node.
  template <class T>
  T get(T ScriptNode::*member) {
    T copy{};
    call([&](ScriptNode& node) { copy = node.*member; });
    return copy;
  }
  /// Waits until it holds on the host's thread; false after ten seconds.
  bool eventually(const std::function<bool(ScriptNode&)>& holds) {
    const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (std::chrono::steady_clock::now() < limit) {
      bool does_hold = false;
      call([&](ScriptNode& node) { does_hold = holds(node); });
      if (does_hold) return true;
      // The host runs in real time: nothing tells when its thread has got that far.
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return false;
  }

 private:
  std::unique_ptr<Node> make_node() {
    auto node = std::make_unique<ScriptNode>();
    node_ = node.get();
    return node;
  }
  ScriptNode* node_ = nullptr;

 public:
  Host host;
  std::uint16_t port = 0;

 private:
  std::thread thread_;
};

}  // namespace cohort::net
