#include "config_world.hpp"

namespace cohort::broker {
namespace {

using Entity = std::vector<AlterClientQuotasEntity>;

class ClientQuotasApi : public ConfigWorld {
 protected:
  /// One entity's outcome.
  Outcome quota(const Entity& entity, const std::vector<AlterClientQuotasOp>& ops,
                bool validate_only = false) {
    AlterClientQuotasRequest request{.validate_only = validate_only};
    request.entries = {{entity, ops}};
    const auto response = client.ask<AlterClientQuotasResponse>(request, 1);
    EXPECT_EQ(response->entries.size(), 1u);
    EXPECT_EQ(response->entries.at(0).entity, entity);
    return {response->entries.at(0).error_code, response->entries.at(0).error_message};
  }

  /// The entities found, each as its names.
  std::vector<std::vector<std::string>> found(std::vector<DescribeClientQuotasComponent> filter,
                                              bool strict = false) {
    const auto response = client.ask<DescribeClientQuotasResponse>(
        DescribeClientQuotasRequest{.components = std::move(filter), .strict = strict}, 1);
    EXPECT_EQ(response->error_code, ErrorCode::none);
    std::vector<std::vector<std::string>> names;
    for (const auto& entry : *response->entries) {
      auto& parts = names.emplace_back();
      for (const auto& part : entry.entity) {
        parts.push_back(part.entity_type + "=" + part.entity_name.value_or("default"));
      }
    }
    return names;
  }
};

TEST_F(ClientQuotasApi, WhatIsSetIsDescribedUntilItIsRemoved) {
  EXPECT_EQ(quota({{"user", "u"}}, {{"producer_byte_rate", 1000}, {"request_percentage", 12.5}}),
            done);
  DescribeClientQuotasResponse expected;
  expected.entries = {
      {{{"user", "u"}}, {{"producer_byte_rate", 1000}, {"request_percentage", 12.5}}}};
  EXPECT_EQ(client.ask<DescribeClientQuotasResponse>(DescribeClientQuotasRequest{}, 0), expected);

  EXPECT_EQ(quota({{"user", "u"}}, {{"producer_byte_rate", 0, true}, {"no.such.key", 0, true}}),
            done);
  EXPECT_EQ(quota({{"user", "u"}}, {{"request_percentage", 0, true}}, true), done);
  expected.entries = {{{{"user", "u"}}, {{"request_percentage", 12.5}}}};
  EXPECT_EQ(client.ask<DescribeClientQuotasResponse>(DescribeClientQuotasRequest{}, 1), expected);

  EXPECT_EQ(quota({{"user", "u"}}, {{"request_percentage", 0, true}}), done);
  EXPECT_EQ(client.ask<DescribeClientQuotasResponse>(DescribeClientQuotasRequest{}, 1),
            DescribeClientQuotasResponse{});
}

TEST_F(ClientQuotasApi, WhatCannotBeIsToldAndNothingIsKept) {
  const Entity user = {{"user", "u"}};
  const Entity address = {{"ip", "127.0.0.1"}};
  struct Case {
    Entity entity;
    AlterClientQuotasOp op;
    std::string message;
  };
  const std::vector<Case> cases = {
      {{}, {"producer_byte_rate", 1}, "Invalid empty client quota entity"},
      {{{"group", "g"}}, {"producer_byte_rate", 1}, "Unhandled client quota entity type: group"},
      {{{"user", ""}}, {"producer_byte_rate", 1}, "Empty user not supported"},
      {{{"ip", "127.0.0.1"}, {"user", "u"}},
       {"connection_creation_rate", 1},
       "Invalid quota entity combination, IP entity shouldnot be combined with User or ClientId"},
      {{{"ip", "a b"}},
       {"connection_creation_rate", 1},
       "a b is not a valid IP or resolvable host."},
      {user, {"connection_creation_rate", 1}, "Invalid configuration key connection_creation_rate"},
      {address, {"producer_byte_rate", 1}, "Invalid configuration key producer_byte_rate"},
      {user, {"producer_byte_rate", 0}, "Quota producer_byte_rate must be greater than 0"},
      {user, {"producer_byte_rate", -1}, "Quota producer_byte_rate must be greater than 0"},
      {user, {"producer_byte_rate", 1.5}, "producer_byte_rate cannot be a fractional value."},
      {user,
       {"consumer_byte_rate", 1e19},
       "Proposed value for consumer_byte_rate is too large for a LONG."},
      {address,
       {"connection_creation_rate", 3e9},
       "Proposed value for connection_creation_rate is too large for an INT."},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(quota(c.entity, {c.op}), bad_request(c.message));
  }
  EXPECT_EQ(quota(user, {{"producer_byte_rate", 1}, {"producer_byte_rate", 2}}),
            bad_request("Ignoring duplicate entity ClientQuotaEntity(entries={user=u})"));
  EXPECT_TRUE(api.broker().state().client_quotas.empty());
}

TEST_F(ClientQuotasApi, AnEntityThatIsNamedTwiceIsAnsweredOnce) {
  AlterClientQuotasRequest request;
  request.entries = {{{{"user", "u"}}, {{"producer_byte_rate", 1}}},
                     {{{"user", "v"}}, {{"producer_byte_rate", 1}}},
                     {{{"user", "u"}}, {{"producer_byte_rate", 2}}}};
  AlterClientQuotasResponse expected;
  expected.entries = {{ErrorCode::invalid_request,
                       "Ignoring duplicate entity ClientQuotaEntity(entries={user=u})",
                       {{"user", "u"}}},
                      {ErrorCode::none, std::nullopt, {{"user", "v"}}}};
  EXPECT_EQ(client.ask<AlterClientQuotasResponse>(request, 1), expected);
}

TEST_F(ClientQuotasApi, FiltersMatchNamesDefaultsAndTypes) {
  for (const Entity& entity :
       {Entity{{"user", "u"}}, Entity{{"user", std::nullopt}}, Entity{{"client-id", "c"}},
        Entity{{"client-id", "c"}, {"user", "u"}}}) {
    EXPECT_EQ(quota(entity, {{"producer_byte_rate", 1}}), done);
  }
  EXPECT_EQ(quota({{"ip", std::nullopt}}, {{"connection_creation_rate", 1}}), done);

  using Names = std::vector<std::vector<std::string>>;
  EXPECT_EQ(found({}), (Names{{"client-id=c"},
                              {"client-id=c", "user=u"},
                              {"ip=default"},
                              {"user=default"},
                              {"user=u"}}));
  EXPECT_EQ(found({{"user", 0, "u"}}), (Names{{"client-id=c", "user=u"}, {"user=u"}}));
  EXPECT_EQ(found({{"user", 0, "u"}}, true), (Names{{"user=u"}}));
  EXPECT_EQ(found({{"user", 1, std::nullopt}}), (Names{{"user=default"}}));
  EXPECT_EQ(found({{"user", 2, std::nullopt}}),
            (Names{{"client-id=c", "user=u"}, {"user=default"}, {"user=u"}}));
  EXPECT_EQ(found({{"user", 2, std::nullopt}, {"client-id", 0, "c"}}, true),
            (Names{{"client-id=c", "user=u"}}));
  EXPECT_EQ(found({{"ip", 2, std::nullopt}}), (Names{{"ip=default"}}));
  EXPECT_EQ(found({}, true), Names{});
}

TEST_F(ClientQuotasApi, FiltersThatMakeNoSenseAreErrors) {
  struct Case {
    std::vector<DescribeClientQuotasComponent> filter;
    ErrorCode error;
    std::string message;
  };
  constexpr auto bad = ErrorCode::invalid_request;
  const std::vector<Case> cases = {
      {{{"", 0, "u"}}, bad, "Invalid empty entity type."},
      {{{"user", 0, "u"}, {"user", 2, std::nullopt}},
       bad,
       "Entity type user cannot appear more than once in the filter."},
      {{{"group", 0, "u"}}, ErrorCode::unsupported_version, "Unsupported entity type group"},
      {{{"user", 0, std::nullopt}},
       bad,
       "Request specified MATCH_TYPE_EXACT, but set match string to null."},
      {{{"user", 1, "u"}},
       bad,
       "Request specified MATCH_TYPE_DEFAULT, but also specified a match string."},
      {{{"user", 2, "u"}},
       bad,
       "Request specified MATCH_TYPE_SPECIFIED, but also specified a match string."},
      {{{"user", 3, "u"}}, bad, "Unknown match type 3"},
      {{{"user", 0, "u"}, {"ip", 0, "::1"}},
       bad,
       "Invalid entity filter component combination. IP filter component should not be used with "
       "user or clientId filter component."},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(client.ask<DescribeClientQuotasResponse>(
                  DescribeClientQuotasRequest{.components = c.filter}, 1),
              (DescribeClientQuotasResponse{
                  .error_code = c.error, .error_message = c.message, .entries = std::nullopt}));
  }
}

}  // namespace
}  // namespace cohort::broker
