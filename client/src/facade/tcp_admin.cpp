// The constructors of Admin and RawClient that run them over TCP.
#include <cohort/client/admin.hpp>
#include <cohort/client/raw_client.hpp>
#include <cohort/client/runtime.hpp>

#include <utility>

namespace cohort::client {

namespace {

/// For those that name no runtime: it has no state.
SocketRuntime& tcp() {
  static SocketRuntime runtime;
  return runtime;
}

}  // namespace

Admin::Admin(const AdminConfig& config) : Admin(config, tcp()) {}

RawClient::RawClient(const Endpoint& to, RawOptions options)
    : RawClient(to, tcp(), std::move(options)) {}

}  // namespace cohort::client
