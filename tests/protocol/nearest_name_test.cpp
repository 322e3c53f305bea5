#include <cohort/protocol/api_key.hpp>
#include <cohort/protocol/error_code.hpp>

#include <gtest/gtest.h>

#include <string>

namespace cohort::testing {
namespace {

TEST(NearestName, OfAnApiMayBeAFewLettersAway) {
  EXPECT_EQ(nearest_api_key("JoinGrup"), ApiKey::join_group);
  EXPECT_EQ(nearest_api_key("OffsetsComit"), ApiKey::offset_commit);
  EXPECT_EQ(nearest_api_key("Fech"), ApiKey::fetch);
  EXPECT_EQ(nearest_api_key("Produce"), ApiKey::produce) << "the first of all";
}

TEST(NearestName, OfAnErrorMayBeAFewLettersAway) {
  EXPECT_EQ(nearest_error_code("NOT_CORDINATOR"), ErrorCode::not_coordinator);
  EXPECT_EQ(nearest_error_code("UNKNOWN_MEMBER"), ErrorCode::unknown_member_id);
  EXPECT_EQ(nearest_error_code("UNKNOWN_SERVER_EROR"), ErrorCode::unknown_server_error);
  EXPECT_EQ(nearest_error_code("VOTER_NOT_FOUNT"), ErrorCode::voter_not_found) << "the last of all";
}

TEST(NearestName, DoesNotCountCaseAndUnderscores) {
  EXPECT_EQ(nearest_api_key("join_group"), ApiKey::join_group);
  EXPECT_EQ(nearest_error_code("RebalanceInProgress"), ErrorCode::rebalance_in_progress);
}

TEST(NearestName, IsNoneWhereAllAreFar) {
  EXPECT_EQ(nearest_api_key(""), std::nullopt);
  EXPECT_EQ(nearest_api_key("Join"), std::nullopt);
  EXPECT_EQ(nearest_api_key("JoinTheOtherGroup"), std::nullopt);
  EXPECT_EQ(nearest_error_code("CATS_AND_DOGS"), std::nullopt);
  EXPECT_EQ(nearest_error_code(std::string(1'000'000, 'N')), std::nullopt);
}

}  // namespace
}  // namespace cohort::testing
