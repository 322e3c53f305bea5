#include "config/broker_property.hpp"

#include "config/broker_setting.hpp"
#include <cohort/broker/config.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace cohort::broker {
namespace {

TEST(BrokerProperty, EveryOneIsFoundByItsName) {
  const std::vector<BrokerProperty> all = broker_properties();
  EXPECT_EQ(all.size(), 331u);
  for (const BrokerProperty& property : all) {
    const BrokerProperty* found = find_broker_property(property.name);
    ASSERT_NE(found, nullptr) << property.name;
    EXPECT_EQ(found->name, property.name);
    EXPECT_TRUE(is_broker_property(property.name));
    EXPECT_NE(property.type, ConfigType::unknown) << property.name;
  }
  EXPECT_EQ(find_broker_property("retention.ms"), nullptr);
  EXPECT_EQ(find_broker_property(""), nullptr);
}

TEST(BrokerProperty, EveryDefaultIsAValidValue) {
  for (const BrokerProperty& property : broker_properties()) {
    if (!property.default_value) continue;
    EXPECT_EQ(config_value_fault(property, *property.default_value), std::nullopt) << property.name;
    EXPECT_EQ(shown_config_value(property.type, *property.default_value), *property.default_value);
  }
}

TEST(BrokerProperty, FieldsOfTheBrokerHaveKafkasDefaults) {
  std::map<std::string, std::string> differ;
  for (const BrokerProperty& property : broker_properties()) {
    const auto value = field_value(Config::kafka_defaults(), property.name);
    if (value && *value != property.default_value.value_or("")) {
      differ[std::string(property.name)] = *value;
    }
  }
  EXPECT_EQ(differ, (std::map<std::string, std::string>{{"broker.id", "1"}, {"node.id", "1"}}));
}

TEST(BrokerProperty, AFieldReadsBackAsItWasSet) {
  for (const auto& [key, value] :
       std::map<std::string, std::string>{{"group.max.size", "7"},
                                          {"group.min.session.timeout.ms", "60000"},
                                          {"offsets.retention.minutes", "5"},
                                          {"offsets.retention.check.interval.ms", "1"},
                                          {"auto.create.topics.enable", "false"},
                                          {"broker.rack", "r"},
                                          {"connections.max.idle.ms", "1000"},
                                          {"default.replication.factor", "3"}}) {
    Config config;
    EXPECT_TRUE(set_field(config, key, value)) << key;
    EXPECT_EQ(field_value(config, key), value) << key;
  }
  Config config;
  EXPECT_FALSE(set_field(config, "num.io.threads", "1"));
  EXPECT_EQ(field_value(config, "num.io.threads"), std::nullopt);
  EXPECT_EQ(config, Config{});
}

TEST(BrokerProperty, CanBeChangedAsKafkaSays) {
  const std::map<std::string_view, UpdateMode> modes = {
      {"num.partitions", UpdateMode::read_only},
      {"group.max.size", UpdateMode::read_only},
      {"log.message.format.version", UpdateMode::read_only},
      {"log.retention.hours", UpdateMode::read_only},
      {"log.retention.ms", UpdateMode::cluster_wide},
      {"message.max.bytes", UpdateMode::cluster_wide},
      {"num.network.threads", UpdateMode::cluster_wide},
      {"unclean.leader.election.enable", UpdateMode::cluster_wide},
      {"listeners", UpdateMode::per_broker},
      {"ssl.keystore.password", UpdateMode::per_broker},
      {"sasl.jaas.config", UpdateMode::per_broker},
  };
  for (const auto& [name, mode] : modes) {
    EXPECT_EQ(find_broker_property(name)->mode, mode) << name;
  }
  EXPECT_EQ(std::ranges::count(broker_properties(), UpdateMode::per_broker, &BrokerProperty::mode),
            37);
  EXPECT_EQ(
      std::ranges::count(broker_properties(), UpdateMode::cluster_wide, &BrokerProperty::mode), 55);
}

TEST(BrokerProperty, ListenersHaveTheirOwn) {
  EXPECT_EQ(listener_property("listener.name.a.max.connections"), "max.connections");
  EXPECT_EQ(listener_property("listener.name.a.plain.sasl.jaas.config"), "sasl.jaas.config");
  EXPECT_EQ(listener_property("listener.name.a"), std::nullopt);
  EXPECT_EQ(listener_property("max.connections"), std::nullopt);
  EXPECT_EQ(property_type("listener.name.a.plain.sasl.jaas.config"), ConfigType::password);
  EXPECT_EQ(property_type("listener.name.a.no.such.key"), ConfigType::unknown);
}

TEST(BrokerProperty, ValuesAreShownAsJavaPrintsThem) {
  EXPECT_EQ(shown_config_value(ConfigType::int64, " +5 "), "5");
  EXPECT_EQ(shown_config_value(ConfigType::int32, "abc"), "abc");
  EXPECT_EQ(shown_config_value(ConfigType::boolean, " TRUE"), "true");
  EXPECT_EQ(shown_config_value(ConfigType::list, " a , b,c "), "a,b,c");
  EXPECT_EQ(shown_config_value(ConfigType::list, " "), "");
  EXPECT_EQ(shown_config_value(ConfigType::floating, "1"), "1.0");
  EXPECT_EQ(shown_config_value(ConfigType::floating, "0.50"), "0.5");
  EXPECT_EQ(shown_config_value(ConfigType::floating, "12345678"), "1.2345678E7");
  EXPECT_EQ(shown_config_value(ConfigType::floating, "0.0001"), "1.0E-4");
  EXPECT_EQ(shown_config_value(ConfigType::floating, "1.7976931348623157E308"),
            "1.7976931348623157E308");
}

TEST(BrokerProperty, ItsDocumentationIsMadeOfWhatIsKnown) {
  EXPECT_EQ(property_documentation(*find_broker_property("num.partitions")),
            "num.partitions: a whole number, by default '1'; read when the broker starts.");
  EXPECT_EQ(property_documentation(*find_broker_property("log.cleanup.policy")),
            "log.cleanup.policy: a list, by default 'delete', of compact, delete; can be changed "
            "for one broker or for all while they run.");
}

}  // namespace
}  // namespace cohort::broker
