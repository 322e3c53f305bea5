#include "conformance/report/explain.hpp"

#include "conformance/report/step_words.hpp"
#include "conformance/report/text_layout.hpp"
#include "conformance/suite/area.hpp"

#include <algorithm>
#include <map>

namespace cohort::conform {

namespace {

/// A row of the head, its name in a column of its own.
std::string row(std::string_view heading, std::string_view text) {
  std::string lead(heading);
  lead.resize(10, ' ');
  return wrapped(text, lead);
}

std::string plain(const Json& value) {
  return value.is_string() ? value.get<std::string>() : text_of(value);
}

/// Kafka's versions, the newest first; what is said of a way to run one, behind it.
std::vector<std::string> versions_in_order(const Json& holds) {
  std::vector<std::string> versions;
  for (const auto& [version, unused] : holds.items()) versions.push_back(version);
  const auto release = [](const std::string& version) {
    return version.substr(0, version.find('-'));
  };
  std::stable_sort(versions.begin(), versions.end(),
                   [&](const std::string& a, const std::string& b) {
                     return release(a) > release(b) || (release(a) == release(b) && a < b);
                   });
  return versions;
}

std::string holding_in_words(const std::string& word) {
  static const std::map<std::string, std::string> words{
      {"recorded", "these are its answers"},
      {"same", "answers the same"},
      {"accepted too", "answers otherwise, which is accepted, too"},
      {"differs", "answers otherwise"},
      {"by source", "answers so by its source; not recorded"},
  };
  const auto found = words.find(word);
  return found == words.end() ? word : found->second;
}

std::string version_in_words(const std::string& version) {
  const std::size_t classic = version.find("-classic");
  if (classic == std::string::npos) return "Kafka " + version;
  return "Kafka " + version.substr(0, classic) + " with its classic group coordinator";
}

std::string kafkas(const Case& explained) {
  std::string text;
  for (const std::string& version : versions_in_order(explained.holds)) {
    const std::string word = holding_in_words(plain(explained.holds.at(version)));
    std::string line = version_in_words(version) + ": " + word;
    if (explained.differs.contains(version)) {
      line += " (" + plain(explained.differs.at(version)) + ")";
    }
    text += row(text.empty() ? "Holds" : "", line + ".");
  }
  return text;
}

std::string needs_in_words(const Json& needs) {
  std::vector<std::string> words;
  for (const auto& [key, value] : needs.items()) {
    if (key != "brokers") words.push_back(key + " = " + plain(value));
  }
  const std::string count = plain(needs.value("brokers", Json(1)));
  words.push_back(count == "1" ? "a single broker" : count + " brokers");
  return listed(words) + ". Skipped where it is otherwise.";
}

std::string tag_in_words(const std::string& tag) {
  static const std::map<std::string, std::string> words{
      {"timer", "it depends on real time"},
      {"alone", "no other case may be played at the same time"},
      {"shared-group", "it shares a group with others, and is played alone"},
      {"quirk", "true of Kafka, but no client depends on it"},
  };
  const auto found = words.find(tag);
  return found == words.end() ? tag : tag + " (" + found->second + ")";
}

std::string head(const Case& explained) {
  std::string text = wrapped(explained.id + ": " + explained.title, "") + "\n";
  if (!explained.why.empty()) text += row("Why", explained.why);
  const std::size_t place = area_place(explained.area());
  if (place < areas().size()) {
    text +=
        row("Area", std::string(areas()[place].title) + ": " + std::string(areas()[place].about));
  }
  text += row("Source", explained.origin() + ".") + kafkas(explained);
  text += row("Needs", needs_in_words(explained.needs));
  std::vector<std::string> tags;
  for (const std::string& tag : explained.tags) tags.push_back(tag_in_words(tag));
  if (!tags.empty()) text += row("Tags", listed(tags) + ".");
  return text;
}

/// What the steps leave unsaid, as far as these have to do with it.
std::string notes(const Case& explained) {
  const std::string steps = explained.steps.dump();
  const auto has = [&](std::string_view text) { return steps.find(text) != std::string::npos; };
  std::string text =
      "A request's fields that are not named have their defaults. Every answer must "
      "come within 5 s. ";
  if (has("\"expect\"")) {
    text +=
        "Answers are compared whole, but for throttle_time_ms (unless a step says so) and for "
        "error messages where there is no error or Kafka gives none. ";
  }
  if (has("\"message\"")) text += "Where a message is asked for, any text will do. ";
  if (has("aborted_transactions"))
    text += "Where there are no aborted_transactions, null and an empty list are the same. ";
  if (has("\"client_id\"")) {
    text += "The client id is \"oracle\" where a step does not say otherwise. ";
  }
  if (has("{run}")) text += "{run} is a suffix that no other run has. ";
  if (has("{v}")) text += "{v} is the version that is sent. ";
  if (has("\"$node\"")) text += "$node is the broker's id. ";
  if (has("\"$cluster\"")) text += "$cluster is the cluster's id. ";
  if (has("\"create_topic\"") || has("\"delete_topic\"") || has("\"produce\"")) {
    text += "Topics are made, deleted and written to on a connection of their own. ";
  }
  text.pop_back();
  return row("Notes", text);
}

}  // namespace

std::string explain(const Case& explained) {
  return head(explained) + "\nSteps, the first that does not go as told ending the case:\n" +
         steps_in_words(explained.steps) + "\n" + notes(explained);
}

}  // namespace cohort::conform
