// The faces' constructors that run them over TCP.
#include <cohort/client/admin.hpp>
#include <cohort/client/consumer.hpp>
#include <cohort/client/raw_client.hpp>
#include <cohort/client/runtime.hpp>

#include <utility>

namespace cohort::client {

namespace {

/// For those that name no runtime: it has no state.
SocketRuntime& sockets() {
  static SocketRuntime runtime;
  return runtime;
}

}  // namespace

Consumer::Consumer(const ConsumerConfig& config, Assignors assignors)
    : Consumer(config, sockets(), std::move(assignors)) {}

Consumer::Consumer(const Properties& properties, Assignors assignors)
    : Consumer(consumer_config(properties), std::move(assignors)) {}

Admin::Admin(const AdminConfig& config) : Admin(config, sockets()) {}

RawClient::RawClient(const Endpoint& to, RawOptions options)
    : RawClient(to, sockets(), std::move(options)) {}

}  // namespace cohort::client
