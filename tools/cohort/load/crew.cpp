#include "load/crew.hpp"

#include <chrono>
#include <exception>
#include <utility>

namespace cohort::load {

Crew::~Crew() {
  for (std::thread& thread : threads_) thread.join();
}

void Crew::start(std::function<void()> work) {
  const std::lock_guard locked(lock_);
  ++working_;
  threads_.emplace_back([this, work = std::move(work)] {
    std::string failure;
    try {
      work();
    } catch (const std::exception& error) {
      failure = error.what();
    }
    const std::lock_guard ending(lock_);
    if (!failure.empty()) failures_.push_back(std::move(failure));
    --working_;
    ended_.notify_all();
  });
}

void Crew::wait(const std::function<void()>& on_tick) {
  constexpr std::chrono::milliseconds tick(100);
  std::unique_lock locked(lock_);
  while (!ended_.wait_for(locked, tick, [this] { return working_ == 0; })) {
    locked.unlock();
    on_tick();
    locked.lock();
  }
}

}  // namespace cohort::load
