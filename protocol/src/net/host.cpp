#include "host_loop.hpp"
#include <cohort/net/asio_access.hpp>
#include <cohort/net/host.hpp>

#include <utility>

namespace cohort::net {

Host::Host(std::unique_ptr<Node> node, HostOptions options)
    : loop_(std::make_unique<Loop>(std::move(node), options)) {}

Host::~Host() = default;

std::uint16_t Host::listen(const std::string& address, std::uint16_t port) {
  return loop_->listen(address, port);
}
std::uint16_t Host::port(std::size_t listener) const { return loop_->port(listener); }

void Host::run() { loop_->run(); }
void Host::stop() { loop_->stop(); }
void Host::stop_on_signals() { loop_->stop_on_signals(); }

void Host::post(std::function<void()> work) { loop_->post(std::move(work)); }
void Host::post_after(Duration delay, std::function<void()> work) {
  loop_->post_after(delay, std::move(work));
}
void Host::turn(const std::function<void()>& work) { loop_->turn(work); }
void Host::after_turn(std::function<void()> hook) { loop_->after_turn(std::move(hook)); }

Instant Host::now() const { return loop_->now(); }
void Host::advance(Duration by) { loop_->advance(by); }
void Host::restart_clock() { loop_->restart_clock(); }

Node& Host::node() { return loop_->node(); }
std::size_t Host::link_count() const { return loop_->link_count(); }

boost::asio::io_context& io_context_of(Host& host) { return host.loop_->io(); }

}  // namespace cohort::net
