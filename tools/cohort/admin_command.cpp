#include "admin_command.hpp"

#include "duration.hpp"
#include "serve.hpp"
#include "standard_output.hpp"

#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <iostream>
#include <utility>

namespace cohort::tool {

namespace {

std::string whole_ms(Duration duration) {
  return std::to_string(std::chrono::duration_cast<milliseconds>(duration).count());
}

client::AdminConfig admin_config_of(const ClientOptions& options) {
  ClientSettings settings(options, client::Role::admin);
  settings.prefer("client.id", "cohort-admin");
  if (options.timeout) {
    const Duration timeout = parse_duration("--timeout", *options.timeout);
    settings.give("--timeout", "default.api.timeout.ms", whole_ms(timeout));
    // A question may not take longer than all of them.
    const Duration usual = client::ClientConfig{}.request_timeout;
    settings.prefer("request.timeout.ms",
                    whole_ms(std::max<Duration>(std::min(timeout, usual), milliseconds(1))));
  }
  return client::admin_config(settings.properties());
}

}  // namespace

AdminCommand::AdminCommand(const ClientOptions& options)
    : admin_(admin_config_of(options)), prints_json_(options.output == "json") {}

void AdminCommand::fail(const std::string& subject, const client::Failure& failure) {
  warn(fmt::format("{}: {}", subject, client::Error(failure).what()));
  failures_.push_back(boost::json::object{
      {"subject", subject},
      {"error", failure.code == ErrorCode::none ? std::string(client::name(failure.kind))
                                                : std::string(name(failure.code))},
      {"message", failure.message}});
}

void AdminCommand::warn(const std::string& text) { std::cerr << "cohort: " << text << '\n'; }

int AdminCommand::print(const std::string& text) {
  StandardOutput output;
  output.text() = text;
  // Whoever does not want to read it all is not to be told.
  static_cast<void>(output.flush());
  return status();
}

int AdminCommand::print(const Table& table) { return print(table.text()); }

int AdminCommand::print(boost::json::object object) {
  if (!failures_.empty()) object["failures"] = failures_;
  return print(boost::json::serialize(object) + "\n");
}

std::string joined(const std::vector<std::int32_t>& numbers) {
  return fmt::format("{}", fmt::join(numbers, ","));
}

TopicSelection parse_topic_selection(std::string_view option, std::string_view text) {
  const std::size_t colon = text.find(':');
  TopicSelection selection{.topic = std::string(text.substr(0, colon)), .partitions = {}};
  bool is_good = !selection.topic.empty();
  std::string_view rest = colon == std::string_view::npos ? "" : text.substr(colon + 1);
  is_good = is_good && (colon == std::string_view::npos || !rest.empty());
  while (is_good && !rest.empty()) {
    const std::size_t comma = rest.find(',');
    const std::string_view part = rest.substr(0, comma);
    std::int32_t partition = -1;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), partition);
    is_good = error == std::errc{} && end == part.data() + part.size() && partition >= 0;
    selection.partitions.push_back(partition);
    rest = comma == std::string_view::npos ? "" : rest.substr(comma + 1);
  }
  if (!is_good) {
    throw UsageError(fmt::format("{} {}: TOPIC or TOPIC:0,2", option, text));
  }
  return selection;
}

std::pair<std::string, std::string> parse_setting(std::string_view option, std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    throw UsageError(fmt::format("{} {}: KEY=VALUE", option, text));
  }
  return {std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
}

}  // namespace cohort::tool
