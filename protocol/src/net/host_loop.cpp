#include "host_loop.hpp"

#include <cohort/node/time_after.hpp>
#include <cohort/protocol/assert.hpp>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/post.hpp>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <stdexcept>
#include <utility>
#include <variant>

namespace cohort::net {

namespace {

constexpr std::size_t scratch_size = std::size_t{16} * 1024;
constexpr int flush_rounds = 8;
constexpr Duration longest_wait = std::chrono::hours(1);

Instant wall_time() {
  return Instant(
      std::chrono::duration_cast<Duration>(std::chrono::system_clock::now().time_since_epoch()));
}

/// Many connections need many descriptors, and the soft limit is often 1024. Failing to raise it is
/// no error.
void raise_descriptor_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  static_cast<void>(setrlimit(RLIMIT_NOFILE, &limit));
}

}  // namespace

Host::Loop::Loop(std::unique_ptr<Node> node, HostOptions options)
    : node_(std::move(node)),
      options_(options),
      steady_start_(options.started_at.value_or(std::chrono::steady_clock::now())),
      start_(options.start.value_or(wall_time())),
      now_(start_),
      scratch_(scratch_size) {
  COHORT_ASSERT(node_ != nullptr);
  raise_descriptor_limit();
}

void Host::Loop::run() {
  const auto guard = asio::make_work_guard(io_);
  // The node may have actions and timers from before.
  asio::post(io_, [this] { turn([] {}); });
  io_.run();
  io_.restart();
}

void Host::Loop::stop_on_signals() {
  signals_.emplace(io_, SIGINT, SIGTERM);
  signals_->async_wait([this](const error_code& error, int) {
    if (!error) stop();
  });
}

void Host::Loop::post(std::function<void()> work) {
  asio::post(io_, [this, work = std::move(work)] { turn(work); });
}

void Host::Loop::post_after(Duration delay, std::function<void()> work) {
  const auto timer = std::make_shared<asio::steady_timer>(io_, delay);
  timer->async_wait([this, timer, work = std::move(work)](const error_code& error) {
    if (!error) turn(work);
  });
}

void Host::Loop::turn(const std::function<void()>& work) {
  struct Nesting {
    int& depth;
    explicit Nesting(int& counter) : depth(counter) { ++depth; }
    ~Nesting() { --depth; }
  };
  {
    const Nesting inside(nesting_);
    if (nesting_ == 1) {
      now_ = std::max(now_, read_clock());
      fire_timers(now_);
    }
    work();
    carry_out_actions();
    if (nesting_ > 1) return;
    flush();
    // What has become due at once: nothing else would wake a manual clock up for it.
    while (options_.clock == ClockMode::manual && node_->next_deadline() <= now_) {
      fire_timers(now_);
      flush();
    }
    arm_timer();
  }
  if (after_turn_) after_turn_();
}

Instant Host::Loop::now() const { return nesting_ > 0 ? now_ : std::max(now_, read_clock()); }

Instant Host::Loop::read_clock() const {
  if (options_.clock == ClockMode::manual) return now_;
  return start_ +
         std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now() - steady_start_);
}

void Host::Loop::advance(Duration by) {
  if (options_.clock != ClockMode::manual)
    throw std::logic_error(
        "a real clock cannot be advanced; one that can is asked for when the broker is made: "
        "EmbeddedOptions::clock = ClockMode::manual, cohort serve --clock manual");
  turn([this, by] {
    const Instant target = time_after(now_, by);
    carry_out_actions();
    while (node_->next_deadline() <= target) {
      now_ = std::max(now_, node_->next_deadline());
      fire_timers(now_);
      flush();
    }
    now_ = target;
  });
}

void Host::Loop::restart_clock() {
  if (options_.clock == ClockMode::manual) now_ = start_;
}

/// Tells the node the time, if a timer is due by then.
void Host::Loop::fire_timers(Instant until) {
  if (node_->next_deadline() > until) return;
  node_->advance(until);
  COHORT_ASSERT(node_->next_deadline() > until);
  carry_out_actions();
}

/// A deadline that moved away leaves the timer as it is: it then wakes up once too early, which is
/// cheaper than to move it with every heartbeat.
void Host::Loop::arm_timer() {
  if (options_.clock == ClockMode::manual || node_->next_deadline() == Instant::never()) return;
  const Instant at = std::min(node_->next_deadline(), now_ + longest_wait);
  if (armed_for_ && *armed_for_ <= at) return;
  armed_for_ = at;
  timer_.expires_at(steady_start_ + (at - start_));
  timer_.async_wait([this](const error_code& error) {
    if (error) return;
    armed_for_.reset();
    turn([] {});
  });
}

void Host::Loop::carry_out_actions() {
  node_->take_actions(actions_);
  // Carrying one out never calls the node.
  for (const Action& action : actions_) {
    std::visit([this](const auto& one) { carry_out(one); }, action);
  }
  actions_.clear();
}

void Host::Loop::carry_out(const Send& send) {
  Connection* connection = find(send.link);
  if (connection == nullptr || connection->stage != Stage::open) return;
  connection->queue(send.bytes);
  mark_dirty(*connection);
}

void Host::Loop::carry_out(const Close& close) {
  Connection* connection = find(close.link);
  if (connection == nullptr || connection->stage != Stage::open) return;
  connection->stage = Stage::closing;
  start_grace(*connection);
  mark_dirty(*connection);
}

void Host::Loop::carry_out(const Dial& dial) {
  error_code not_numeric;
  const auto address = asio::ip::make_address(dial.host, not_numeric);
  if (!not_numeric) return dial_endpoints(dial, {tcp::endpoint(address, dial.port)});
  resolver_.async_resolve(dial.host, std::to_string(dial.port),
                          [this, dial](const error_code& error, const auto& found) {
                            if (error) return fail_dial(dial, error);
                            dial_endpoints(dial, {found.begin(), found.end()});
                          });
}

void Host::Loop::carry_out(const PauseRead& pause) {
  Connection* connection = find(pause.link);
  if (connection != nullptr) connection->is_paused = true;
}

void Host::Loop::carry_out(const ResumeRead& resume) {
  Connection* connection = find(resume.link);
  if (connection == nullptr || !connection->is_paused) return;
  connection->is_paused = false;
  if (connection->stage == Stage::open) await_readable(*connection);
}

/// sent() may make the node send more; a node that always does so must not keep the thread. Who has
/// just sent something is awake and comes last: those who wait for it (a Fetch for a Produce) have
/// to be woken up first.
void Host::Loop::flush() {
  for (int round = 0; round < flush_rounds && !dirty_.empty(); ++round) {
    std::vector<LinkId> links = std::exchange(dirty_, {});
    const auto awake = std::find(links.begin(), links.end(), read_link_);
    if (awake != links.end()) std::rotate(awake, awake + 1, links.end());
    for (const LinkId link : links) write_out(link);
  }
  read_link_.reset();
  if (!dirty_.empty()) asio::post(io_, [this] { turn([] {}); });
}

}  // namespace cohort::net
