// Host::Loop: the Asio side of a host: listeners, connections, dials, the clock and the turns of
// its node.
#pragma once

#include "connection.hpp"
#include <cohort/net/host.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace cohort::net {

/// A *turn* is one wake-up: the time is read, due timers fire, the node is called, its actions are
/// carried out after each call, and at the end the bytes of each link leave in one gather-write.
/// Handlers name a connection by its LinkId and look it up, since it may be gone by then.
class Host::Loop {
 public:
  Loop(std::unique_ptr<Node> node, HostOptions options);

  std::uint16_t listen(const std::string& address, std::uint16_t port);
  std::uint16_t port(std::size_t listener) const;
  void run();
  void stop() { io_.stop(); }
  void stop_on_signals();
  void post(std::function<void()> work);
  void post_after(Duration delay, std::function<void()> work);
  void turn(const std::function<void()>& work);
  void after_turn(std::function<void()> hook) { after_turn_ = std::move(hook); }
  Instant now() const;
  void advance(Duration by);
  void restart_clock();
  Node& node() { return *node_; }
  std::size_t link_count() const { return connections_.size() - lingering_; }
  asio::io_context& io() { return io_; }

 private:
  struct Listener {
    tcp::acceptor acceptor;
    asio::steady_timer back_off;
    tcp::endpoint address{};
    bool is_open = true;         ///< Not closed by its node.
    std::uint64_t openings = 0;  ///< Handlers of an earlier opening have nothing to do any more.
  };

  // Turns and time: host_loop.cpp.
  Instant read_clock() const;
  void fire_timers(Instant until);
  void arm_timer();
  void carry_out_actions();
  void carry_out(const Send& send);
  void carry_out(const Close& close);
  void carry_out(const Dial& dial);
  void carry_out(const PauseRead& pause);
  void carry_out(const ResumeRead& resume);
  void carry_out(const CloseListener& close);
  void carry_out(const OpenListener& open);
  void flush();

  // Listeners and dials: host_links.cpp.
  static void bind(Listener& listener);
  void reopen(std::size_t listener);
  void accept(std::size_t listener);
  void accept_later(std::size_t listener);
  void dial_endpoints(const Dial& dial, const std::vector<tcp::endpoint>& endpoints);
  void fail_dial(const Dial& dial, const error_code& error);
  void open(tcp::socket socket, Peer peer);

  // One connection: host_links.cpp.
  Connection* find(LinkId link);
  void mark_dirty(Connection& connection);
  void await_readable(Connection& connection);
  void await_writable(Connection& connection);
  void on_readable(LinkId link);
  void read_pieces(LinkId link);
  void write_out(LinkId link);
  void finish_close(Connection& connection);
  /// Takes an open or closing connection away and tells the node.
  void lose(LinkId link);
  void start_grace(Connection& connection);
  void cut_off(LinkId link);

  asio::io_context io_{1};
  std::unique_ptr<Node> node_;
  HostOptions options_;
  std::chrono::steady_clock::time_point steady_start_;
  Instant start_;
  Instant now_;
  asio::steady_timer timer_{io_};
  std::optional<Instant> armed_for_{};
  asio::ip::tcp::resolver resolver_{io_};
  std::optional<asio::signal_set> signals_{};
  std::vector<std::unique_ptr<Listener>> listeners_;
  std::unordered_map<LinkId, std::unique_ptr<Connection>> connections_;  // Never iterated.
  std::size_t lingering_ = 0;
  std::uint64_t next_link_ = 1;
  std::vector<LinkId> dirty_;
  std::optional<LinkId> read_link_{};  ///< Whose bytes this turn has taken in.
  std::vector<Action> actions_;
  std::vector<std::uint8_t> scratch_;
  std::function<void()> after_turn_;
  int nesting_ = 0;
};

}  // namespace cohort::net
