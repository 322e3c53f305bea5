#include <cohort/client/json_serde.hpp>

#include <boost/json/serialize.hpp>
#include <boost/json/stream_parser.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace cohort::client {

namespace json = boost::json;

namespace {

/// What is wrong at this byte, as people count lines and as programs count bytes.
std::string at_byte(std::string_view text, std::size_t byte, const std::string& what) {
  const std::string_view before = text.substr(0, byte);
  const auto line = 1 + std::ranges::count(before, '\n');
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0.
  std::string message =
      fmt::format("{} at byte {} (line {}, column {})", what, byte, line, byte - line_start + 1);
  constexpr std::size_t shown = 20;
  const std::string_view rest = text.substr(byte);
  if (rest.empty()) return message + ", where the text ends";
  return message + fmt::format(", before \"{}\"", rest.substr(0, shown));
}

}  // namespace

json::value json_from(std::string_view text) {
  json::stream_parser parser;
  json::error_code failed;
  const std::size_t read = parser.write_some(text.data(), text.size(), failed);
  if (failed) throw MalformedBytes(at_byte(text, read, failed.message()));
  if (read < text.size()) throw MalformedBytes(at_byte(text, read, "more than one JSON value"));
  parser.finish(failed);
  if (failed) throw MalformedBytes(at_byte(text, read, failed.message()));
  return parser.release();
}

std::string json_text(const json::value& value) { return json::serialize(value); }

Serde<json::value> json_serde() {
  return {[](const json::value& value) { return Buffer::copy_of(json_text(value)); },
          [](std::optional<Buffer> bytes) {
            if (!bytes) throw MalformedBytes("null where JSON is expected");
            return json_from(bytes->text());
          }};
}

}  // namespace cohort::client
