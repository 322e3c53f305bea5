// MortalRuntime: sockets for a client that can end as a process does that is killed.
#pragma once

#include <cohort/client/runtime.hpp>

#include <memory>

namespace cohort::load {

/// For one client. From kill() on its connections are closed, nothing more is sent, and each of its
/// calls throws client::Error of kind `closed`. REQUIRES: no call of it is under way then.
class MortalRuntime final : public client::Runtime {
 public:
  MortalRuntime();
  ~MortalRuntime() override;

  std::unique_ptr<client::Driver> run(std::unique_ptr<Node> node) override;
  Instant now() override { return sockets_.now(); }
  void pause(Duration by) override { sockets_.pause(by); }

  void kill();

 private:
  class MortalDriver;

  client::SocketRuntime sockets_;
  std::shared_ptr<std::unique_ptr<client::Driver>> life_;  ///< The client's driver has it, too.
};

}  // namespace cohort::load
