#include <cohort/client/admin_config.hpp>
#include <cohort/client/endpoint.hpp>
#include <cohort/client/raw_client.hpp>
#include <cohort/protocol/messages/metadata.hpp>
#include <cohort/testing/client_stage.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace cohort::testing {

namespace {

/// Of what is left behind on a broker from outside.
constexpr Duration clean_up_timeout = std::chrono::seconds(2);
constexpr int metadata_version = 4;  ///< The first that need not make the topic; Kafka 0.11.

/// Whether this broker knows of so many partitions that each have a leader.
bool is_known_by(const client::BrokerDescription& broker, client::Runtime& runtime,
                 const std::string& topic, std::int32_t partitions) {
  client::RawClient client({.host = broker.host, .port = broker.port}, runtime);
  MetadataRequest request{.allow_auto_topic_creation = false};
  request.topics->push_back({.name = topic});
  const auto answer = client.ask<MetadataResponse>(request, metadata_version);
  const auto& found = answer.topics.at(0).partitions;
  return std::ssize(found) == partitions &&
         std::ranges::none_of(found, [](const auto& each) { return each.leader_id < 0; });
}

[[noreturn]] void has_none(const std::string& what) {
  throw std::logic_error("this stage has no " + what);
}

}  // namespace

std::string name(Place place) { return place == Place::virtual_time ? "InVirtualTime" : "OverTcp"; }

std::string outside_broker() {
  const char* address = std::getenv("COHORT_TEST_BOOTSTRAP");
  return address == nullptr ? "" : address;
}

std::vector<Place> all_places() {
  if (!outside_broker().empty()) return {Place::sockets};
  return {Place::virtual_time, Place::sockets};
}

ClientStage::ClientStage(Place place, broker::Config config)
    : place_(outside_broker().empty() ? place : Place::sockets), bootstrap_(outside_broker()) {
  if (!bootstrap_.empty()) {
    client::parse_bootstrap(bootstrap_);  // What can't be read is told here.
    runtime_ = std::make_unique<client::SocketRuntime>();
    suffix_ = std::string("-").append(std::to_string(runtime_->now().since_epoch().count()));
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

ClientStage::~ClientStage() {
  if (has_own_broker() || names_.empty()) return;
  try {
    delete_named();
  } catch (const std::exception& error) {
    std::cerr << "topics and groups whose names end with " << suffix_ << " may have stayed on "
              << bootstrap_ << ": " << error.what() << '\n';
  }
}

client::Properties ClientStage::settings(client::Properties more) const {
  more.emplace("bootstrap.servers", bootstrap_);
  return more;
}

std::string ClientStage::unique(const std::string& name) {
  return *names_.insert(name + suffix_).first;
}

std::string ClientStage::make_topic(const std::string& topic, std::int32_t partitions,
                                    const client::Properties& configs, CallSite where) {
  std::string name = unique(topic);
  const client::NewTopic wanted{.name = name, .partitions = partitions, .configs = configs};
  client::require_all(admin().create_topics({wanted}));
  if (!wait_until([&] { return is_known(name, partitions); })) {
    throw TimedOut(where, "topic " + name + " was made, but within 10 s not every broker knew of " +
                              std::to_string(partitions) + " partitions that have leaders");
  }
  return name;
}

bool ClientStage::is_known(const std::string& topic, std::int32_t partitions) {
  const client::ClusterDescription cluster = admin().describe_cluster();
  return std::ranges::all_of(cluster.brokers, [&](const client::BrokerDescription& broker) {
    return is_known_by(broker, *runtime_, topic, partitions);
  });
}

bool ClientStage::wait_until(const std::function<bool()>& holds, Duration within) {
  const Instant deadline = runtime_->now() + within;
  while (!holds()) {
    if (runtime_->now() >= deadline) return false;
    runtime_->pause(milliseconds(10));
  }
  return true;
}

broker::Control& ClientStage::control() {
  if (virtual_) return virtual_->control();
  if (embedded_) return embedded_->control();
  has_none("Control: its broker is somebody else's");
}

Observed ClientStage::observed() {
  if (virtual_) return *virtual_;
  if (embedded_) return *embedded_;
  has_none("view of its broker, which is somebody else's");
}

broker::VirtualBroker& ClientStage::virtual_broker() {
  if (!virtual_) has_none("VirtualBroker: it runs over TCP");
  return *virtual_;
}

client::Admin& ClientStage::admin() {
  if (!admin_) admin_.emplace(client::admin_config(settings()), *runtime_);
  return *admin_;
}

/// Nobody knows here which names are topics' and which are groups': each call leaves out those that
/// it does not find.
void ClientStage::delete_named() {
  const std::vector<std::string> names(names_.begin(), names_.end());
  static_cast<void>(admin().delete_topics(names, clean_up_timeout));
  static_cast<void>(admin().delete_groups(names, clean_up_timeout));
}

}  // namespace cohort::testing
