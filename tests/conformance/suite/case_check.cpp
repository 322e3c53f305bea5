#include "conformance/suite/case_check.hpp"

#include "conformance/codec/message_schema.hpp"
#include "conformance/play/target.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace cohort::conform {

namespace {

using Words = std::set<std::string, std::less<>>;

const Words& case_keys() {
  static const Words keys{"id",    "title", "source", "unrecorded", "why",
                          "needs", "tags",  "holds",  "differs",    "steps"};
  return keys;
}

const Words& step_keys() {
  static const Words keys{"send",          "version",        "versions",
                          "conn",          "body",           "expect",
                          "parked",        "no_answer",      "outcome",
                          "save",          "ignore",         "unordered",
                          "only_mine",     "pick",           "retry_on",
                          "after_ms",      "before_ms",      "client_id",
                          "header_tags",   "wire_version",   "quiet_ms",
                          "trailing_hex",  "answer_version", "unsupported",
                          "await",         "quiet",          "ms",
                          "raw",           "framed",         "then_close",
                          "api",           "close",          "sleep_ms",
                          "create_topic",  "partitions",     "configs",
                          "save_id",       "delete_topic",   "produce",
                          "partition",     "records",        "batches",
                          "join_sync",     "members",        "protocol_type",
                          "check_throttle"};
  return keys;
}

constexpr std::array<std::string_view, 10> step_kinds{
    "send",     "await",        "quiet",        "raw",     "close",
    "sleep_ms", "create_topic", "delete_topic", "produce", "join_sync"};

constexpr std::array<std::string_view, 7> any_kinds{"string", "int",  "bytes", "uuid",
                                                    "bool",   "list", "float"};

/// Walks through the steps in their order; throws Failure for the first fault.
class CaseCheck {
 public:
  void check(const Json& file, std::string_view path) {
    known_keys(file, case_keys());
    const auto id = file.at("id").get<std::string>();
    if (id + ".json" != path) throw Failure("the id is " + id);
    int number = 0;
    for (const Json& step : file.at("steps")) {
      ++number;
      try {
        check_step(step);
      } catch (const Failure& failure) {
        throw Failure("step " + std::to_string(number) + ": " + failure.what());
      }
    }
  }

 private:
  static void known_keys(const Json& object, const Words& keys) {
    for (const auto& [key, value] : object.items()) {
      if (!keys.contains(key)) throw Failure("there is no key " + key);
    }
  }

  void check_step(const Json& step) {
    known_keys(step, step_keys());
    const auto kinds = std::count_if(step_kinds.begin(), step_kinds.end(), [&](const auto& kind) {
      return step.contains(std::string(kind));
    });
    if (kinds != 1) throw Failure("no step of one kind");
    if (step.contains("send")) check_versions(step);
    check_values(step.value("body", Json()));
    if (step.contains("join_sync")) {
      for (const Json& member : step.at("members")) {
        saved_.insert(member.at("name").get<std::string>());
      }
      saved_.insert("gen");
    }
    const Json saved = step.value("save", Json::object());
    for (const auto& [name, from] : saved.items()) saved_.insert(name);
    if (step.contains("save_id")) saved_.insert(step.at("save_id").get<std::string>());
    check_values(step.value("expect", Json()));
  }

  static void check_versions(const Json& step) {
    const MessageSchema& message = message_schema(step.at("send").get<std::string>() + "Request");
    if (!step.contains("versions")) return;
    const Versions wanted = versions_in(step.at("versions").get<std::string>());
    if (wanted.first > message.versions.last) throw Failure("there are no such versions");
    // Its keys are ranges, each of which must be one.
    if (!step.contains("expect")) return;
    for (const auto& [range, answer] : step.at("expect").items()) {
      if (range.find_first_not_of("0123456789-+") != std::string::npos) {
        throw Failure("no versions: " + range);
      }
    }
  }

  /// Names that stand for what was saved, and words for kinds.
  void check_values(const Json& value) const {
    if (value.is_string()) {
      const auto text = value.get<std::string>();
      if (text.starts_with('$') && !saved_.contains(text.substr(1))) {
        throw Failure("nothing was saved as " + text.substr(1));
      }
    }
    if (value.is_object() && value.size() == 1 && value.contains("any") &&
        std::find(any_kinds.begin(), any_kinds.end(), value.at("any")) == any_kinds.end()) {
      throw Failure("no kind of value: " + text_of(value.at("any")));
    }
    if (!value.is_structured()) return;
    for (const Json& inner : value) check_values(inner);
  }

  Words saved_{"node", "cluster"};
};

}  // namespace

std::string fault_in_case(const Json& file, std::string_view path) {
  try {
    CaseCheck().check(file, path);
    return "";
  } catch (const std::exception& error) {
    return error.what();
  }
}

}  // namespace cohort::conform
