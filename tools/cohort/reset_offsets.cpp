#include "reset_offsets.hpp"

#include "iso_time.hpp"
#include "serve.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

namespace cohort::tool {

namespace {

namespace json = boost::json;
using client::OffsetSpec;
using client::PartitionSet;
using client::TopicPartition;

using Offsets = std::map<TopicPartition, std::int64_t>;

/// The offsets of one kind; what can't be found fails.
Offsets find(AdminCommand& command, const PartitionSet& partitions, const OffsetSpec& spec) {
  std::map<TopicPartition, OffsetSpec> wanted;
  for (const TopicPartition& partition : partitions) wanted.emplace(partition, spec);
  Offsets found;
  for (const auto& [partition, outcome] : command.admin().list_offsets(wanted)) {
    const client::ListedOffset* offset = command.take(to_string(partition), outcome);
    if (offset != nullptr) found.emplace(partition, offset->offset);
  }
  return found;
}

Offsets committed_by(AdminCommand& command, const std::string& group) {
  Offsets committed;
  for (const auto& [partition, outcome] : command.admin().list_group_offsets(group)) {
    const client::CommittedOffset* offset = command.take(to_string(partition), outcome);
    if (offset != nullptr) committed.emplace(partition, offset->offset);
  }
  return committed;
}

/// By time; the end where no record is so new.
Offsets at_time(AdminCommand& command, const PartitionSet& partitions, Instant time) {
  Offsets offsets = find(command, partitions, OffsetSpec::at(time));
  const Offsets ends = find(command, partitions, OffsetSpec::latest());
  for (auto& [partition, offset] : offsets) {
    const auto end = ends.find(partition);
    if (offset < 0 && end != ends.end()) offset = end->second;
  }
  return offsets;
}

/// Between the ends of each log, and a word where that changes something (ConsumerGroupCommand's
/// checkOffsetsRange).
Offsets in_range(AdminCommand& command, const Offsets& wanted) {
  PartitionSet partitions;
  for (const auto& [partition, offset] : wanted) partitions.insert(partition);
  const Offsets first = find(command, partitions, OffsetSpec::earliest());
  const Offsets end = find(command, partitions, OffsetSpec::latest());
  Offsets offsets;
  for (const auto& [partition, offset] : wanted) {
    const auto lowest = first.find(partition);
    const auto highest = end.find(partition);
    if (lowest == first.end() || highest == end.end()) continue;
    const std::int64_t kept = std::clamp(offset, lowest->second, highest->second);
    if (kept != offset) {
      command.warn(fmt::format("{}: offset {} is not between {} and {}; {} is taken",
                               to_string(partition), offset, lowest->second, highest->second,
                               kept));
    }
    offsets.emplace(partition, kept);
  }
  return offsets;
}

Offsets shifted(AdminCommand& command, const PartitionSet& partitions, const Offsets& committed,
                std::int64_t by) {
  Offsets wanted;
  for (const TopicPartition& partition : partitions) {
    const auto found = committed.find(partition);
    if (found == committed.end()) {
      command.fail(to_string(partition), {.code = ErrorCode::none,
                                          .message = "nothing is committed that could be shifted"});
      continue;
    }
    wanted.emplace(partition, found->second + by);
  }
  return in_range(command, wanted);
}

Offsets at_current(AdminCommand& command, const PartitionSet& partitions,
                   const Offsets& committed) {
  Offsets wanted;
  PartitionSet rest;
  for (const TopicPartition& partition : partitions) {
    const auto found = committed.find(partition);
    if (found == committed.end()) {
      rest.insert(partition);
    } else {
      wanted.insert(*found);
    }
  }
  Offsets offsets = in_range(command, wanted);
  if (!rest.empty()) offsets.merge(find(command, rest, OffsetSpec::latest()));
  return offsets;
}

Offsets new_offsets(AdminCommand& command, const ResetOptions& options,
                    const PartitionSet& partitions, const Offsets& committed) {
  if (options.to_earliest) return find(command, partitions, OffsetSpec::earliest());
  if (options.to_latest) return find(command, partitions, OffsetSpec::latest());
  if (options.to_current) return at_current(command, partitions, committed);
  if (options.shift_by) return shifted(command, partitions, committed, *options.shift_by);
  if (options.to_datetime) {
    return at_time(command, partitions, parse_iso_time("--to-datetime", *options.to_datetime));
  }
  if (options.by_duration) {
    const Instant now(std::chrono::system_clock::now().time_since_epoch());
    return at_time(command, partitions,
                   now - parse_iso_duration("--by-duration", *options.by_duration));
  }
  Offsets wanted;
  for (const TopicPartition& partition : partitions) {
    wanted.emplace(partition, options.to_offset.value_or(0));
  }
  return in_range(command, wanted);
}

/// What is wrong with the words is said before anybody is asked.
void check_words(const ResetOptions& options) {
  if (options.topics.empty() && !options.all_topics) {
    throw UsageError("reset-offsets: --topic TOPIC[:0,2] or --all-topics");
  }
  if (options.to_datetime) parse_iso_time("--to-datetime", *options.to_datetime);
  if (options.by_duration) parse_iso_duration("--by-duration", *options.by_duration);
  for (const std::string& topic : options.topics) parse_topic_selection("--topic", topic);
}

void add_topic(AdminCommand& command, const TopicSelection& selection, PartitionSet& into) {
  const auto described = command.admin().describe_topics({selection.topic});
  const auto* topic = command.take("topic " + selection.topic, described.at(selection.topic));
  if (topic == nullptr) return;
  const auto size = static_cast<std::int32_t>(topic->partitions.size());
  if (selection.partitions.empty()) {
    for (std::int32_t i = 0; i < size; ++i) into.insert({selection.topic, i});
  }
  for (const std::int32_t partition : selection.partitions) {
    if (partition < size) {
      into.insert({selection.topic, partition});
    } else {
      command.fail(fmt::format("{}-{}", selection.topic, partition),
                   {.code = ErrorCode::unknown_topic_or_partition,
                    .message = fmt::format("the topic has {} partitions", size)});
    }
  }
}

int print_offsets(AdminCommand& command, const ResetOptions& options, const Offsets& committed,
                  const Offsets& offsets) {
  Table table({"GROUP", "TOPIC", "PARTITION", "COMMITTED", "NEW-OFFSET"});
  json::array rows;
  for (const auto& [partition, offset] : offsets) {
    const auto old = committed.find(partition);
    const bool has_old = old != committed.end();
    table.add({options.group, partition.topic, std::to_string(partition.partition),
               has_old ? std::to_string(old->second) : "", std::to_string(offset)});
    rows.push_back(json::object{{"topic", partition.topic},
                                {"partition", partition.partition},
                                {"committed", has_old ? json::value(old->second) : json::value()},
                                {"new_offset", offset}});
  }
  if (command.prints_json()) {
    return command.print(
        json::object{{"group", options.group}, {"executed", options.executes}, {"offsets", rows}});
  }
  return table.is_empty() ? command.status() : command.print(table);
}

}  // namespace

PartitionSet selected_partitions(AdminCommand& command, const ResetOptions& options) {
  PartitionSet partitions;
  for (const std::string& text : options.topics) {
    add_topic(command, parse_topic_selection("--topic", text), partitions);
  }
  if (options.all_topics) {
    for (const auto& [partition, offset] : committed_by(command, options.group)) {
      partitions.insert(partition);
    }
  }
  return partitions;
}

int reset_offsets(AdminCommand& command, const ResetOptions& options) {
  check_words(options);
  const auto described = command.admin().describe_groups({options.group});
  const auto* group = command.take("group " + options.group, described.at(options.group));
  if (group == nullptr) return command.status();
  if (group->state != "Empty" && group->state != "Dead") {
    command.fail(
        "group " + options.group,
        {.code = ErrorCode::non_empty_group,
         .message = "offsets can be reset while a group has no members; it is " + group->state});
    return print_offsets(command, options, {}, {});
  }
  const PartitionSet partitions = selected_partitions(command, options);
  const Offsets committed = committed_by(command, options.group);
  Offsets offsets = new_offsets(command, options, partitions, committed);
  if (options.executes && !offsets.empty()) {
    client::OffsetsToCommit commits;
    for (const auto& [partition, offset] : offsets) commits[partition] = {.offset = offset};
    for (const auto& [partition, outcome] :
         command.admin().alter_group_offsets(options.group, commits)) {
      if (command.take(to_string(partition), outcome) == nullptr) offsets.erase(partition);
    }
  }
  const int status = print_offsets(command, options, committed, offsets);
  if (!options.executes && !offsets.empty()) {
    command.warn("nothing was changed; --execute does it");
  }
  return status;
}

void add_reset_options(CLI::App& command, ResetOptions& options) {
  command.add_option("GROUP", options.group, "Id of the group")->required();
  command.add_option("--topic", options.topics, "TOPIC, or TOPIC:0,2 for some partitions")
      ->allow_extra_args(false);
  command.add_flag("--all-topics", options.all_topics, "All that the group has committed");
  CLI::Option_group& where = *command.add_option_group("where", "Where the group shall go on");
  where.add_flag("--to-earliest", options.to_earliest, "At the first record that is kept");
  where.add_flag("--to-latest", options.to_latest, "At the end");
  where.add_flag("--to-current", options.to_current, "Where it is; at the end where it is nowhere");
  where.add_option("--to-offset", options.to_offset, "At this offset")
      ->check(CLI::NonNegativeNumber);
  where.add_option("--shift-by", options.shift_by, "So many records ahead; below 0: back");
  where.add_option("--to-datetime", options.to_datetime,
                   "At the first record that is not older than 2024-01-01T10:30:00 (UTC)");
  where.add_option("--by-duration", options.by_duration,
                   "At the first record that is not older than P1D or PT1H30M");
  where.require_option(1);
  CLI::Option& execution =
      *command.add_flag("--execute", options.executes, "Do it; else it is only shown");
  command
      .add_flag_callback(
          "--dry-run", [] {}, "Only show it, as is done anyway")
      ->excludes(&execution);
}

}  // namespace cohort::tool
