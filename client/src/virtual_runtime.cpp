#include <cohort/client/runtime.hpp>

#include <algorithm>
#include <utility>

namespace cohort::client {

namespace {

class VirtualDriver final : public Driver {
 public:
  VirtualDriver(sim::Simulation& world, std::string name)
      : world_(&world), name_(std::move(name)) {}
  ~VirtualDriver() override {
    // A world that was put back to a time before this client does not know it.
    if (world_->contains(name_)) world_->retire(name_);
  }
  VirtualDriver(const VirtualDriver&) = delete;
  VirtualDriver& operator=(const VirtualDriver&) = delete;

  void turn(const std::function<void(Node& node, Instant now)>& work) override {
    world_->turn(name_, [&](Node& node) { work(node, world_->now()); });
  }

  bool run_until(const std::function<bool(Node& node, Instant now)>& holds,
                 Instant deadline) override {
    const auto holds_now = [&] {
      bool does_hold = false;
      world_->look(name_, [&](Node& node) { does_hold = holds(node, world_->now()); });
      return does_hold;
    };
    if (deadline < world_->now()) return holds_now();
    return world_->run_until(holds_now, deadline - world_->now());
  }

  Instant now() override { return world_->now(); }

 private:
  sim::Simulation* world_;
  std::string name_;
};

}  // namespace

std::unique_ptr<Driver> VirtualRuntime::run(std::unique_ptr<Node> node) {
  std::string name;
  do {
    name = "client-" + std::to_string(++last_number_);
  } while (world_->contains(name));
  world_->add(name, std::move(node), sim::Changes::in_turns);
  return std::make_unique<VirtualDriver>(*world_, std::move(name));
}

}  // namespace cohort::client
