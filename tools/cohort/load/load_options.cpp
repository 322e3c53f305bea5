#include "load/load_options.hpp"

#include "load/payload.hpp"
#include "serve.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <limits>

namespace cohort::load {

namespace {

constexpr double most_seconds = 1e7;
/// What is less than nothing wraps around to more.
constexpr std::uint64_t most_records = 1'000'000'000'000'000;

/// CLI::Range lets through what is not a number at all, since no comparison with it is true.
CLI::Validator between(double least, double most) {
  return CLI::Range(least, most) & CLI::Validator(
                                       [](const std::string& text) {
                                         const bool is_number =
                                             text.find_first_of("nN") == std::string::npos;
                                         return is_number ? "" : text + " is no number";
                                       },
                                       "");
}

CLI::App& add_workload(CLI::App& load, LoadOptions& options, Workload workload,
                       const std::string& help) {
  CLI::App& command = *load.add_subcommand(std::string(name(workload)), help);
  command.fallthrough();
  command.callback([&options, workload] { options.workload = workload; });
  return command;
}

void add_amount(CLI::App& command, LoadOptions& options, const std::string& usual) {
  command
      .add_option("--records", options.records,
                  "A round ends after so many records (default " + usual + ")")
      ->check(CLI::Range(std::uint64_t{1}, most_records));
  command.add_option("--seconds", options.seconds, "A round ends after so many seconds")
      ->check(between(0.001, most_seconds));
}

void add_records(CLI::App& command, LoadOptions& options) {
  command
      .add_option(
          "--record-size", options.record_size,
          "Bytes of a record's value; the half of them by chance, so that they can be packed")
      ->capture_default_str()
      ->check(CLI::Range(std::size_t{0}, std::size_t{1} << 30U));
  command.add_option("--compression", options.compression, "none, gzip, snappy, lz4 or zstd");
  command.add_option("--acks", options.acks, "0 nobody, 1 the leader, all (default)");
  command.add_option("--producers", options.producers, "Clients that send, each with its threads")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000));
}

void add_batch(CLI::App& command, LoadOptions& options) {
  command
      .add_option("--batch-records,--records-per-batch", options.batch_records,
                  "So many records in a batch, about (1: each by itself; default: 64 kB of them)")
      ->check(CLI::Range(1, 1'000'000));
}

void add_consumers(CLI::App& command, LoadOptions& options, const std::string& help) {
  command.add_option("--consumers", options.consumers, help)->check(CLI::Range(1, 1000));
}

void add_rate(CLI::App& command, LoadOptions& options) {
  command
      .add_option("--rate", options.rate,
                  "Records a second in all, sent when they are due, whatever is answered "
                  "(default 1000)")
      ->check(between(0.001, 1e7));
}

void add_group(CLI::App& command, LoadOptions& options) {
  command
      .add_option("--session-timeout", options.session_timeout,
                  "So long a member that died stays in the group")
      ->capture_default_str();
  command
      .add_option("--heartbeat-interval", options.heartbeat_interval,
                  "So often members ask whether the group rebalances")
      ->capture_default_str();
}

void add_common(CLI::App& load, LoadOptions& options) {
  tool::add_client_options(load, options.client, "table for people, json for programs");
  // `compare` asks no broker.
  load.get_option("--bootstrap")->required(false);
  load.add_option("--partitions", options.partitions, "Of the topic that is made")
      ->capture_default_str()
      ->check(CLI::Range(1, 100'000));
  load.add_option("--topic", options.topic, "One that is there, and stays")
      ->excludes("--partitions");
  load.add_flag("--keep", options.keeps, "Leave the topics and groups that were made");
  load.add_option("--rounds", options.rounds,
                  "What is shown are medians of so many (default 1, rebalance 3)")
      ->check(CLI::Range(1, 1000));
  load.add_option("--warmup", options.warmup, "So many seconds before that are not counted")
      ->capture_default_str()
      ->check(between(0.0, most_seconds));
  load.add_option("--pid", options.processes,
                  "The broker's process on this machine (or several): its CPU time and memory")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::Range(1, std::numeric_limits<pid_t>::max()));
  load.add_option("--name", options.name, "What comparisons call this result");
  load.add_option("--timeout", options.client.timeout,
                  "So long anything may take, such as 500ms or 30s (default 30s)");
}

}  // namespace

std::string_view name(Workload workload) {
  switch (workload) {
    case Workload::produce:
      return "produce";
    case Workload::consume:
      return "consume";
    case Workload::latency:
      return "latency";
    case Workload::rebalance:
      return "rebalance";
    case Workload::soak:
      return "soak";
    case Workload::compare:
      return "compare";
  }
  return "";
}

void add_load_options(CLI::App& load, LoadOptions& options) {
  load.require_subcommand(1);
  add_common(load, options);
  CLI::App& produce = add_workload(load, options, Workload::produce, "Send as fast as it goes.");
  add_amount(produce, options, "1,000,000");
  add_records(produce, options);
  add_batch(produce, options);
  CLI::App& consume = add_workload(load, options, Workload::consume,
                                   "Fill a topic, then read all of it as fast as it goes.");
  add_amount(consume, options, "1,000,000");
  add_records(consume, options);
  add_batch(consume, options);
  add_consumers(consume, options, "Clients that share the partitions, without a group (default 1)");
  CLI::App& latency = add_workload(
      load, options, Workload::latency,
      "From when a record was due to be sent to when a waiting consumer has it, at a rate.");
  add_amount(latency, options, "10 seconds of them");
  add_records(latency, options);
  add_rate(latency, options);
  add_consumers(latency, options, "Clients that wait for records (default 1)");
  latency
      .add_option("--most-behind", options.most_behind,
                  "The rate can't be held when so many seconds of it are under way")
      ->capture_default_str()
      ->check(between(0.01, most_seconds));
  CLI::App& rebalance =
      add_workload(load, options, Workload::rebalance,
                   "A group forms, one joins, one leaves, one dies: the time of each.");
  add_consumers(rebalance, options, "Members that form the group (default 3)");
  add_group(rebalance, options);
  CLI::App& soak =
      add_workload(load, options, Workload::soak,
                   "Send and read in a group that changes, and check that no record is lost, "
                   "doubled or out of order.");
  soak.add_option("--seconds", options.seconds, "So long (default 60)")
      ->check(between(0.001, most_seconds));
  add_records(soak, options);
  add_rate(soak, options);
  add_consumers(soak, options, "Members of the group (default 3)");
  add_group(soak, options);
  soak.add_option("--change-every", options.change_every,
                  "Seconds from one member that comes, leaves or dies to the next; 0: none does")
      ->capture_default_str()
      ->check(between(0.0, most_seconds));
  soak.add_option("--report-every", options.report_every, "Seconds from one line to the next")
      ->capture_default_str()
      ->check(between(0.1, most_seconds));
  CLI::App& compare =
      add_workload(load, options, Workload::compare, "Several results of -o json side by side.");
  compare
      .add_option("RESULT", options.results, "Files; the first is what others are compared with")
      ->required();
  compare.add_flag("--any-settings", options.compares_any_settings,
                   "Also those that were measured with other settings");
}

LoadOptions completed(LoadOptions options) {
  if (options.client.bootstrap.empty()) throw tool::UsageError("--bootstrap is required");
  const bool has_amount = options.records || options.seconds;
  const bool is_paced = options.workload == Workload::latency || options.workload == Workload::soak;
  const bool is_grouped =
      options.workload == Workload::rebalance || options.workload == Workload::soak;
  const bool reads_what_is_there = options.workload == Workload::consume && options.topic;
  constexpr std::uint64_t usual_records = 1'000'000;
  constexpr double usual_seconds = 10;
  constexpr double usual_soak = 60;
  constexpr double usual_rate = 1000;
  if (options.workload == Workload::soak) {
    options.seconds = options.seconds.value_or(usual_soak);
  } else if (!has_amount && is_paced) {
    options.seconds = usual_seconds;
  } else if (!has_amount && !is_grouped && !reads_what_is_there) {
    options.records = usual_records;
  }
  if (options.workload == Workload::consume && !options.records && !options.topic) {
    options.records = usual_records;
  }
  if (reads_what_is_there && options.records) {
    throw tool::UsageError("--records: consume reads all that is in a topic of yours");
  }
  if (is_paced) options.rate = options.rate.value_or(usual_rate);
  options.consumers = options.consumers.value_or(is_grouped ? 3 : 1);
  options.rounds = options.rounds.value_or(options.workload == Workload::rebalance ? 3 : 1);
  if (is_paced && options.record_size < RecordMark::size) {
    throw tool::UsageError(fmt::format("--record-size {}: {} needs {} bytes for what it checks",
                                       options.record_size, name(options.workload),
                                       RecordMark::size));
  }
  if (options.workload == Workload::rebalance && *options.consumers < 2) {
    throw tool::UsageError("--consumers 1: one joins, one leaves, one dies: nobody would be left");
  }
  if (options.workload == Workload::soak && options.topic) {
    throw tool::UsageError("--topic: a soak deletes the records that were read; it makes its own");
  }
  return options;
}

}  // namespace cohort::load
