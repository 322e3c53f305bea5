#include "admin/admin_node.hpp"
#include <cohort/client/facade/async_admin.hpp>

#include <utility>

namespace cohort::client {

AsyncAdmin::AsyncAdmin(const boost::asio::any_io_executor& executor, const AdminConfig& config)
    : executor_(executor), calls_(config.client.default_api_timeout) {
  check(config);
  driver_ = std::make_unique<AsyncDriver>(std::make_unique<AdminNode>(config));
}

AsyncAdmin::~AsyncAdmin() { AsyncDriver::retire(std::move(driver_)); }

}  // namespace cohort::client
