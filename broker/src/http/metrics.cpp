#include "http/metrics.hpp"

#include "http/slices.hpp"
#include "state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <variant>

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

/// Takes the samples of one metric.
class Samples {
 public:
  Samples(std::string& text, std::string_view name) : text_(text), name_(name) {}

  template <class Number>
  void add(std::string_view labels, Number value) {
    fmt::format_to(std::back_inserter(text_), "{}{}{}{} {}\n", name_, labels.empty() ? "" : "{",
                   labels, labels.empty() ? "" : "}", value);
  }

 private:
  std::string& text_;
  std::string_view name_;
};

using OfWhole = void (*)(const HttpBackend&, Samples&);
using OfTopic = void (*)(const std::string& name, const Topic&, Samples&);
using OfGroup = void (*)(const GroupView&, Samples&);

/// One name with all its samples, as the format wants them: together, behind their help.
struct Family {
  std::string_view name;
  std::string_view type;
  std::string_view help;
  std::variant<OfWhole, OfTopic, OfGroup> put;
};

template <std::int64_t (*value_of)(const Partition&)>
void put_partitions(const std::string& name, const Topic& topic, Samples& samples) {
  for (std::size_t index = 0; index < topic.partitions.size(); ++index) {
    samples.add(fmt::format("topic=\"{}\",partition=\"{}\"", name, index),
                value_of(topic.partitions[index]));
  }
}

void put_partition_count(const std::string& name, const Topic& topic, Samples& samples) {
  samples.add(fmt::format("topic=\"{}\"", name), topic.partitions.size());
}

std::int64_t end_offset(const Partition& each) { return each.log.high_watermark(); }
std::int64_t start_offset(const Partition& each) { return each.log.log_start_offset(); }
std::int64_t leader(const Partition& each) { return each.leader; }
std::int64_t is_led_by_preferred(const Partition& each) {
  return each.leader == each.replicas.front() ? 1 : 0;
}
std::int64_t replicas(const Partition& each) { return std::ssize(each.replicas); }
std::int64_t in_sync(const Partition& each) { return std::ssize(each.isr); }
std::int64_t is_under_replicated(const Partition& each) {
  return each.isr.size() < each.replicas.size() ? 1 : 0;
}

std::string label_of(const GroupView& group) {
  return fmt::format("consumergroup=\"{}\"", escaped(group.group));
}

void put_members(const GroupView& group, Samples& samples) {
  samples.add(label_of(group), group.members.size());
}

template <std::int64_t OffsetView::*value>
void put_offsets(const GroupView& group, Samples& samples) {
  for (const OffsetView& offset : group.offsets) {
    samples.add(fmt::format("{},topic=\"{}\",partition=\"{}\"", label_of(group), offset.topic,
                            offset.partition),
                offset.*value);
  }
}

template <std::int64_t OffsetView::*value>
void put_offset_sums(const GroupView& group, Samples& samples) {
  std::map<std::string, std::int64_t> sums;
  for (const OffsetView& offset : group.offsets) {
    sums[offset.topic] += std::max<std::int64_t>(offset.*value, 0);
  }
  for (const auto& [topic, sum] : sums) {
    samples.add(fmt::format("{},topic=\"{}\"", label_of(group), topic), sum);
  }
}

void put_brokers(const HttpBackend& backend, Samples& samples) {
  samples.add("", backend.broker.state().cluster.running().size());
}
void put_connections(const HttpBackend& backend, Samples& samples) {
  samples.add("", backend.broker.state().connections.size());
}
void put_record_bytes(const HttpBackend& backend, Samples& samples) {
  samples.add("", backend.broker.state().catalog.total_bytes());
}
void put_facts(const HttpBackend& backend, Samples& samples) {
  samples.add("", backend.journal.next() - 1);
}
void put_held(const HttpBackend& backend, Samples& samples) {
  samples.add("", held_requests(backend.broker.state()).size());
}
void put_requests(const HttpBackend& backend, Samples& samples) {
  for (const auto& [api, count] : backend.broker.state().requests) {
    samples.add(fmt::format("api=\"{}\"", name(api)), count);
  }
}

constexpr std::array families{
    Family{"kafka_brokers", "gauge", "Number of brokers that run", &put_brokers},
    Family{"kafka_topic_partitions", "gauge", "Number of partitions of the topic",
           &put_partition_count},
    Family{"kafka_topic_partition_current_offset", "gauge",
           "Offset behind the last record of the partition", &put_partitions<&end_offset>},
    Family{"kafka_topic_partition_oldest_offset", "gauge", "Log start offset of the partition",
           &put_partitions<&start_offset>},
    Family{"kafka_topic_partition_leader", "gauge", "Id of the broker that leads the partition",
           &put_partitions<&leader>},
    Family{"kafka_topic_partition_leader_is_preferred", "gauge", "1 if the preferred replica leads",
           &put_partitions<&is_led_by_preferred>},
    Family{"kafka_topic_partition_replicas", "gauge", "Number of replicas of the partition",
           &put_partitions<&replicas>},
    Family{"kafka_topic_partition_in_sync_replica", "gauge",
           "Number of its replicas that are in sync", &put_partitions<&in_sync>},
    Family{"kafka_topic_partition_under_replicated_partition", "gauge",
           "1 if not all of them are in sync", &put_partitions<&is_under_replicated>},
    Family{"kafka_consumergroup_members", "gauge", "Number of members of the group", &put_members},
    Family{"kafka_consumergroup_current_offset", "gauge", "Committed offset of the group",
           &put_offsets<&OffsetView::committed>},
    Family{"kafka_consumergroup_lag", "gauge",
           "Records behind the committed offset; -1 if not known", &put_offsets<&OffsetView::lag>},
    Family{"kafka_consumergroup_current_offset_sum", "gauge",
           "Sum of the topic's committed offsets", &put_offset_sums<&OffsetView::committed>},
    Family{"kafka_consumergroup_lag_sum", "gauge", "Sum of the topic's lags",
           &put_offset_sums<&OffsetView::lag>},
    Family{"cohort_connections", "gauge", "Open connections of clients", &put_connections},
    Family{"cohort_records_bytes", "gauge", "Bytes of all topics' record batches",
           &put_record_bytes},
    Family{"cohort_facts_total", "counter", "Facts of the journal so far", &put_facts},
    Family{"cohort_held_requests", "gauge", "Requests that fault rules hold", &put_held},
    Family{"cohort_requests_total", "counter", "Requests that were taken up", &put_requests},
};

/// Puts the samples of one subject, if it is still there, and gives the number of subjects.
struct Putting {
  const HttpBackend& backend;
  const std::vector<std::string>& topics;
  const std::vector<std::string>& groups;
  std::size_t subject;
  Samples& samples;

  std::size_t operator()(OfWhole put) const {
    put(backend, samples);
    return 1;
  }
  std::size_t operator()(OfTopic put) const {
    if (subject >= topics.size()) return 0;
    const Topic* topic = backend.broker.state().catalog.find(topics[subject]);
    if (topic != nullptr) put(topics[subject], *topic, samples);
    return topics.size();
  }
  std::size_t operator()(OfGroup put) const {
    if (subject >= groups.size()) return 0;
    const std::optional<GroupView> group = group_view(backend.broker, groups[subject]);
    if (group) put(*group, samples);
    return groups.size();
  }
};

}  // namespace

Metrics::Metrics(const HttpBackend& backend) : backend_(&backend) {
  for (const auto& [name, topic] : backend.broker.state().catalog.topics()) topics_.push_back(name);
  for (const GroupListing& listed : backend.broker.state().coordinator.list()) {
    groups_.push_back(listed.group_id);
  }
}

std::string Metrics::next_slice() {
  std::string text;
  while (text.size() < slice_size && family_ < families.size()) {
    const Family& family = families.at(family_);
    Samples samples(text, family.name);
    if (subject_ == 0) {
      fmt::format_to(std::back_inserter(text), "# HELP {} {}\n# TYPE {} {}\n", family.name,
                     family.help, family.name, family.type);
    }
    const std::size_t subjects =
        std::visit(Putting{*backend_, topics_, groups_, subject_, samples}, family.put);
    if (++subject_ < subjects) continue;
    subject_ = 0;
    ++family_;
  }
  return text;
}

}  // namespace cohort::broker
