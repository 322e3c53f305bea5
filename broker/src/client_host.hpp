// The client's address as DescribeGroups shows it.
#pragma once

#include <string>
#include <string_view>

namespace cohort::broker {

/// As Java prints an address without a host name: "/127.0.0.1", and IPv6 with all of its eight
/// groups: "/0:0:0:0:0:0:0:1". Source: InetAddress.toString, Inet6Address.getHostAddress.
std::string client_host(std::string_view address);

}  // namespace cohort::broker
