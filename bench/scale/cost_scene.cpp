#include "group_members.hpp"
#include "scenes.hpp"
#include "wire/figures.hpp"
#include "wire/process_figures.hpp"
#include "wire/raw_producer.hpp"
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/messages/fetch.hpp>
#include <cohort/protocol/messages/heartbeat.hpp>
#include <cohort/protocol/messages/offset_commit.hpp>
#include <cohort/protocol/messages/produce.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace bench {

namespace {

constexpr int produce_version = 7;
constexpr int fetch_version = 11;
constexpr int heartbeat_version = 4;
constexpr int commit_version = 8;
/// Between two looks at the broker's processor time.
constexpr int requests_a_look = 500;
/// What a broker has just been asked for the first time costs it more.
constexpr std::size_t fewest_warm_ups = 2000;

void check(cohort::ErrorCode error, const char* what) {
  if (error == cohort::ErrorCode::none) return;
  throw std::runtime_error(std::string(what) + ": " + std::string(name(error)));
}

/// The partition of this number among all.
struct Place {
  std::string topic;
  int partition = 0;
};
Place place_of(int number) {
  return {"many-" + std::to_string(number / partitions_of_a_topic), number % partitions_of_a_topic};
}

std::string fetch_frame(const Place& place) {
  cohort::FetchRequest request{.max_wait_ms = 0, .min_bytes = 1, .max_bytes = 1};
  request.topics.emplace_back().topic = place.topic;
  request.topics[0].partitions.push_back({.partition = place.partition, .partition_max_bytes = 1});
  return RawConnection::frame_of(request, fetch_version);
}

std::string produce_frame(const Place& place) {
  return bench::produce_frame(place.topic, place.partition, {});
}

std::string heartbeat_frame(const GroupMember& member) {
  return RawConnection::frame_of(cohort::HeartbeatRequest{.group_id = member.group,
                                                          .generation_id = member.generation_id,
                                                          .member_id = member.member_id},
                                 heartbeat_version);
}

std::string commit_frame(const GroupMember& member, const Place& place) {
  cohort::OffsetCommitRequest request{.group_id = member.group};
  request.generation_id_or_member_epoch = member.generation_id;
  request.member_id = member.member_id;
  request.topics.emplace_back().name = place.topic;
  request.topics[0].partitions.push_back(
      {.partition_index = place.partition, .committed_offset = 1});
  return RawConnection::frame_of(request, commit_version);
}

/// Requests of one kind that are sent in turn, and what looks at an answer.
struct Requests {
  std::vector<std::string> frames;
  std::function<void(RawConnection&)> check;
};

void check_produced(RawConnection& connection) {
  const auto answer = connection.answer<cohort::ProduceResponse>(produce_version);
  check(answer.responses.at(0).partition_responses.at(0).error_code, "Produce");
}

void check_fetched(RawConnection& connection) {
  const auto answer = connection.answer<cohort::FetchResponse>(fetch_version);
  check(answer.error_code, "Fetch");
  const auto& partition = answer.responses.at(0).partitions.at(0);
  check(partition.error_code, "Fetch");
  if (!partition.records || partition.records->empty()) throw std::runtime_error("no records");
}

void check_heartbeat(RawConnection& connection) {
  check(connection.answer<cohort::HeartbeatResponse>(heartbeat_version).error_code, "Heartbeat");
}

void check_committed(RawConnection& connection) {
  const auto answer = connection.answer<cohort::OffsetCommitResponse>(commit_version);
  check(answer.topics.at(0).partitions.at(0).error_code, "OffsetCommit");
}

class CostMeter {
 public:
  explicit CostMeter(const CostOptions& options) : options_(options) {
    for (int i = 0; i < options.connections; ++i) connections_.emplace_back(options.bootstrap);
    for (int i = 0; i < options.partitions; ++i) {
      connections_[0].send(produce_frame(place_of(i)));
      check_produced(connections_[0]);
    }
    for (int i = 0; i < options.groups; ++i) {
      const std::string group = "group-" + std::to_string(i);
      if (options.members == 1) {
        members_.push_back(joined_alone(connections_[0], group));
      } else {
        const auto joined = joined_group(options.bootstrap, group, options.members);
        members_.insert(members_.end(), joined.begin(), joined.end());
      }
    }
  }

  void measure(const std::string& api) {
    const Requests requests = requests_of(api);
    for (std::size_t i = 0; i < warm_ups(requests); ++i) {
      RawConnection& connection = send(requests, i);
      requests.check(connection);
    }
    const std::chrono::nanoseconds wanted = std::chrono::milliseconds(options_.cpu_ms);
    const std::chrono::nanoseconds before = cpu_time(options_.process);
    std::chrono::nanoseconds spent{};
    std::size_t sent = 0;
    while (spent < wanted) {
      for (int i = 0; i < requests_a_look; ++i) send(requests, sent++).receive();
      spent = cpu_time(options_.process) - before;
    }
    print_line("cost",
               fmt::format("\"api\":\"{}\",\"partitions\":{},\"connections\":{},"
                           "\"groups\":{},\"members\":{},\"requests\":{},\"cpu_us\":{:.3f}",
                           api, options_.partitions, options_.connections, options_.groups,
                           options_.members, sent,
                           static_cast<double>(spent.count()) / 1e3 / static_cast<double>(sent)));
  }

 private:
  /// Each request, and each connection, at least once.
  std::size_t warm_ups(const Requests& requests) const {
    return std::max({requests.frames.size(), connections_.size(), fewest_warm_ups});
  }

  RawConnection& send(const Requests& requests, std::size_t number) {
    RawConnection& connection = connections_[number % connections_.size()];
    connection.send(requests.frames[number % requests.frames.size()]);
    return connection;
  }

  Requests requests_of(const std::string& api) const {
    const auto partitions = static_cast<std::size_t>(options_.partitions);
    std::vector<std::string> frames;
    if (api == "heartbeat") {
      for (const GroupMember& member : members_) frames.push_back(heartbeat_frame(member));
      return {frames, check_heartbeat};
    }
    if (api == "commit") {
      for (std::size_t i = 0; i < std::max(partitions, members_.size()); ++i) {
        frames.push_back(commit_frame(members_[i % members_.size()],
                                      place_of(static_cast<int>(i % partitions))));
      }
      return {frames, check_committed};
    }
    if (api != "produce" && api != "fetch") throw std::invalid_argument("no such API: " + api);
    for (int i = 0; i < options_.partitions; ++i) {
      frames.push_back(api == "fetch" ? fetch_frame(place_of(i)) : produce_frame(place_of(i)));
    }
    return {frames, api == "fetch" ? check_fetched : check_produced};
  }

  CostOptions options_;
  std::vector<RawConnection> connections_;
  std::vector<GroupMember> members_;
};

}  // namespace

void measure_cost(const CostOptions& options) {
  CostMeter meter(options);
  for (const std::string& api : options.apis) meter.measure(api);
}

}  // namespace bench
