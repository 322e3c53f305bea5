#include "conformance/play/matcher.hpp"

#include "conformance/codec/message_json.hpp"
#include "conformance/play/json_path.hpp"

#include <algorithm>
#include <optional>
#include <regex>

namespace cohort::conform {

namespace {

constexpr const char* no_id = "00000000-0000-0000-0000-000000000000";

bool is_uuid(const std::string& text) {
  static const std::regex form("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
  return std::regex_match(text, form);
}

/// The word for a value in `{"any": …}`.
std::string kind_of(const Json& value) {
  if (value.is_boolean()) return "bool";
  if (value.is_number_integer()) return "int";
  if (value.is_number_float()) return "float";
  if (value.is_binary()) return "bytes";
  if (value.is_array()) return "list";
  if (!value.is_string()) return "other";
  return is_uuid(value.get<std::string>()) ? "uuid" : "string";
}

/// As Python has it: null, false, zero and whatever is empty say nothing.
bool says_something(const Json& value) {
  if (value.is_boolean()) return value.get<bool>();
  if (value.is_number()) return value != 0;
  if (value.is_string()) return !value.get<std::string>().empty();
  if (value.is_binary()) return !value.get_binary().empty();
  return !value.empty();
}

bool is_message_field(const std::string& name) {
  return name == "error_message" || name == "batch_index_error_message";
}

std::vector<std::string> list_of(const Json& step, const char* key) {
  return step.value(key, std::vector<std::string>{});
}

/// Tagged fields that the schema has not, as the decoder shows them. Whoever reads an answer passes
/// over them, as a newer broker may have more than Kafka 3.9 (KIP-482).
constexpr const char* unknown_tags = "_tags";

bool contains(const std::vector<std::string>& list, const std::string& text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

std::string shortened(const Json& value) { return text_of(value).substr(0, 300); }

std::vector<Difference> unless(bool fits, const std::string& path, const std::string& wanted,
                               const Json& got) {
  if (fits) return {};
  return {{.path = path, .expected = wanted, .got = shortened(got)}};
}

/// Kafka may say that there is nothing in either way.
bool is_nothing(const Json& value) {
  return value.is_null() || (value.is_array() && value.empty());
}

}  // namespace

Matcher::Matcher(const Variables& variables, const Json& step, int version)
    : variables_(variables),
      ignored_(list_of(step, "ignore")),
      unordered_(list_of(step, "unordered")),
      version_(version) {
  if (!step.value("check_throttle", false)) ignored_.emplace_back("throttle_time_ms");
}

bool Matcher::is_ignored(const std::string& name, const std::string& path) const {
  return contains(ignored_, name) || contains(ignored_, without_indexes(path));
}

bool Matcher::is_unordered(const std::string& path) const {
  return contains(unordered_, without_indexes(path));
}

std::vector<Difference> Matcher::differences(const Json& want, const Json& got,
                                             const std::string& path) const {
  if (want.is_object() && want.size() == 1) {
    const std::string key = want.begin().key();
    const Json& inner = want.begin().value();
    if (key == "any_of") return any_of(inner, got, path);
    if (key == "any") {
      const std::string kind = inner.get<std::string>();
      const bool fits = kind_of(got) == kind || (kind == "string" && got.is_string());
      return unless(fits && got != no_id, path, "any " + kind, got);
    }
    if (key == "nonempty") return unless(says_something(got), path, "something", got);
    if (key == "message") {
      return unless(got.is_string() && says_something(got), path, "a message", got);
    }
  }
  if (path.ends_with("aborted_transactions") && is_nothing(want) && is_nothing(got)) return {};
  if (got.is_binary()) {
    const Json filled = variables_.fill(want, version_);
    return unless(bytes_from_json(filled) == bytes_from_json(got), path, text_of(filled), got);
  }
  if (want.is_object() && got.is_object()) return objects(want, got, path);
  if (want.is_array() && got.is_array()) return arrays(want, got, path);
  const Json filled = variables_.fill(want, version_);
  return unless(filled == got, path, text_of(filled), got);
}

Matcher::Differences Matcher::any_of(const Json& wants, const Json& got,
                                     const std::string& path) const {
  std::optional<Differences> best;
  for (const Json& want : wants) {
    Differences found = differences(want, got, path);
    if (!best || found.size() < best->size()) best = std::move(found);
  }
  return best.value_or(unless(false, path, "nothing at all", got));
}

Matcher::Differences Matcher::objects(const Json& want, const Json& got,
                                      const std::string& path) const {
  Differences found;
  Json names = want;
  names.update(got);
  for (const auto& [name, unused] : names.items()) {
    if (name == unknown_tags && !want.contains(name)) continue;
    std::string here = path;
    if (!here.empty()) here += ".";
    here += name;
    // Only a message that is missing where there is an error does harm.
    const bool has_no_error = got.contains("error_code") && !says_something(got.at("error_code"));
    const bool is_free = has_no_error || !want.contains(name) || !says_something(want.at(name));
    if (is_ignored(name, here) || (is_message_field(name) && is_free)) continue;
    if (!got.contains(name)) {
      found.push_back({here, shortened(want.at(name)), "nothing"});
    } else if (!want.contains(name)) {
      found.push_back({here, "nothing", shortened(got.at(name))});
    } else {
      const Differences inner = differences(want.at(name), got.at(name), here);
      found.insert(found.end(), inner.begin(), inner.end());
    }
  }
  return found;
}

Matcher::Differences Matcher::arrays(const Json& want, const Json& got,
                                     const std::string& path) const {
  if (want.size() != got.size()) {
    return {{.path = path,
             .expected = std::to_string(want.size()) + " entries",
             .got = std::to_string(got.size()) + ": " + shortened(got)}};
  }
  if (is_unordered(path)) return in_any_order(want, got, path);
  Differences found;
  for (std::size_t i = 0; i < want.size(); ++i) {
    const Differences inner = differences(want[i], got[i], path + "[" + std::to_string(i) + "]");
    found.insert(found.end(), inner.begin(), inner.end());
  }
  return found;
}

Matcher::Differences Matcher::in_any_order(const Json& want, const Json& got,
                                           const std::string& path) const {
  Differences found;
  Json left = got;
  for (std::size_t i = 0; i < want.size(); ++i) {
    const std::string here = path + "[" + std::to_string(i) + "]";
    std::optional<Differences> best;
    for (std::size_t j = 0; j < left.size(); ++j) {
      Differences inner = differences(want[i], left[j], here);
      if (inner.empty()) {
        left.erase(j);
        best.emplace();
        break;
      }
      if (!best || inner.size() < best->size()) best = std::move(inner);
    }
    if (best) found.insert(found.end(), best->begin(), best->end());
  }
  return found;
}

Json pruned(const Json& want, const std::vector<Field>& fields, int version) {
  if (want.is_array()) {
    Json kept = Json::array();
    for (const Json& element : want) kept.push_back(pruned(element, fields, version));
    return kept;
  }
  if (!want.is_object() || fields.empty()) return want;
  Json kept = Json::object();
  for (const auto& [name, value] : want.items()) {
    const Field* field = find_field(fields, name);
    if (field == nullptr) {
      kept[name] = value;
    } else if (field->versions.contains(version)) {
      kept[name] = pruned(value, field->fields, version);
    }
  }
  return kept;
}

}  // namespace cohort::conform
