#include <cohort/broker/virtual_broker.hpp>

#include <memory>
#include <string_view>
#include <utility>

namespace cohort::broker {

namespace {

constexpr std::string_view node_name = "broker";

std::vector<Listener> listeners_for(const Config& config) {
  std::vector<Listener> listeners;
  for (std::int32_t place = 0; place < config.brokers; ++place) {
    const auto port = static_cast<std::uint16_t>(VirtualBroker::first_port + place);
    listeners.push_back(
        {.node_id = config.node_id + place, .advertised = {VirtualBroker::host, port}});
  }
  return listeners;
}

}  // namespace

VirtualBroker::VirtualBroker(VirtualOptions options)
    : topics_(std::move(options.topics)),
      world_(options.world),
      journal_(options.journal_capacity),
      control_([this](const auto& work) {
        world_.turn(node_name, [&] { work(*broker_, world_.now()); });
      }) {
  auto owned = std::make_unique<Broker>(options.config, world_.now());
  owned->advertise(listeners_for(options.config));
  world_.add(std::string(node_name), std::move(owned));
  for (std::int32_t place = 0; place < options.config.brokers; ++place) {
    world_.listen(node_name, host, static_cast<std::uint16_t>(first_port + place));
  }
  adopt_broker();
  make_topics();
}

VirtualBroker::VirtualBroker(const VirtualBroker& other)
    : topics_(other.topics_),
      world_(other.world_),
      journal_(other.journal_),
      control_([this](const auto& work) {
        world_.turn(node_name, [&] { work(*broker_, world_.now()); });
      }) {
  adopt_broker();
}

void VirtualBroker::adopt_broker() {
  broker_ = &world_.node_as<Broker>(node_name);
  world_.after_turn([this] { journal_.add(broker_->take_facts()); });
}

void VirtualBroker::make_topics() {
  for (const TopicToMake& topic : topics_) control_.create_topic(topic.name, topic.partitions);
}

std::string VirtualBroker::bootstrap_servers() const {
  std::string servers;
  for (const Listener& listener : broker_->listeners()) {
    if (!servers.empty()) servers += ',';
    servers.append(listener.advertised.host).append(":");
    servers += std::to_string(listener.advertised.port);
  }
  return servers;
}

std::optional<WaitView> VirtualBroker::waiting_for(const std::string& group) {
  const std::optional<GroupView> view = control_.group(group);
  return view ? view->waiting_for : std::nullopt;
}

void VirtualBroker::reset() {
  world_.turn(node_name, [this] { broker_->reset(world_.now()); });
  make_topics();
  settle();
}

}  // namespace cohort::broker
