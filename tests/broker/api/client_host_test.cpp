#include "client_host.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace cohort::broker {
namespace {

TEST(ClientHost, IsWrittenAsJavaWritesIt) {
  const std::map<std::string, std::string> addresses{
      {"127.0.0.1", "/127.0.0.1"},
      {"::1", "/0:0:0:0:0:0:0:1"},
      {"::", "/0:0:0:0:0:0:0:0"},
      {"fe80::1%eth0", "/fe80:0:0:0:0:0:0:1%eth0"},
      {"2001:db8::", "/2001:db8:0:0:0:0:0:0"},
      {"2001:db8::1:2", "/2001:db8:0:0:0:0:1:2"},
      {"1:2:3:4:5:6:7:8", "/1:2:3:4:5:6:7:8"},
      {"1:2:3:4:5:6:7::", "/1:2:3:4:5:6:7:0"},
      {"::2:3:4:5:6:7:8", "/0:2:3:4:5:6:7:8"},
  };
  for (const auto& [address, host] : addresses) EXPECT_EQ(client_host(address), host);
}

}  // namespace
}  // namespace cohort::broker
