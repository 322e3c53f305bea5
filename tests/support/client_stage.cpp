#include "support/client_stage.hpp"

#include <chrono>
#include <cstdlib>
#include <stdexcept>
#include <utility>
#include <vector>

namespace cohort::testing {

std::string outside_broker() {
  const char* address = std::getenv("COHORT_TEST_BOOTSTRAP");
  return address == nullptr ? "" : address;
}

std::vector<Place> all_places() {
  if (!outside_broker().empty()) return {Place::sockets};
  return {Place::virtual_time, Place::sockets};
}

std::string name(Place place) { return place == Place::virtual_time ? "InVirtualTime" : "OverTcp"; }

ClientStage::ClientStage(Place place, broker::Config config)
    : place_(outside_broker().empty() ? place : Place::sockets), bootstrap_(outside_broker()) {
  if (!bootstrap_.empty()) {
    runtime_ = std::make_unique<client::SocketRuntime>();
    suffix_ = "-" + std::to_string(runtime_->now().since_epoch().count());
  } else if (place_ == Place::virtual_time) {
    virtual_ = std::make_unique<broker::VirtualBroker>(
        broker::VirtualOptions{.config = std::move(config)});
    bootstrap_ = virtual_->bootstrap_servers();
    runtime_ = std::make_unique<client::VirtualRuntime>(virtual_->world());
  } else {
    embedded_ = std::make_unique<broker::EmbeddedBroker>(
        broker::EmbeddedOptions{.config = std::move(config)});
    bootstrap_ = embedded_->bootstrap_servers();
    runtime_ = std::make_unique<client::SocketRuntime>();
  }
}

client::Properties ClientStage::settings(client::Properties more) const {
  more.emplace("bootstrap.servers", bootstrap_);
  return more;
}

std::string ClientStage::make_topic(const std::string& topic, std::int32_t partitions) {
  if (!admin_) admin_.emplace(client::admin_config(settings()), *runtime_);
  const std::string name = unique(topic);
  const auto made =
      admin_->create_topics({client::NewTopic{.name = name, .partitions = partitions}});
  made.at(name).value();
  if (!has_own_broker()) {
    wait_until([&] {
      const auto described = admin_->describe_topics({name});
      return described.at(name).has_value() &&
             std::ssize(described.at(name)->partitions) == partitions;
    });
  }
  return name;
}

bool ClientStage::wait_until(const std::function<bool()>& holds) {
  const Instant deadline = runtime_->now() + std::chrono::seconds(10);
  while (!holds()) {
    if (runtime_->now() >= deadline) return false;
    runtime_->pause(milliseconds(10));
  }
  return true;
}

broker::Control& ClientStage::control() {
  if (virtual_) return virtual_->control();
  if (embedded_) return embedded_->control();
  throw std::logic_error("there is no Control over a broker from outside");
}

}  // namespace cohort::testing
