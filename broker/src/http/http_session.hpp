// HttpSession: one client of the HTTP interface.
#pragma once

#include "http/http_core.hpp"

namespace cohort::broker {

/// Serves the client until one of the two goes.
void serve_http(std::shared_ptr<HttpServer::Core> core, boost::asio::ip::tcp::socket socket);

}  // namespace cohort::broker
