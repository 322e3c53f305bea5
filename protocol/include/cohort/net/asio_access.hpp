// asio_access: a host's io_context, for a server that shares its thread.
#pragma once

#include <cohort/net/host.hpp>

#include <boost/asio/io_context.hpp>

namespace cohort::net {

/// Handlers that run here share the host's thread; to touch the node they go through Host::turn().
boost::asio::io_context& io_context_of(Host& host);

}  // namespace cohort::net
