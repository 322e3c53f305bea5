#include "load/mortal_runtime.hpp"

#include <cohort/client/error.hpp>

#include <utility>

namespace cohort::load {

class MortalRuntime::MortalDriver final : public client::Driver {
 public:
  explicit MortalDriver(std::shared_ptr<std::unique_ptr<client::Driver>> life)
      : life_(std::move(life)) {}
  ~MortalDriver() override { life_->reset(); }

  void turn(const std::function<void(Node&, Instant)>& work) override { living().turn(work); }
  bool run_until(const std::function<bool(Node&, Instant)>& holds, Instant deadline) override {
    return living().run_until(holds, deadline);
  }
  Instant now() override { return living().now(); }
  void post(const std::function<void(Node&, Instant)>& work) override { living().post(work); }

 private:
  client::Driver& living() const {
    if (*life_) return **life_;
    throw client::Error({.kind = client::FailureKind::closed, .message = "the client was killed"});
  }

  std::shared_ptr<std::unique_ptr<client::Driver>> life_;
};

MortalRuntime::MortalRuntime() : life_(std::make_shared<std::unique_ptr<client::Driver>>()) {}

MortalRuntime::~MortalRuntime() = default;

std::unique_ptr<client::Driver> MortalRuntime::run(std::unique_ptr<Node> node) {
  *life_ = sockets_.run(std::move(node));
  return std::make_unique<MortalDriver>(life_);
}

void MortalRuntime::kill() { life_->reset(); }

}  // namespace cohort::load
