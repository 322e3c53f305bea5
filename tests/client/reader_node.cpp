#include "client/reader_node.hpp"

#include "session/client_options.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace cohort::client {

ReaderNode::ReaderNode(const ConsumerConfig& config)
    : ClientNode(client_node_options(config.client, false)),
      positions(config.auto_offset_reset),
      fetcher(fetch_options(config), rng().fork("fetcher")),
      lookup(lookup_options(config), rng().fork("lookup")) {}

void ReaderNode::answered(const Answered& answer, Instant now) {
  if (fetcher.owns(answer.id)) fetcher.answered(answer, here(now));
  if (lookup.owns(answer.id)) lookup.answered(answer, here(now));
}

void ReaderNode::lost(const Lost& loss, Instant now) {
  if (fetcher.owns(loss.id)) fetcher.lost(loss, here(now));
  if (lookup.owns(loss.id)) lookup.lost(loss, here(now));
}

void ReaderNode::drive(Instant now, Alarms& alarms) {
  std::set<std::string> topics = lookup.topics();
  for (const auto& [partition, state] : positions.all()) topics.insert(partition.topic);
  cache().want_topics(std::move(topics));
  lookup.drive(here(now), alarms);
  fetcher.drive(here(now), alarms);
}

ConsumerConfig Reader::config() {
  ConsumerConfig config;
  config.client.bootstrap_servers = {{.host = "broker", .port = 9092}};
  config.client.client_id = "reader";
  config.auto_offset_reset = AutoOffsetReset::earliest;
  return config;
}

Reader::Reader(sim::Simulation& world, const ConsumerConfig& config, std::string name)
    : world_(&world), name_(std::move(name)) {
  world_->add(name_, std::make_unique<ReaderNode>(config));
}

void Reader::assign(const PartitionSet& partitions, SoughtKind from) const {
  turn([&](ReaderNode& node) {
    node.positions.assign(partitions, {.kind = from});
    return true;
  });
}

void Reader::seek(const TopicPartition& partition, std::int64_t offset, std::int32_t epoch) const {
  turn([&](ReaderNode& node) {
    node.positions.seek(partition, Position{.offset = offset, .epoch = epoch});
    return true;
  });
}

void Reader::seek(const TopicPartition& partition, const Sought& to) const {
  turn([&](ReaderNode& node) {
    node.positions.seek(partition, to);
    return true;
  });
}

Outcome<std::vector<ConsumerRecord>> Reader::take(std::size_t most) const {
  return turn([&](ReaderNode& node) { return node.fetcher.take(most, node.positions); });
}

std::vector<ConsumerRecord> Reader::read(std::size_t count, Duration within,
                                         std::size_t most) const {
  std::vector<ConsumerRecord> records;
  const Instant deadline = world_->now() + within;
  while (records.size() < count) {
    const bool is_there =
        world_->run_until([&] { return node().can_take(); }, deadline - world_->now());
    if (!is_there) break;
    Outcome<std::vector<ConsumerRecord>> taken = take(most);
    if (!taken) break;
    std::ranges::move(*taken, std::back_inserter(records));
  }
  return records;
}

std::optional<Failure> Reader::read_failure(Duration within) const {
  const Instant deadline = world_->now() + within;
  while (world_->run_until([&] { return node().can_take(); }, deadline - world_->now())) {
    const Outcome<std::vector<ConsumerRecord>> taken = take();
    if (!taken) return taken.error();
  }
  return std::nullopt;
}

std::optional<std::int64_t> Reader::position(const TopicPartition& partition,
                                             Duration within) const {
  world_->run_until([&] { return positions().position(partition).has_value(); }, within);
  const std::optional<Position> position = positions().position(partition);
  if (!position) return std::nullopt;
  return position->offset;
}

std::vector<std::string> lines_of(const std::vector<ConsumerRecord>& records) {
  std::vector<std::string> lines;
  lines.reserve(records.size());
  for (const ConsumerRecord& record : records) {
    lines.push_back(record.topic + "-" + std::to_string(record.partition) + "@" +
                    std::to_string(record.offset) + " " +
                    (record.value ? std::string(record.value->text()) : "-"));
  }
  return lines;
}

std::vector<std::string> lines_of(const std::vector<ConsumerRecord>& records,
                                  const TopicPartition& partition) {
  std::vector<ConsumerRecord> some;
  std::ranges::copy_if(records, std::back_inserter(some), [&](const ConsumerRecord& record) {
    return record.topic == partition.topic && record.partition == partition.partition;
  });
  return lines_of(some);
}

std::vector<std::string> numbered_lines(const TopicPartition& partition, std::int64_t from,
                                        std::int64_t to) {
  std::vector<std::string> lines;
  for (std::int64_t offset = from; offset < to; ++offset) {
    const std::string number = std::to_string(offset);
    lines.push_back(to_string(partition) + "@" + number + " " + number);
  }
  return lines;
}

std::vector<Record> numbered_records(std::int64_t from, std::int64_t to) {
  std::vector<Record> records;
  for (std::int64_t number = from; number < to; ++number) {
    records.push_back({.timestamp = 1'704'067'200'000 + number * 1000,
                       .value = Buffer::copy_of(std::to_string(number))});
  }
  return records;
}

}  // namespace cohort::client
