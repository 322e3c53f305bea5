// net::Host: runs one Node over TCP on one thread, with one timer and a real or a manual clock.
#pragma once

#include <cohort/node/instant.hpp>
#include <cohort/node/node.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace boost::asio {
class io_context;
}  // namespace boost::asio

namespace cohort::net {

enum class ClockMode : std::uint8_t {
  real,    ///< A steady clock, anchored to wall time when the host is made.
  manual,  ///< Stands still but for advance().
};

struct HostOptions {
  ClockMode clock = ClockMode::real;
  /// The time at the start; wall time if not set.
  std::optional<Instant> start{};
  /// The moment at which a real clock showed `start`, so that several hosts can share one clock;
  /// when the host is made if not set.
  std::optional<std::chrono::steady_clock::time_point> started_at{};
  /// A link being closed is cut off when for so long (of real time) nothing more left, or the other
  /// end, having been told, did not close as well.
  Duration close_grace = std::chrono::seconds(2);
};

/// The calls are for the host's thread, which is the one inside run(), or any one thread while none
/// is; stop() and post() are for every thread. Making a host raises the process's soft limit of
/// open files to the hard one.
class Host {
 public:
  explicit Host(std::unique_ptr<Node> node, HostOptions options = {});
  /// Drops every link at once, without telling the node. REQUIRES: no thread is inside run().
  ~Host();
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  /// Opens the node's next listener: the first call makes listener 0. Port 0 picks a free one. A
  /// name that has several addresses is bound at one of them, IPv4 if there is any; "::" takes IPv4
  /// as well. Returns the port. Throws std::system_error, whose text names the address, when it
  /// cannot be opened.
  std::uint16_t listen(const std::string& address, std::uint16_t port);
  /// The bound port. REQUIRES: listener is one of those opened.
  std::uint16_t port(std::size_t listener) const;

  /// Serves until stop(), and may be called again afterwards.
  void run();
  /// Makes run() return after the turn in progress; before run(), makes the next one return at
  /// once. Thread-safe.
  void stop();
  /// SIGINT and SIGTERM call stop() from now on.
  void stop_on_signals();

  /// Runs `work` on the host's thread between two calls of the node, and then carries out what the
  /// node wants. In the order of the calls. Thread-safe.
  void post(std::function<void()> work);
  /// The same after so much real time, if the host is still there. For the host's thread.
  void post_after(Duration delay, std::function<void()> work);
  /// The same at once. REQUIRES: the host's thread, and not from within a call of the node or from
  /// after_turn.
  void turn(const std::function<void()>& work);
  /// Called at the end of every turn, when its bytes were handed to the sockets: the place to drain
  /// facts.
  void after_turn(std::function<void()> hook);

  /// The time that the node was told last, or would be told now.
  Instant now() const;
  /// Moves a manual clock; timers on the way fire in order, each at its own time, and the bytes
  /// that they cause are handed to the sockets before this returns. Throws std::logic_error if the
  /// clock is real. REQUIRES: as turn(), but work given to turn() or post() may call it.
  void advance(Duration by);
  /// Takes a manual clock back to where it started; a real one goes on. REQUIRES: as advance(), and
  /// that the node begins anew before it is told a time again.
  void restart_clock();

  Node& node();
  /// Links that the node knows of.
  std::size_t link_count() const;

 private:
  class Loop;
  friend boost::asio::io_context& io_context_of(Host& host);
  std::unique_ptr<Loop> loop_;
};

}  // namespace cohort::net
