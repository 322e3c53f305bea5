#include "settings/choice.hpp"

#include <array>

namespace cohort::client {
namespace {

constexpr auto offset_reset_names = std::to_array<Choice<AutoOffsetReset>>({
    {"earliest", AutoOffsetReset::earliest},
    {"latest", AutoOffsetReset::latest},
    {"none", AutoOffsetReset::none},
    {"smallest", AutoOffsetReset::earliest, false},
    {"beginning", AutoOffsetReset::earliest, false},
    {"largest", AutoOffsetReset::latest, false},
    {"end", AutoOffsetReset::latest, false},
    {"error", AutoOffsetReset::none, false},
});

constexpr auto isolation_level_names = std::to_array<Choice<IsolationLevel>>({
    {"read_uncommitted", IsolationLevel::read_uncommitted},
    {"read_committed", IsolationLevel::read_committed},
});

constexpr auto acks_names = std::to_array<Choice<Acks>>({
    {"all", Acks::all},
    {"0", Acks::none},
    {"1", Acks::one},
    {"-1", Acks::all, false},
});

constexpr auto partitioner_names = std::to_array<Choice<PartitionerKind>>({
    {"murmur2_random", PartitionerKind::murmur2_random},
    {"murmur2", PartitionerKind::murmur2},
    {"consistent_random", PartitionerKind::consistent_random},
    {"consistent", PartitionerKind::consistent},
    {"random", PartitionerKind::random},
    {"default", PartitionerKind::murmur2_random, false},
    {"org.apache.kafka.clients.producer.internals.DefaultPartitioner",
     PartitionerKind::murmur2_random, false},
});

constexpr auto compression_names = std::to_array<Choice<Compression>>({
    {"none", Compression::none},
    {"gzip", Compression::gzip},
    {"snappy", Compression::snappy},
    {"lz4", Compression::lz4},
    {"zstd", Compression::zstd},
});

constexpr auto assignor_names = std::to_array<Choice<std::string_view>>({
    {"range", "range"},
    {"roundrobin", "roundrobin"},
    {"sticky", "sticky"},
    {"cooperative-sticky", "cooperative-sticky"},
    {"org.apache.kafka.clients.consumer.RangeAssignor", "range", false},
    {"org.apache.kafka.clients.consumer.RoundRobinAssignor", "roundrobin", false},
    {"org.apache.kafka.clients.consumer.StickyAssignor", "sticky", false},
    {"org.apache.kafka.clients.consumer.CooperativeStickyAssignor", "cooperative-sticky", false},
});

}  // namespace

template <>
std::span<const Choice<AutoOffsetReset>> choices<AutoOffsetReset>() {
  return offset_reset_names;
}
template <>
std::span<const Choice<IsolationLevel>> choices<IsolationLevel>() {
  return isolation_level_names;
}
template <>
std::span<const Choice<Acks>> choices<Acks>() {
  return acks_names;
}
template <>
std::span<const Choice<PartitionerKind>> choices<PartitionerKind>() {
  return partitioner_names;
}
template <>
std::span<const Choice<Compression>> choices<Compression>() {
  return compression_names;
}

std::span<const Choice<std::string_view>> assignor_choices() { return assignor_names; }

std::string_view name(AutoOffsetReset reset) { return choice_name(reset); }
std::string_view name(IsolationLevel level) { return choice_name(level); }
std::string_view name(Acks acks) { return choice_name(acks); }

}  // namespace cohort::client
