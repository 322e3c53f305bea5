#include "conformance/play/variables.hpp"

#include <string_view>

namespace cohort::conform {

namespace {

std::string replaced(std::string text, std::string_view from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

bool is_call(const Json& value, const char* name) {
  return value.size() == 1 && value.contains(name);
}

std::string repeated(const Json& arguments) {
  const std::string piece = arguments.at(0).get<std::string>();
  std::string text;
  for (int left = arguments.at(1).get<int>(); left > 0; --left) text += piece;
  return text;
}

}  // namespace

const Json* Variables::find(const std::string& name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? nullptr : &found->second;
}

Json Variables::fill_text(const std::string& text, int version) const {
  if (text.starts_with('$')) {
    if (const Json* value = find(text.substr(1))) return *value;
  }
  return replaced(replaced(text, "{run}", suffix_), "{v}", std::to_string(version));
}

Json Variables::fill(const Json& value, int version) const {
  if (value.is_string()) return fill_text(value.get<std::string>(), version);
  if (!value.is_structured()) return value;
  if (value.is_object() && is_call(value, "repeat")) return repeated(value.at("repeat"));
  if (value.is_object() && is_call(value, "add")) {
    const Json& arguments = value.at("add");
    return fill(arguments.at(0), version).get<std::int64_t>() + arguments.at(1).get<std::int64_t>();
  }
  Json filled = value;
  for (Json& inner : filled) inner = fill(inner, version);
  return filled;
}

}  // namespace cohort::conform
