#include "stop_signals.hpp"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

namespace cohort::tool {

namespace {

constexpr char stop = 's';
constexpr char end = 'e';

/// Reading end, writing end. A handler may do little more than write to a pipe, and reach little
/// more than what is global.
std::array<int, 2> pipe_ends{-1, -1};

void tell(char what) {
  // A full pipe has told it already.
  [[maybe_unused]] const ssize_t written = ::write(pipe_ends[1], &what, 1);
}

extern "C" void wish_to_stop(int) {
  const int before = errno;
  tell(stop);
  errno = before;
}

}  // namespace

StopSignals::StopSignals(std::function<void()> on_stop) : on_stop_(std::move(on_stop)) {
  if (::pipe(pipe_ends.data()) != 0) {
    throw std::system_error(errno, std::generic_category(), "a pipe for signals");
  }
  listener_ = std::thread([this] { listen(); });
  // Behind the thread, which takes after the mask of this one: it, or a client's, is interrupted. A
  // thread sanitizer would hold the handler back for as long as this one waits for a condition.
  sigset_t ours;
  ::sigemptyset(&ours);
  ::sigaddset(&ours, SIGINT);
  ::sigaddset(&ours, SIGTERM);
  ::pthread_sigmask(SIG_BLOCK, &ours, &mask_before_);
  struct sigaction action {};
  action.sa_handler = wish_to_stop;
  action.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);
  ::sigaction(SIGINT, &action, &before_interrupt_);
  ::sigaction(SIGTERM, &action, &before_terminate_);
}

StopSignals::~StopSignals() {
  ::sigaction(SIGINT, &before_interrupt_, nullptr);
  ::sigaction(SIGTERM, &before_terminate_, nullptr);
  ::pthread_sigmask(SIG_SETMASK, &mask_before_, nullptr);
  tell(end);
  listener_.join();
  for (int& one : pipe_ends) ::close(std::exchange(one, -1));
}

void StopSignals::call_nobody() {
  const std::lock_guard lock(calling_);
  on_stop_ = nullptr;
}

void StopSignals::listen() {
  char what = end;
  do {
    // Where this is the only thread that takes signals, a thread sanitizer holds the handler back
    // for as long as it reads, but not while it polls.
    pollfd pipe{.fd = pipe_ends[0], .events = POLLIN, .revents = 0};
    if (::poll(&pipe, 1, -1) < 0 && errno == EINTR) continue;
    if (::read(pipe_ends[0], &what, 1) != 1 || what == end) return;
    if (is_wished_) continue;
    const std::lock_guard lock(calling_);
    if (on_stop_) on_stop_();
    is_wished_ = true;
  } while (true);
}

}  // namespace cohort::tool
