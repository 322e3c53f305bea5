#include <cohort/client/endpoint.hpp>
#include <cohort/client/error.hpp>

#include <gtest/gtest.h>

namespace cohort::client {
namespace {

std::string bootstrap_refusal(std::string_view text) {
  try {
    parse_bootstrap(text);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "taken";
}

TEST(ConfigEndpoint, IsAHostAndAPort) {
  EXPECT_EQ(parse_bootstrap("localhost:9092"), (std::vector<Endpoint>{{"localhost", 9092}}));
  EXPECT_EQ(parse_bootstrap("10.0.0.1:1"), (std::vector<Endpoint>{{"10.0.0.1", 1}}));
  EXPECT_EQ(parse_bootstrap("a-b_c.example:65535"),
            (std::vector<Endpoint>{{"a-b_c.example", 65535}}));
}

TEST(ConfigEndpoint, OfAnIpv6AddressHasBrackets) {
  EXPECT_EQ(parse_bootstrap("[::1]:9092"), (std::vector<Endpoint>{{"::1", 9092}}));
  EXPECT_EQ(parse_bootstrap("[fe80::1%eth0]:9092"),
            (std::vector<Endpoint>{{"fe80::1%eth0", 9092}}));
  EXPECT_EQ(to_string(Endpoint{"::1", 9092}), "[::1]:9092");
}

TEST(ConfigEndpoint, MayHaveASchemeThatCountsForNothing) {
  EXPECT_EQ(parse_bootstrap("PLAINTEXT://kafka:9092"), (std::vector<Endpoint>{{"kafka", 9092}}));
  EXPECT_EQ(parse_bootstrap("PLAINTEXT://[::1]:9092"), (std::vector<Endpoint>{{"::1", 9092}}));
}

TEST(ConfigEndpoint, ComesInListsWithBlanksAndEmptyEntries) {
  const std::vector<Endpoint> three{{"a", 1}, {"::2", 2}, {"a", 1}};
  EXPECT_EQ(parse_bootstrap(" a:1 , [::2]:2,,\ta:1,"), three) << "the order stays, twice is twice";
  EXPECT_EQ(to_string(three), "a:1,[::2]:2,a:1");
  EXPECT_EQ(parse_bootstrap(to_string(three)), three);
}

TEST(ConfigEndpoint, ThatCantBeReadIsNamed) {
  constexpr std::string_view rest =
      ": must be HOST:PORT[,HOST:PORT]…, with ports from 1 to 65535 and IPv6 addresses in brackets";
  for (const std::string_view wrong : {"localhost",
                                       "localhost:",
                                       "localhost:0",
                                       "localhost:65536",
                                       "localhost:-1",
                                       "localhost:+9092",
                                       "localhost:9092x",
                                       "localhost:99999999999999",
                                       ":9092",
                                       "::1:9092",
                                       "[]:9092",
                                       "[::1:9092",
                                       "::1]:9092",
                                       "[::1]9092",
                                       "[::1]",
                                       "a b:1",
                                       "kafka/x:9092",
                                       "bad scheme://a:1",
                                       "://",
                                       "ö:1"}) {
    const std::string list = "good:1," + std::string(wrong) + ",other:2";
    EXPECT_EQ(bootstrap_refusal(list),
              "bootstrap.servers=" + std::string(wrong) + std::string(rest));
  }
}

TEST(ConfigEndpoint, IsNeededOnce) {
  for (const std::string_view none : {"", "  ", ",", " , ,"}) {
    EXPECT_NE(bootstrap_refusal(none), "taken") << none;
  }
}

}  // namespace
}  // namespace cohort::client
