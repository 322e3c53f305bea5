#include "conformance/report/step_words.hpp"

#include "conformance/codec/bytes.hpp"
#include "conformance/report/answer_words.hpp"
#include "conformance/report/macro_words.hpp"
#include "conformance/report/step_lines.hpp"
#include "conformance/report/value_words.hpp"
#include <cohort/protocol/api_key.hpp>

#include <map>
#include <optional>
#include <set>

namespace cohort::conform {

namespace {

/// A request that must wait, and the step that takes its answer.
struct ParkedRequest {
  int step = 0;
  Json sent;
  int taken_at = 0;  ///< 0: none does.
};

class StepTelling {
 public:
  explicit StepTelling(const Json& steps) : steps_(steps) {
    int number = 0;
    for (const Json& step : steps) {
      ++number;
      if (step.contains("parked")) {
        parked_[text_in(step, "parked")] = {.step = number, .sent = step};
      } else if (step.contains("await")) {
        parked_[text_in(step, "await")].taken_at = number;
      }
    }
  }

  std::string text() {
    int number = 0;
    std::string text;
    for (const Json& step : steps_) {
      lines_ = StepLines(++number);
      tell(step);
      text += lines_.text();
    }
    return text;
  }

 private:
  void tell(const Json& step) {
    if (step.contains("send")) {
      send(step);
    } else if (step.contains("await")) {
      await(step);
    } else if (step.contains("quiet")) {
      quiet(step);
    } else if (step.contains("raw")) {
      raw_bytes(step);
    } else if (step.contains("close")) {
      lines_.say("Close connection " + text_in(step, "close") + ".");
    } else if (step.contains("sleep_ms")) {
      lines_.say("Wait " + text_of(step.at("sleep_ms")) + " ms.");
    } else if (!tell_macro(step, lines_)) {
      lines_.say("A kind of step that this program does not know:");
      lines_.show({value_in_words("", step)});
      return;
    }
    tell_rest(step);
  }

  void send(const Json& step) {
    const std::string api = text_in(step, "send");
    std::string head = "Send " + api;
    if (!step.contains("versions")) head += " v" + text_of(step.value("version", Json(0)));
    head += " on connection " + step.value("conn", "main");
    if (step.contains("versions")) {
      head += ", once in each of its " + versions_in_words(text_in(step, "versions")) +
              " that the broker has";
    }
    const Json body = step.value("body", Json::object());
    lines_.say(head + (body.empty() ? ", every field at its default." : ":"));
    if (!body.empty()) lines_.show(body_in_words(body, message_schema(api + "Request").fields));
    header(step);
    if (step.contains("parked") || step.value("no_answer", false)) return parked(step);
    tell_answer(step, api, lines_);
  }

  void header(const Json& step) {
    if (step.contains("client_id")) {
      lines_.say("The client id in its header is " + text_of(step.at("client_id")) + ".");
    }
    if (step.contains("header_tags")) {
      const Json tags{{"_tags", step.at("header_tags")}};
      lines_.say("Its header holds " + flat(body_in_words(tags, {}).front()) + ".");
    }
    if (step.contains("wire_version")) {
      lines_.say("Its header says version " + text_of(step.at("wire_version")) + ".");
    }
    if (step.contains("trailing_hex")) {
      lines_.say("Behind its body stand more bytes: " + text_in(step, "trailing_hex") + ".");
    }
    if (step.value("unsupported", false)) {
      lines_.say("It is sent whether or not the broker advertises that version.");
    }
  }

  void parked(const Json& step) {
    const std::string within = text_of(step.value("quiet_ms", Json(150))) + " ms";
    if (!step.contains("parked")) {
      return lines_.say("It must have no answer: nothing may come within " + within + ".");
    }
    const std::string name = text_in(step, "parked");
    const int taken_at = parked_.at(name).taken_at;
    std::string text = "It must not be answered yet: nothing may come within " + within + ". ";
    text += taken_at > 0 ? "Step " + std::to_string(taken_at) + " takes the answer"
                         : std::string("No step takes the answer");
    lines_.say(text + " (" + name + ").");
  }

  /// `step 4's JoinGroup v5 on connection b`
  std::string parked_in_words(const std::string& name) {
    const ParkedRequest& request = parked_[name];
    if (request.step == 0) return "the request " + name;
    return "step " + std::to_string(request.step) + "'s " + text_in(request.sent, "send") + " v" +
           text_of(request.sent.value("version", Json(0))) + " on connection " +
           request.sent.value("conn", "main");
  }

  void await(const Json& step) {
    const std::string name = text_in(step, "await");
    const ParkedRequest& request = parked_[name];
    lines_.say("Take the answer to " + parked_in_words(name) + ".");
    tell_answer(step, request.step == 0 ? "" : text_in(request.sent, "send"), lines_);
  }

  void quiet(const Json& step) {
    std::string request = parked_in_words(text_in(step, "quiet"));
    request.front() = request.front() == 's' ? 'S' : 'T';
    lines_.say(request + " must stay unanswered for " + text_of(step.value("ms", Json(150))) +
               " ms more.");
  }

  void raw_bytes(const Json& step) {
    const std::string hex = text_in(step, "raw");
    const bool is_framed = step.value("framed", true);
    const std::string size = std::to_string(from_hex(hex).size());
    lines_.say("Send " + size + " bytes as they are on connection " + step.value("conn", "main") +
               (is_framed ? ", with their length in front:" : ", with nothing in front:"));
    lines_.show({{"bytes " + hex}});
    if (const auto start = start_in_words(from_hex(hex), is_framed)) lines_.say(*start);
    if (step.value("then_close", false)) {
      return lines_.say("Then close the connection, without waiting for an answer.");
    }
    if (step.contains("api")) {
      lines_.say("What comes is read as the answer to " + text_in(step, "api") + " v" +
                 text_of(step.value("version", Json(0))) + ".");
    }
    tell_answer(step, step.value("api", ""), lines_);
  }

  /// What a broker takes the first bytes for.
  static std::optional<std::string> start_in_words(const Bytes& bytes, bool is_framed) {
    ByteReader reader(bytes);
    if (!is_framed && bytes.size() < 4) return std::nullopt;
    if (is_framed && bytes.size() < 8) return std::nullopt;
    if (!is_framed) {
      return "Read as a frame, its length is " + std::to_string(reader.number(4)) + ".";
    }
    const auto key = static_cast<ApiKey>(reader.number(2));
    const std::int64_t version = reader.number(2);
    return "Read as a request, they begin with API key " + std::to_string(static_cast<int>(key)) +
           " (" + std::string(name(key)) + "), version " + std::to_string(version) +
           " and correlation id " + std::to_string(reader.number(4)) + ".";
  }

  /// Keys that are new to this program, so that nothing is kept from the reader.
  void tell_rest(const Json& step) {
    static const std::set<std::string> known{
        "after_ms",     "answer_version", "api",         "await",
        "batches",      "before_ms",      "body",        "check_throttle",
        "client_id",    "close",          "configs",     "conn",
        "create_topic", "delete_topic",   "expect",      "framed",
        "header_tags",  "ignore",         "join_sync",   "members",
        "ms",           "no_answer",      "only_mine",   "outcome",
        "parked",       "partition",      "partitions",  "pick",
        "produce",      "protocol_type",  "quiet",       "quiet_ms",
        "raw",          "records",        "retry_on",    "save",
        "save_id",      "send",           "sleep_ms",    "then_close",
        "trailing_hex", "unordered",      "unsupported", "version",
        "versions",     "wire_version"};
    for (const auto& [key, value] : step.items()) {
      if (known.contains(key)) continue;
      lines_.say("And, which this program does not know, " + key + ": " + text_of(value));
    }
  }

  const Json& steps_;
  std::map<std::string, ParkedRequest> parked_;
  StepLines lines_{0};
};

}  // namespace

std::string steps_in_words(const Json& steps) { return StepTelling(steps).text(); }

}  // namespace cohort::conform
