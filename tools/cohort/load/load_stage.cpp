#include "load/load_stage.hpp"

#include "load/client_configs.hpp"
#include "serve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iostream>
#include <random>
#include <stdexcept>
#include <thread>

namespace cohort::load {

namespace {

/// Who ends a load does not want to wait for a broker that is gone.
constexpr Duration longest_farewell = std::chrono::seconds(5);

/// "load-" and ten hexadecimal digits: no longer than what a std::string holds without memory of
/// its own, since each record has a copy.
std::string random_name() {
  std::random_device device;
  constexpr std::uint64_t forty_bits = 0xff'ffff'ffff;
  const std::uint64_t high = device();
  return fmt::format("load-{:010x}", (high << 32U | device()) & forty_bits);
}

void forget(std::vector<std::string>& names, const std::string& name) {
  names.erase(std::remove(names.begin(), names.end(), name), names.end());
}

/// What fails is tried again at the end.
void attempt(const std::function<void()>& deletion) {
  try {
    deletion();
  } catch (const client::Error&) {  // NOLINT(bugprone-empty-catch): the end tells.
  }
}

void check_processes(const std::vector<pid_t>& processes) {
  try {
    static_cast<void>(figures_of(processes));
  } catch (const std::runtime_error& error) {
    throw tool::UsageError(fmt::format("--pid: {}", error.what()));
  }
}

double in_seconds(std::chrono::nanoseconds time) {
  return std::chrono::duration<double>(time).count();
}

double per_second(double count, Clock::duration time) {
  constexpr double shortest = 1e-9;
  return count / std::max(std::chrono::duration<double>(time).count(), shortest);
}

}  // namespace

LoadStage::LoadStage(const LoadOptions& options)
    : options_(options),
      patience_(timeout_of(options.client)),
      farewell_(std::min<Duration>(patience_, longest_farewell)),
      line_(true) {
  check_settings(options.client);
  static_cast<void>(bulk_producer());
  static_cast<void>(consumer("g"));
  check_processes(options.processes);
  admin_ = std::make_unique<client::Admin>(admin_config_of(options.client));
}

LoadStage::~LoadStage() {
  try {
    if (!options_.keeps) drop_all();
  } catch (const std::exception& error) {
    std::cerr << fmt::format("cohort: not everything was deleted: {}\n", error.what());
  }
}

void LoadStage::drop_all() {
  if (!topics_.empty()) {
    for (const auto& [topic, outcome] : admin_->delete_topics(topics_, farewell_)) {
      if (!outcome.has_error()) continue;
      std::cerr << fmt::format("cohort: topic {} was not deleted: {}\n", topic,
                               client::Error(outcome.error()).what());
    }
  }
  // A member that died is of its group until its session ends.
  const Clock::time_point deadline = Clock::now() + patience_;
  while (!groups_.empty()) {
    delete_groups(groups_);
    if (is_stopped() || Clock::now() > deadline) break;
    constexpr std::chrono::milliseconds glance(100);
    if (!groups_.empty()) std::this_thread::sleep_for(glance);
  }
  for (const std::string& group : groups_) {
    std::cerr << fmt::format("cohort: group {} still has a member and was not deleted\n", group);
  }
}

std::string LoadStage::make_topic() {
  if (options_.topic) {
    // Who writes to one that is not there may make it.
    static_cast<void>(partitions_of(*options_.topic));
    return *options_.topic;
  }
  std::string topic = random_name();
  client::require_all(admin_->create_topics({{.name = topic, .partitions = options_.partitions}}));
  topics_.push_back(topic);
  return topic;
}

std::int32_t LoadStage::partitions_of(const std::string& topic) {
  return static_cast<std::int32_t>(
      admin_->describe_topics({topic}).at(topic).value().partitions.size());
}

void LoadStage::drop_topic(const std::string& topic) {
  const bool is_ours = std::find(topics_.begin(), topics_.end(), topic) != topics_.end();
  if (!is_ours || options_.keeps) return;
  attempt([&] {
    client::require_all(admin_->delete_topics({topic}, farewell_));
    forget(topics_, topic);
  });
}

std::string LoadStage::new_group() {
  groups_.push_back(random_name());
  return groups_.back();
}

void LoadStage::drop_group(const std::string& group) {
  if (!options_.keeps) attempt([&] { delete_groups({group}); });
}

void LoadStage::delete_groups(const std::vector<std::string>& groups) {
  for (const auto& [group, outcome] : admin_->delete_groups(groups, farewell_)) {
    const bool has_members =
        outcome.has_error() && outcome.error().code == ErrorCode::non_empty_group;
    if (!has_members) forget(groups_, group);
  }
}

client::ProducerConfig LoadStage::bulk_producer() const { return bulk_producer_of(options_); }

client::ProducerConfig LoadStage::prompt_producer() const { return prompt_producer_of(options_); }

client::ConsumerConfig LoadStage::consumer(const std::string& group) const {
  return consumer_of(options_, group);
}

std::vector<std::pair<std::string, std::string>> LoadStage::settings() const {
  return settings_of(options_);
}

Expense::Expense(const LoadStage& stage) : processes_(stage.options().processes) {
  reset_peaks(processes_);
  before_ = figures_of(processes_);
  own_before_ = own_cpu_time();
}

void Expense::add_to(Round& round, double payload_bytes) const {
  round.add("client_cpu_seconds", in_seconds(own_cpu_time() - own_before_));
  if (processes_.empty()) return;
  try {
    add_broker(round, figures_of(processes_), payload_bytes);
  } catch (const std::runtime_error& error) {
    round.fail(fmt::format("the broker has gone: {}", error.what()));
  }
}

void Expense::add_broker(Round& round, const ProcessFigures& now, double payload_bytes) const {
  constexpr double gigabyte = 1e9;
  const double cpu = in_seconds(now.cpu_time - before_.cpu_time);
  round.add("broker_cpu_seconds", cpu);
  if (payload_bytes > 0) round.add("broker_cpu_seconds_per_gb", cpu * gigabyte / payload_bytes);
  round.add("broker_peak_bytes", static_cast<double>(now.peak_bytes));
  round.add("broker_growth_bytes",
            static_cast<double>(now.resident_bytes) - static_cast<double>(before_.resident_bytes));
}

void add_throughput(Round& round, const Throughput& throughput) {
  constexpr double mega = 1e6;
  const auto records = static_cast<double>(throughput.records);
  const auto bytes = static_cast<double>(throughput.bytes);
  round.add("records", records);
  round.add("seconds", std::chrono::duration<double>(throughput.time).count());
  round.add("records_per_second", per_second(records, throughput.time));
  round.add("mb_per_second", per_second(bytes / mega, throughput.time));
}

}  // namespace cohort::load
