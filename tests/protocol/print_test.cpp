#include "protocol/any_message.hpp"
#include "protocol/hex.hpp"
#include <cohort/protocol/messages.hpp>
#include <cohort/protocol/print.hpp>
#include <cohort/protocol/representable.hpp>

#include <gtest/gtest.h>

namespace cohort::testing {
namespace {

TEST(Print, NamesOnlyWhatDiffersFromTheDefault) {
  EXPECT_EQ(print(JoinGroupRequest{}), "JoinGroupRequest{}");
  const JoinGroupRequest request{
      .group_id = "orders",
      .group_instance_id = "i",
      .protocols = {{.name = "range", .metadata = from_hex("0001")}, {}}};
  EXPECT_EQ(print(request), R"(JoinGroupRequest{group_id="orders", group_instance_id="i", )"
                            R"(protocols=[{name="range", metadata=0x0001}, {}]})");
}

TEST(Print, OfEveryFreshMessageIsItsName) {
  EXPECT_EQ(every_message().size(), 96u);
  EXPECT_EQ(print(ConsumerProtocolSubscription{}), "ConsumerProtocolSubscription{}");
  EXPECT_EQ(print(FetchResponse{}), "FetchResponse{}");
}

TEST(Print, NamesErrorCodesAndEscapesText) {
  EXPECT_EQ(print(HeartbeatResponse{.error_code = ErrorCode::fenced_instance_id}),
            "HeartbeatResponse{error_code=FENCED_INSTANCE_ID}");
  EXPECT_EQ(print(HeartbeatResponse{.error_code = ErrorCode{999}}),
            "HeartbeatResponse{error_code=999}");
  EXPECT_EQ(print(HeartbeatRequest{.group_id = "a\"\\\n\xff"}),
            R"(HeartbeatRequest{group_id="a\"\\\x0a\xff"})");
}

TEST(Print, ShortensBytes) {
  EXPECT_EQ(print(SaslAuthenticateRequest{.auth_bytes = Buffer::copy_of(std::string(100, 'a'))}),
            "SaslAuthenticateRequest{auth_bytes=\"" + std::string(64, 'a') + "\"...(100 bytes)}");
  EXPECT_EQ(print(SaslAuthenticateRequest{.auth_bytes = Buffer::copy_of(std::string(40, '\0'))}),
            "SaslAuthenticateRequest{auth_bytes=0x" + std::string(64, '0') + "...(40 bytes)}");
}

TEST(Representable, NamesTheFieldThatAVersionDoesNotHave) {
  const JoinGroupRequest request{.group_instance_id = "i"};
  EXPECT_EQ(representable(request, 4), "group_instance_id is not in version 4");
  EXPECT_EQ(representable(request, 5), std::nullopt);
}

TEST(Representable, LetsIgnorableFieldsGo) {
  EXPECT_EQ(representable(JoinGroupRequest{.reason = "because"}, 0), std::nullopt);
}

TEST(Representable, NamesANullThatAVersionDoesNotHave) {
  EXPECT_EQ(representable(MetadataRequest{.topics = std::nullopt}, 0),
            "topics must not be null in version 0");
  const DeleteTopicsRequest request{.topics = {{.name = "t", .topic_id = Uuid{{1}}}}};
  EXPECT_EQ(representable(request, 5), "topics is not in version 5");
}

TEST(Representable, RefusesStringsThatAreTooLongAndVersionsThatAreNot) {
  EXPECT_EQ(representable(HeartbeatRequest{.group_id = std::string(32'768, 'x')}, 0),
            "group_id is longer than 32767 bytes");
  EXPECT_EQ(representable(HeartbeatRequest{}, 5), "there is no version 5");
}

}  // namespace
}  // namespace cohort::testing
