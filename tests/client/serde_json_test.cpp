// JSON in records, and what is said of what is none.
#include <cohort/client/json_serde.hpp>

#include <gtest/gtest.h>

namespace cohort::client {
namespace {

std::string json_complaint(std::string_view text) {
  try {
    json_from(text);
  } catch (const MalformedBytes& malformed) {
    return malformed.what();
  }
  return "";
}

TEST(JsonSerde, ReadsWhatItWrites) {
  const boost::json::value value{{"color", "blue"}, {"n", 7}, {"parts", {1.5, nullptr, true}}};
  const Serde<boost::json::value> serde = json_serde();
  const std::optional<Buffer> bytes = serde.serializer(value);

  EXPECT_EQ(bytes, Buffer::copy_of(R"({"color":"blue","n":7,"parts":[1.5E0,null,true]})"));
  EXPECT_EQ(serde.deserializer(bytes), value);
  EXPECT_EQ(serde.deserializer(Buffer::copy_of(" [ ]\n")), boost::json::array{});
}

TEST(JsonSerde, HasANullOfItsOwn) {
  EXPECT_EQ(json_serde().deserializer(Buffer::copy_of("null")), nullptr);
  EXPECT_THROW(json_serde().deserializer(std::nullopt), MalformedBytes);
  EXPECT_EQ(nullable(json_serde()).deserializer(std::nullopt), std::nullopt);
}

struct BadJson {
  std::string_view text;
  std::string_view complaint;
};

TEST(JsonSerde, SaysWhatIsWrongAndWhere) {
  const BadJson cases[] = {
      {R"({"color": blue})", R"(syntax error at byte 10 (line 1, column 11), before "blue}")"},
      {"{\n  \"n\": 1,\n  }", "syntax error at byte 14 (line 3, column 3), before \"}\""},
      {R"({"n": 1)", "incomplete JSON at byte 7 (line 1, column 8), where the text ends"},
      {"", "incomplete JSON at byte 0 (line 1, column 1), where the text ends"},
      {"1 2", R"(more than one JSON value at byte 2 (line 1, column 3), before "2")"},
  };
  for (const BadJson& one : cases) EXPECT_EQ(json_complaint(one.text), one.complaint);
}

TEST(JsonSerde, RefusesTextsThatAreNestedTooDeeply) {
  EXPECT_NE(json_complaint(std::string(1000, '[')).find("too deep"), std::string::npos)
      << json_complaint(std::string(1000, '['));
}

}  // namespace
}  // namespace cohort::client
