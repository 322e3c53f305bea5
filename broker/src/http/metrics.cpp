#include "http/metrics.hpp"

#include "state.hpp"

#include <fmt/format.h>

#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

namespace cohort::broker {

namespace {

std::string escaped(std::string_view text) {
  std::string quoted;
  for (const char c : text) {
    if (c == '\\' || c == '"') quoted += '\\';
    if (c == '\n') {
      quoted += "\\n";
    } else {
      quoted += c;
    }
  }
  return quoted;
}

/// One name with all its samples, as the format wants them: together, behind their help.
class Metric {
 public:
  Metric(std::string& text, std::string_view name, std::string_view type, std::string_view help)
      : text_(text), name_(name) {
    fmt::format_to(std::back_inserter(text_), "# HELP {} {}\n# TYPE {} {}\n", name, help, name,
                   type);
  }

  template <class Number>
  void add(std::string_view labels, Number value) {
    fmt::format_to(std::back_inserter(text_), "{}{}{}{} {}\n", name_, labels.empty() ? "" : "{",
                   labels, labels.empty() ? "" : "}", value);
  }

 private:
  std::string& text_;
  std::string_view name_;
};

struct NamedPartition {
  std::string labels;
  const Partition* partition = nullptr;
};

std::vector<NamedPartition> partitions_of(const BrokerState& state) {
  std::vector<NamedPartition> all;
  for (const auto& [name, topic] : state.catalog.topics()) {
    for (std::size_t index = 0; index < topic.partitions.size(); ++index) {
      all.push_back(
          {fmt::format("topic=\"{}\",partition=\"{}\"", name, index), &topic.partitions[index]});
    }
  }
  return all;
}

void put_topics(const BrokerState& state, std::string& text) {
  Metric topics(text, "kafka_topic_partitions", "gauge", "Number of partitions of the topic");
  for (const auto& [name, topic] : state.catalog.topics()) {
    topics.add(fmt::format("topic=\"{}\"", name), topic.partitions.size());
  }
  const std::vector<NamedPartition> partitions = partitions_of(state);
  const auto put = [&](std::string_view name, std::string_view help, const auto& value_of) {
    Metric metric(text, name, "gauge", help);
    for (const NamedPartition& each : partitions)
      metric.add(each.labels, value_of(*each.partition));
  };
  put("kafka_topic_partition_current_offset", "Offset behind the last record of the partition",
      [](const Partition& each) { return each.log.high_watermark(); });
  put("kafka_topic_partition_oldest_offset", "Log start offset of the partition",
      [](const Partition& each) { return each.log.log_start_offset(); });
  put("kafka_topic_partition_leader", "Id of the broker that leads the partition",
      [](const Partition& each) { return each.leader; });
  put("kafka_topic_partition_leader_is_preferred", "1 if the preferred replica leads",
      [](const Partition& each) { return each.leader == each.replicas.front() ? 1 : 0; });
  put("kafka_topic_partition_replicas", "Number of replicas of the partition",
      [](const Partition& each) { return each.replicas.size(); });
  put("kafka_topic_partition_in_sync_replica", "Number of its replicas that are in sync",
      [](const Partition& each) { return each.isr.size(); });
  put("kafka_topic_partition_under_replicated_partition", "1 if not all of them are in sync",
      [](const Partition& each) { return each.isr.size() < each.replicas.size() ? 1 : 0; });
}

void put_groups(const std::vector<GroupView>& groups, std::string& text) {
  const auto of_group = [](const GroupView& group) {
    return fmt::format("consumergroup=\"{}\"", escaped(group.group));
  };
  Metric members(text, "kafka_consumergroup_members", "gauge", "Number of members of the group");
  for (const GroupView& group : groups) members.add(of_group(group), group.members.size());
  const auto put = [&](std::string_view name, std::string_view help, const auto& value_of) {
    Metric metric(text, name, "gauge", help);
    for (const GroupView& group : groups) {
      for (const OffsetView& offset : group.offsets) {
        metric.add(fmt::format("{},topic=\"{}\",partition=\"{}\"", of_group(group), offset.topic,
                               offset.partition),
                   value_of(offset));
      }
    }
  };
  put("kafka_consumergroup_current_offset", "Committed offset of the group",
      [](const OffsetView& offset) { return offset.committed; });
  put("kafka_consumergroup_lag", "Records behind the committed offset; -1 if not known",
      [](const OffsetView& offset) { return offset.lag; });
  const auto put_sum = [&](std::string_view name, std::string_view help, const auto& value_of) {
    Metric metric(text, name, "gauge", help);
    for (const GroupView& group : groups) {
      std::map<std::string, std::int64_t> sums;
      for (const OffsetView& offset : group.offsets) {
        sums[offset.topic] += std::max<std::int64_t>(value_of(offset), 0);
      }
      for (const auto& [topic, sum] : sums) {
        metric.add(fmt::format("{},topic=\"{}\"", of_group(group), topic), sum);
      }
    }
  };
  put_sum("kafka_consumergroup_current_offset_sum", "Sum of the topic's committed offsets",
          [](const OffsetView& offset) { return offset.committed; });
  put_sum("kafka_consumergroup_lag_sum", "Sum of the topic's lags",
          [](const OffsetView& offset) { return offset.lag; });
}

void put_own(const HttpBackend& backend, std::string& text) {
  const BrokerState& state = backend.broker.state();
  Metric(text, "cohort_connections", "gauge", "Open connections of clients")
      .add("", state.connections.size());
  Metric(text, "cohort_records_bytes", "gauge", "Bytes of all topics' record batches")
      .add("", state.catalog.total_bytes());
  Metric(text, "cohort_facts_total", "counter", "Facts of the journal so far")
      .add("", backend.journal.next() - 1);
  Metric(text, "cohort_held_requests", "gauge", "Requests that fault rules hold")
      .add("", held_requests(state).size());
  Metric requests(text, "cohort_requests_total", "counter", "Requests that were taken up");
  for (const auto& [api, count] : state.requests) {
    requests.add(fmt::format("api=\"{}\"", name(api)), count);
  }
}

}  // namespace

std::string metrics_of(const HttpBackend& backend) {
  const BrokerState& state = backend.broker.state();
  std::string text;
  Metric(text, "kafka_brokers", "gauge", "Number of brokers that run")
      .add("", state.cluster.running().size());
  put_topics(state, text);
  put_groups(backend.control.groups(), text);
  put_own(backend, text);
  return text;
}

}  // namespace cohort::broker
