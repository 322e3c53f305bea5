#include "consume.hpp"

#include "duration.hpp"
#include "reading.hpp"
#include "serve.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <string_view>
#include <utility>

namespace cohort::tool {

namespace {

bool is_pattern(const std::string& topic) { return topic.starts_with('^'); }

/// The name as a regular expression that matches nothing else.
std::string literally(std::string_view name) {
  std::string pattern;
  for (const char c : name) {
    if (std::string_view("\\^$.|?*+()[]{}").find(c) != std::string_view::npos) pattern += '\\';
    pattern += c;
  }
  return pattern;
}

/// Of whole names, as the client matches. A ^REGEX is one of a name's beginning, as librdkafka
/// matches.
std::string pattern_of(const std::vector<std::string>& topics) {
  std::string pattern;
  for (const std::string& topic : topics) {
    if (!pattern.empty()) pattern += '|';
    pattern += is_pattern(topic) ? fmt::format("(?:{}).*", topic) : literally(topic);
  }
  return pattern;
}

client::ConsumerConfig consumer_config_of(const ConsumeOptions& options) {
  ClientSettings settings(options.client, client::Role::consumer);
  if (options.group) settings.give("--group", "group.id", *options.group);
  if (options.from_beginning) settings.give("--from-beginning", "auto.offset.reset", "earliest");
  if (options.client.timeout) {
    const Duration timeout = parse_duration("--timeout", *options.client.timeout);
    const auto ms = std::chrono::duration_cast<milliseconds>(timeout).count();
    settings.give("--timeout", "default.api.timeout.ms", std::to_string(ms));
  }
  settings.prefer("client.id", "cohort-consume");
  settings.prefer("allow.auto.create.topics", "false");  // Who reads makes nothing, as with kcat.
  return client::consumer_config(settings.properties());
}

/// What a group does by itself can't be asked for.
void check_group_options(const ConsumeOptions& options, bool has_group) {
  const bool has_pattern = std::any_of(options.topics.begin(), options.topics.end(), is_pattern);
  if (!has_group && has_pattern) {
    throw UsageError("--topic ^REGEX: needs --group, whose members see new topics");
  }
  if (has_group && !options.partitions.empty()) {
    throw UsageError("--partition: not with a group, which gives each member its partitions");
  }
  if (has_group && options.offset) {
    throw UsageError(
        "--offset: not with a group, which goes on where it was; see --from-beginning");
  }
}

ReadingPlan plan_of(const ConsumeOptions& options) {
  ReadingPlan plan{.config = consumer_config_of(options)};
  check_group_options(options, plan.config.group_id.has_value());
  if (options.offset && options.from_beginning) {
    throw UsageError("--offset and --from-beginning: both say where to begin");
  }
  if (options.format && options.client.output == "json") {
    throw UsageError("-f and -o json: both say how to print");
  }
  plan.topics.insert(options.topics.begin(), options.topics.end());
  if (std::any_of(options.topics.begin(), options.topics.end(), is_pattern)) {
    plan.pattern = pattern_of(options.topics);
  }
  plan.partitions.insert(options.partitions.begin(), options.partitions.end());
  if (options.offset) plan.start = parse_start_offset(*options.offset);
  plan.count = options.count;
  if (options.idle_exit) plan.idle = parse_duration("--idle-exit", *options.idle_exit);
  if (options.client.output != "json") plan.format.emplace(options.format.value_or("%s\\n"));
  return plan;
}

void add_ends(CLI::App& consume, ConsumeOptions& options) {
  consume.add_option("--count", options.count, "End after so many records")
      ->check(CLI::NonNegativeNumber);
  consume.add_option("--idle-exit", options.idle_exit,
                     "End when no record came for so long, such as 500ms or 3s");
}

}  // namespace

CLI::App& add_consume(CLI::App& app, ConsumeOptions& options) {
  CLI::App& consume =
      *app.add_subcommand("consume", "Print the records of topics, until SIGINT or SIGTERM.");
  add_client_options(consume, options.client,
                     "table prints values, or what -f says; json an object for each record");
  consume
      .add_option("--topic", options.topics,
                  "Topic to read; with --group also ^REGEX: all whose names begin like that")
      ->required()
      ->allow_extra_args(false);
  consume.add_option("--group", options.group,
                     "Read as a member of this group, and commit what is printed");
  consume
      .add_option("--partition", options.partitions, "Partition to read (default: all), or several")
      ->delimiter(',')
      ->check(CLI::Range(0, std::numeric_limits<std::int32_t>::max()))
      ->allow_extra_args(false);
  consume.add_flag("--from-beginning", options.from_beginning,
                   "Where nothing is committed, begin with the first record, not at the end");
  consume.add_option("--offset", options.offset,
                     "Begin at beginning, end, an offset, -N (the last N records), @MILLISECONDS "
                     "or a time such as 2024-01-01T00:00:00Z");
  add_ends(consume, options);
  consume.add_option("-f", options.format,
                     "What to print of each record: %k key, %s value, %K and %S their lengths, %t "
                     "topic, %p partition, %o offset, %T timestamp in ms, %h headers, %%; and \\n "
                     "\\r \\t \\xHH (default %s\\n)");
  consume.add_option("--timeout", options.client.timeout,
                     "So long brokers may take to answer, and a group to be joined (default 1m)");
  return consume;
}

int consume(const ConsumeOptions& options) {
  Reading(plan_of(options)).run();
  return 0;
}

}  // namespace cohort::tool
