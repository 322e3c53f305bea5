// Each rule of comparing, with what it lets through and what it must not.
#include "conformance/play/matcher.hpp"

#include "conformance/codec/message_json.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace cohort::conform {
namespace {

using Lines = std::vector<std::string>;

Lines differences(const Json& want, const Json& got, const Json& step = Json::object()) {
  Variables variables("sfx");
  variables.set("gen", 4);
  variables.set("id", "member-1");
  Lines lines;
  for (const Difference& each : Matcher(variables, step, 3).differences(want, got)) {
    lines.push_back(text_of(each));
  }
  return lines;
}

Lines differences(const char* want, const char* got, const char* step = "{}") {
  return differences(Json::parse(want), Json::parse(got), Json::parse(step));
}

Json bytes(const std::string& text) { return Json::binary({text.begin(), text.end()}); }

TEST(Matcher, OtherValuesAndOtherTypesDiffer) {
  EXPECT_EQ(differences(R"({"a": 1})", R"({"a": 1})"), Lines{});
  EXPECT_EQ(differences(R"({"a": 1})", R"({"a": 2})"), Lines{"a: expected 1, got 2"});
  EXPECT_EQ(differences(R"({"a": 1})", R"({"a": true})"), Lines{"a: expected 1, got true"});
  EXPECT_EQ(differences(R"({"a": ""})", R"({"a": null})"), Lines{R"(a: expected "", got null)"});
}

TEST(Matcher, FieldsThatAreMissingOrTooManyDiffer) {
  EXPECT_EQ(differences(R"({"a": 1, "b": 2})", R"({"b": 2})"), Lines{"a: expected 1, got nothing"});
  EXPECT_EQ(differences(R"({"b": 2})", R"({"b": 2, "c": 3})"), Lines{"c: expected nothing, got 3"});
}

TEST(Matcher, AnyTakesEachValueOfItsKindAndNoOther) {
  EXPECT_EQ(differences(R"({"any": "int"})", "7"), Lines{});
  EXPECT_EQ(differences(R"({"any": "int"})", R"("7")"), Lines{R"(: expected any int, got "7")"});
  EXPECT_EQ(differences(R"({"any": "string"})", R"("x")"), Lines{});
  EXPECT_EQ(differences(R"({"any": "string"})", "[]"), Lines{": expected any string, got []"});
  EXPECT_EQ(differences(R"({"any": "bool"})", "0"), Lines{": expected any bool, got 0"});
  EXPECT_EQ(differences(R"({"any": "list"})", "{}"), Lines{": expected any list, got {}"});
  EXPECT_EQ(differences(R"({"any": "string"})", "null"), Lines{": expected any string, got null"});
  EXPECT_EQ(differences(R"({"any": "string"})", "{}"), Lines{": expected any string, got {}"});
}

TEST(Matcher, AnyUuidIsNotTheZeroOne) {
  const char* any = R"({"any": "uuid"})";
  EXPECT_EQ(differences(any, R"("0ff1ce00-1234-4321-8888-0123456789ab")"), Lines{});
  EXPECT_EQ(differences(any, R"("00000000-0000-0000-0000-000000000000")").size(), 1U);
  EXPECT_EQ(differences(any, R"("no uuid")").size(), 1U);
}

TEST(Matcher, AnyOfTellsOfTheNearest) {
  const char* any_of = R"({"any_of": [{"a": 1, "b": 1}, {"a": 2, "b": 2}]})";
  EXPECT_EQ(differences(any_of, R"({"a": 2, "b": 2})"), Lines{});
  EXPECT_EQ(differences(any_of, R"({"a": 2, "b": 3})"), Lines{"b: expected 2, got 3"});
}

TEST(Matcher, NonemptyAndMessageWantSomething) {
  EXPECT_EQ(differences(R"({"nonempty": true})", "[0]"), Lines{});
  EXPECT_EQ(differences(R"({"nonempty": true})", "[]"), Lines{": expected something, got []"});
  EXPECT_EQ(differences(R"({"message": "why"})", R"("because")"), Lines{});
  EXPECT_EQ(differences(R"({"message": "why"})", R"("")"),
            Lines{R"(: expected a message, got "")"});
}

TEST(Matcher, AMessageMustBeThereOnlyForAnError) {
  const char* none = R"({"error_code": 0, "error_message": null})";
  const char* some = R"({"error_code": 3, "error_message": {"message": "x"}})";
  EXPECT_EQ(differences(none, R"({"error_code": 0, "error_message": "NONE"})"), Lines{});
  EXPECT_EQ(differences(some, R"({"error_code": 3, "error_message": "y"})"), Lines{});
  EXPECT_EQ(differences(some, R"({"error_code": 3, "error_message": null})"),
            Lines{"error_message: expected a message, got null"});
}

TEST(Matcher, ArraysKeepTheirOrderUnlessToldOtherwise) {
  const char* want = R"({"t": [{"n": 1}, {"n": 2}]})";
  const char* turned = R"({"t": [{"n": 2}, {"n": 1}]})";
  EXPECT_EQ(differences(want, turned).size(), 2U);
  EXPECT_EQ(differences(want, turned, R"({"unordered": ["t"]})"), Lines{});
  EXPECT_EQ(differences(want, R"({"t": [{"n": 1}, {"n": 1}]})", R"({"unordered": ["t"]})"),
            Lines{"t[1].n: expected 2, got 1"});
  EXPECT_EQ(differences(want, R"({"t": [{"n": 1}]})"),
            Lines{R"(t: expected 2 entries, got 1: [{"n":1}])"});
}

TEST(Matcher, IgnoredFieldsAreThoseNamedAndTheThrottleTime) {
  EXPECT_EQ(differences(R"({"a": [{"b": 1}]})", R"({"a": [{"b": 2}]})", R"({"ignore": ["b"]})"),
            Lines{});
  EXPECT_EQ(differences(R"({"a": [{"b": 1}]})", R"({"a": [{"b": 2}]})", R"({"ignore": ["a.b"]})"),
            Lines{});
  EXPECT_EQ(differences(R"({"a": [{"b": 1}]})", R"({"a": [{"b": 2}]})", R"({"ignore": ["a.c"]})"),
            Lines{"a[0].b: expected 1, got 2"});
  EXPECT_EQ(differences("{}", R"({"throttle_time_ms": 9})"), Lines{});
  EXPECT_EQ(differences("{}", R"({"throttle_time_ms": 9})", R"({"check_throttle": true})"),
            Lines{"throttle_time_ms: expected nothing, got 9"});
}

TEST(Matcher, UnknownTaggedFieldsArePassedOverUnlessACaseWantsThem) {
  EXPECT_EQ(differences(R"([{"a": 1}])", R"([{"a": 1, "_tags": {"9": "00"}}])"), Lines{});
  EXPECT_EQ(differences(R"({"_tags": {"9": "00"}})", R"({"_tags": {"9": "01"}})"),
            Lines{R"(_tags.9: expected "00", got "01")"});
}

TEST(Matcher, AbortedTransactionsMayBeNullOrEmpty) {
  EXPECT_EQ(differences(R"({"aborted_transactions": null})", R"({"aborted_transactions": []})"),
            Lines{});
  EXPECT_EQ(differences(R"({"transactions": null})", R"({"transactions": []})"),
            Lines{"transactions: expected null, got []"});
}

TEST(Matcher, PlaceholdersStandForThisRunsValues) {
  EXPECT_EQ(
      differences(R"(["$gen", "$id", "t-{run}", "v{v}"])", R"([4, "member-1", "t-sfx", "v3"])"),
      Lines{});
  EXPECT_EQ(differences(R"({"add": ["$gen", 1]})", "5"), Lines{});
  EXPECT_EQ(differences(R"({"add": ["$gen", 1]})", "4"), Lines{": expected 5, got 4"});
  EXPECT_EQ(differences(R"({"repeat": ["ab", 2]})", R"("abab")"), Lines{});
  EXPECT_EQ(differences(R"("$gen")", "5"), Lines{": expected 4, got 5"});
  EXPECT_EQ(differences(R"("$unknown")", R"("$unknown")"), Lines{});
}

TEST(Matcher, BytesHaveManyForms) {
  const Json got = bytes("ab");
  EXPECT_EQ(differences("ab", got), Lines{});
  EXPECT_EQ(differences({{"text", "ab"}}, got), Lines{});
  EXPECT_EQ(differences({{"hex", "6162"}}, got), Lines{});
  EXPECT_EQ(differences({{"hex", "6163"}}, got).size(), 1U);
  EXPECT_EQ(differences(nullptr, got).size(), 1U);
  const Json subscription{{"version", 0}, {"topics", {"t"}}, {"user_data", nullptr}};
  const Json packed = bytes(from_hex("0000 00000001 0001 74 ffffffff"));
  EXPECT_EQ(differences({{"subscription", subscription}}, packed), Lines{});
}

TEST(Matcher, PruningTakesWhatAVersionHasNot) {
  const std::vector<Field>& fields = message_schema("HeartbeatResponse").fields;
  const Json whole{{"throttle_time_ms", 0}, {"error_code", 25}};
  EXPECT_EQ(pruned(whole, fields, 0), (Json{{"error_code", 25}}));
  EXPECT_EQ(pruned(whole, fields, 1), whole);
}

}  // namespace
}  // namespace cohort::conform
