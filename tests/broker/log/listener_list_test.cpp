// What the properties of listeners mean, and which of them Kafka would not start with.
#include <cohort/broker/listener_list.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cohort::broker {
namespace {

using ::testing::HasSubstr;

Config config_of(const std::vector<std::pair<std::string, std::string>>& properties) {
  Config config;
  for (const auto& [key, value] : properties) config.set(key, value);
  return config;
}

std::string fault_of(const std::vector<std::pair<std::string, std::string>>& properties) {
  try {
    static_cast<void>(broker_listeners(config_of(properties)));
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

ListenerAddress at(std::string name, std::string host, std::uint16_t port,
                   std::optional<Endpoint> advertised = std::nullopt) {
  return {std::move(name), std::move(host), port, std::move(advertised)};
}

using Listeners = std::vector<ListenerAddress>;

TEST(ListenerList, WithoutPropertiesThereIsOneOnEveryAddress) {
  EXPECT_EQ(broker_listeners(Config{}), (Listeners{at("PLAINTEXT", "", 9092)}));
}

TEST(ListenerList, EntriesHaveANameAHostOrNoneAndAPort) {
  EXPECT_EQ(broker_listeners(config_of(
                {{"listeners",
                  " plaintext://0.0.0.0:9092 , DOCKER://:9094,SIX://[::1]:9095,B_6://::1:0"}})),
            (Listeners{at("PLAINTEXT", "0.0.0.0", 9092), at("DOCKER", "", 9094),
                       at("SIX", "::1", 9095), at("B_6", "::1", 0)}));
}

TEST(ListenerList, TheControllersListenerIsLeftOut) {
  // The environment that Kafka's container image is documented with.
  EXPECT_EQ(broker_listeners(config_of(
                {{"process.roles", "broker,controller"},
                 {"listeners", "PLAINTEXT://localhost:9092,CONTROLLER://localhost:9093"},
                 {"advertised.listeners", "PLAINTEXT://localhost:9092"},
                 {"controller.listener.names", "CONTROLLER"},
                 {"listener.security.protocol.map", "CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT"},
                 {"controller.quorum.voters", "1@localhost:9093"}})),
            (Listeners{at("PLAINTEXT", "localhost", 9092, Endpoint{"localhost", 9092})}));
}

TEST(ListenerList, EachListenerIsAdvertisedByItsName) {
  const Listeners listeners = broker_listeners(
      config_of({{"listeners", "IN://:9092,OUT://:0,BACK://10.0.0.1:9094"},
                 {"advertised.listeners", "OUT://outside:0,IN://inside:19092,BACK://:9095"},
                 {"listener.security.protocol.map", "IN:PLAINTEXT,OUT:PLAINTEXT,BACK:PLAINTEXT"},
                 {"inter.broker.listener.name", "in"}}));

  ASSERT_EQ(listeners, (Listeners{at("IN", "", 9092, Endpoint{"inside", 19092}),
                                  at("OUT", "", 0, Endpoint{"outside", 0}),
                                  at("BACK", "10.0.0.1", 9094, Endpoint{"", 9095})}));
  EXPECT_EQ(advertised_endpoint(listeners[1], 12345), (Endpoint{"outside", 12345}));
  EXPECT_EQ(advertised_endpoint(listeners[2], 9094), (Endpoint{"", 9095}));
}

TEST(ListenerList, WithoutAdvertisedListenersAWildcardIsTheAddressTheClientCameBy) {
  EXPECT_EQ(advertised_endpoint(at("A", "0.0.0.0", 1), 1), (Endpoint{"", 1}));
  EXPECT_EQ(advertised_endpoint(at("A", "", 1), 1), (Endpoint{"", 1}));
  EXPECT_EQ(advertised_endpoint(at("A", "::", 1), 1), (Endpoint{"", 1}));
  EXPECT_EQ(advertised_endpoint(at("A", "::1", 0), 5), (Endpoint{"::1", 5}));
}

TEST(ListenerList, WhatKafkaDoesNotStartWithIsRefused) {
  const auto list = [](const std::string& text) { return fault_of({{"listeners", text}}); };
  EXPECT_THAT(list("9092"), HasSubstr("'9092' is not NAME://HOST:PORT"));
  EXPECT_THAT(list("PLAINTEXT://a b:1"), HasSubstr("is not NAME://HOST:PORT"));
  EXPECT_THAT(list("PLAINTEXT://a:65536"), HasSubstr("is not NAME://HOST:PORT"));
  EXPECT_THAT(list("PLAINTEXT://:1,plaintext://:2"), HasSubstr("a different name"));
  EXPECT_THAT(list("PLAINTEXT://:1,B://:1"), HasSubstr("a different port"));
  EXPECT_EQ(list("PLAINTEXT://:0,B://:0"), "");
  EXPECT_EQ(list("PLAINTEXT://127.0.0.1:1,B://[::1]:1"), "");
  EXPECT_THAT(list("SSL://:1,PLAINTEXT://:2"), HasSubstr("SSL is a SSL listener"));
  EXPECT_THAT(list("OTHER://:1"), HasSubstr("inter.broker.listener.name must be one of"));
  EXPECT_THAT(list(""), HasSubstr("at least one broker advertised listener"));
  EXPECT_THAT(fault_of({{"advertised.listeners", "PLAINTEXT://0.0.0.0:1"}}),
              HasSubstr("can't be 0.0.0.0"));
  EXPECT_THAT(fault_of({{"advertised.listeners", "PLAINTEXT://a:1,B://b:2"}}),
              HasSubstr("B is none"));
  EXPECT_THAT(fault_of({{"listener.security.protocol.map", "A:PLAINTEXT"}}),
              HasSubstr("No security protocol defined for listener PLAINTEXT"));
  EXPECT_THAT(fault_of({{"listener.security.protocol.map", "PLAINTEXT:TLS"}}),
              HasSubstr("Invalid security protocol 'TLS'"));
  EXPECT_THAT(fault_of({{"listener.security.protocol.map", "PLAINTEXT:SASL_PLAINTEXT"}}),
              HasSubstr("PLAINTEXT is a SASL_PLAINTEXT listener"));
  EXPECT_THAT(fault_of({{"early.start.listeners", "X"}}), HasSubstr("contains X"));
  EXPECT_EQ(fault_of({{"early.start.listeners", "PLAINTEXT"}}), "");
}

TEST(ListenerList, RolesAndControllerListenersGoTogether) {
  const auto roles = [](const std::string& names, const std::string& controllers) {
    return fault_of({{"process.roles", names},
                     {"listeners", "PLAINTEXT://:1,CONTROLLER://:2"},
                     {"controller.listener.names", controllers}});
  };
  EXPECT_EQ(roles("broker,controller", "CONTROLLER"), "");
  EXPECT_THAT(roles("broker,controller", "OTHER"), HasSubstr("OTHER does not"));
  EXPECT_THAT(roles("broker", "CONTROLLER"), HasSubstr("must not contain CONTROLLER"));
  EXPECT_THAT(fault_of({{"process.roles", "broker"}}), HasSubstr("at least one value"));
  EXPECT_THAT(roles("broker,controller", "CONTROLLER,PLAINTEXT"),
              HasSubstr("at least one broker advertised listener"));
}

}  // namespace
}  // namespace cohort::broker
