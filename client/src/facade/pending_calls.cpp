#include <cohort/client/facade/pending_calls.hpp>

#include <utility>

namespace cohort::client {

namespace {

/// What tells the calls that their context goes.
class PendingCallsService final : public boost::asio::execution_context::service {
 public:
  static boost::asio::execution_context::id id;

  explicit PendingCallsService(boost::asio::execution_context& context) : service(context) {}

  const std::shared_ptr<PendingCalls>& calls() const { return calls_; }

 private:
  void shutdown() override { calls_->shut_down(); }

  std::shared_ptr<PendingCalls> calls_ = std::make_shared<PendingCalls>();
};

boost::asio::execution_context::id PendingCallsService::id;

}  // namespace

std::shared_ptr<PendingCalls> PendingCalls::of(boost::asio::execution_context& context) {
  return boost::asio::use_service<PendingCallsService>(context).calls();
}

bool PendingCalls::add(const std::shared_ptr<PendingCall>& call) {
  const std::lock_guard locked(lock_);
  if (!is_shut_down_) calls_.emplace(call.get(), call);
  return !is_shut_down_;
}

bool PendingCalls::begin_hand_over(const PendingCall& call) {
  const std::lock_guard locked(lock_);
  if (is_shut_down_) return false;
  calls_.erase(&call);
  ++hand_overs_;
  return true;
}

void PendingCalls::end_hand_over() {
  // Told under the lock: behind it the one who waits may go, and so may the last who holds this.
  const std::lock_guard locked(lock_);
  --hand_overs_;
  idle_.notify_all();
}

void PendingCalls::shut_down() {
  std::map<const PendingCall*, std::weak_ptr<PendingCall>> dropped;
  {
    std::unique_lock locked(lock_);
    is_shut_down_ = true;
    dropped.swap(calls_);
    idle_.wait(locked, [this] { return hand_overs_ == 0; });
  }
  // Not under the lock: a handler may own clients and other contexts.
  for (const auto& [call, owned] : dropped) {
    if (const auto pending = owned.lock()) pending->drop();
  }
}

}  // namespace cohort::client
