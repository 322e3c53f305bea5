#include "conformance/report/answer_words.hpp"

#include "conformance/codec/message_schema.hpp"
#include "conformance/play/error_words.hpp"
#include "conformance/report/value_words.hpp"

namespace cohort::conform {

namespace {

std::string paths_in_words(const Json& paths) {
  return listed(paths.get<std::vector<std::string>>());
}

std::vector<Field> fields_of_answer(const std::string& api) {
  return api.empty() ? std::vector<Field>{} : message_schema(api + "Response").fields;
}

void tell_expected(const std::string& whose, const Json& expected, const std::vector<Field>& fields,
                   StepLines& lines) {
  if (expected.empty()) return lines.say(whose + " must hold nothing that is compared.");
  lines.say(whose + " must be:");
  lines.show(body_in_words(expected, fields));
}

void tell_expectation(const Json& step, const std::string& api, StepLines& lines) {
  if (!step.contains("expect")) {
    return lines.say("It must be answered; what the answer holds is not compared.");
  }
  const std::vector<Field> fields = fields_of_answer(api);
  const Json& expected = step.at("expect");
  if (!step.contains("versions")) return tell_expected("The answer", expected, fields, lines);
  for (const auto& [span, answer] : expected.items()) {
    tell_expected("The answer in " + versions_in_words(span), answer, fields, lines);
  }
  lines.say("Fields that a version does not have are left out.");
}

void tell_time(const Json& step, StepLines& lines) {
  std::vector<std::string> bounds;
  if (step.contains("after_ms")) {
    bounds.push_back("no sooner than " + text_of(step.at("after_ms")) + " ms");
  }
  if (step.contains("before_ms")) {
    bounds.push_back("no later than " + text_of(step.at("before_ms")) + " ms");
  }
  if (bounds.empty()) return;
  lines.say("It must come " + listed(bounds) + " after the request was sent.");
}

/// What is dropped from the answer before anything else.
void tell_narrowing(const Json& step, StepLines& lines) {
  if (step.contains("only_mine")) {
    lines.say("Of " + paths_in_words(step.at("only_mine")) +
              " only the entries count that hold this run's suffix.");
  }
  const Json picks = step.value("pick", Json::object());
  for (const auto& [path, names] : picks.items()) {
    lines.say("Of " + path + " only the entries count that are named " + paths_in_words(names) +
              ".");
  }
}

void tell_comparing(const Json& step, StepLines& lines) {
  if (step.contains("unordered")) {
    lines.say("In any order: " + paths_in_words(step.at("unordered")) + ".");
  }
  if (step.contains("ignore")) {
    lines.say("Not compared: " + paths_in_words(step.at("ignore")) + ".");
  }
  if (step.value("check_throttle", false)) lines.say("Compared, too: throttle_time_ms.");
}

void tell_retries(const Json& step, StepLines& lines) {
  if (!step.contains("retry_on")) return;
  std::vector<std::string> errors;
  for (const Json& code : step.at("retry_on")) errors.push_back(error_in_words(code.get<int>()));
  lines.say("While the answer has error " + listed(errors, " or ") +
            " it is sent again, for up to 5 s.");
}

void tell_saves(const Json& step, StepLines& lines) {
  const Json saves = step.value("save", Json::object());
  for (const auto& [name, path] : saves.items()) {
    lines.say("Remember " + path.get<std::string>() + " as $" + name + ".");
  }
}

}  // namespace

void tell_answer(const Json& step, const std::string& api, StepLines& lines) {
  tell_retries(step, lines);
  if (step.value("outcome", "") == "closed") {
    return lines.say("The broker must close the connection without an answer.");
  }
  if (step.contains("answer_version")) {
    lines.say("The answer is read as v" + text_of(step.at("answer_version")) + ".");
  }
  tell_expectation(step, api, lines);
  tell_narrowing(step, lines);
  tell_comparing(step, lines);
  tell_time(step, lines);
  tell_saves(step, lines);
}

}  // namespace cohort::conform
