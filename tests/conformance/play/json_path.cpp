#include "conformance/play/json_path.hpp"

#include "conformance/codec/message_json.hpp"

#include <algorithm>

namespace cohort::conform {

Json& at_path(Json& value, const std::string& path) {
  Json* here = &value;
  std::size_t start = 0;
  while (start < path.size()) {
    const std::size_t end = std::min(path.find_first_of(".[]", start), path.size());
    const std::string part = path.substr(start, end - start);
    start = end + 1;
    if (part.empty()) continue;
    const bool is_there = here->is_array()    ? std::stoul(part) < here->size()
                          : here->is_object() ? here->contains(part)
                                              : false;
    if (!is_there) throw Failure("nothing at " + path + " in " + text_of(value).substr(0, 300));
    here = here->is_array() ? &(*here)[std::stoul(part)] : &(*here)[part];
  }
  return *here;
}

std::string without_indexes(const std::string& path) {
  std::string plain;
  bool is_inside = false;
  for (const char c : path) {
    if (c == '[') is_inside = true;
    if (!is_inside) plain += c;
    if (c == ']') is_inside = false;
  }
  return plain.starts_with('.') ? plain.substr(1) : plain;
}

std::set<int> error_codes_in(const Json& answer) {
  std::set<int> codes;
  if (!answer.is_structured()) return codes;
  for (const auto& [name, value] : answer.items()) {
    if (answer.is_object() && name.ends_with("error_code")) codes.insert(value.get<int>());
    codes.merge(error_codes_in(value));
  }
  return codes;
}

bool mentions(const Json& value, const std::string& text) {
  if (value.is_string() || value.is_binary()) {
    return bytes_from_json(value)->find(text) != std::string::npos;
  }
  if (!value.is_structured()) return false;
  return std::any_of(value.begin(), value.end(),
                     [&](const Json& inner) { return mentions(inner, text); });
}

}  // namespace cohort::conform
