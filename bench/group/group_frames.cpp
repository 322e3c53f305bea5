#include "group_frames.hpp"

#include "samples.hpp"
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/messages.hpp>

#include <chrono>
#include <functional>
#include <stdexcept>

namespace bench {

using namespace cohort;

namespace {

const char* const group_id = "g";

Buffer member_bytes() { return Buffer::copy_of(std::string(60, 'm')); }

JoinGroupRequest join_of(const std::string& member_id) {
  JoinGroupRequest request{
      .group_id = group_id, .session_timeout_ms = 45'000, .rebalance_timeout_ms = 300'000};
  request.member_id = member_id;
  request.protocol_type = "consumer";
  request.protocols = {{"range", member_bytes()}};
  return request;
}

std::vector<Buffer> each(const std::vector<std::string>& ids,
                         const std::function<Buffer(const std::string&)>& frame_of) {
  std::vector<Buffer> frames;
  frames.reserve(ids.size());
  for (const std::string& id : ids) frames.push_back(frame_of(id));
  return frames;
}

}  // namespace

GroupFrames::GroupFrames(std::size_t members) : framed_(members), ids_(members) {
  framed_.broker().create_topic("t", 1, framed_.now());
  join_all_anew();
  hand_all(syncs(generation_));
  expect_settled();
}

void GroupFrames::join_all_anew() {
  // v3 needs no member id to join with; all of them come within the first initial delay.
  for (std::size_t member = 0; member < ids_.size(); ++member) {
    framed_.hand(link(member), bench::framed(join_of(""), 3));
  }
  for (int waits = 0; waits < 10 && framed_.actions().empty(); ++waits) {
    framed_.advance(std::chrono::milliseconds(50));
  }
  for (std::size_t member = 0; member < ids_.size(); ++member) {
    const auto joined = framed_.answer<JoinGroupResponse>(link(member), 3);
    ids_[member] = joined.member_id;
    generation_ = joined.generation_id;
    if (member == 0 && joined.leader != joined.member_id) {
      throw std::runtime_error("another member leads");
    }
  }
}

std::vector<Buffer> GroupFrames::joins() const {
  return each(ids_, [](const std::string& id) { return bench::framed(join_of(id), 5); });
}

std::vector<Buffer> GroupFrames::syncs(std::int32_t generation) const {
  return each(ids_, [&](const std::string& id) {
    SyncGroupRequest request{.group_id = group_id, .generation_id = generation, .member_id = id};
    if (id == ids_.front()) {
      for (const std::string& member : ids_)
        request.assignments.push_back({member, member_bytes()});
    }
    return bench::framed(request, 3);
  });
}

std::vector<Buffer> GroupFrames::heartbeats() const {
  return each(ids_, [&](const std::string& id) {
    return bench::framed(
        HeartbeatRequest{.group_id = group_id, .generation_id = generation_, .member_id = id}, 3);
  });
}

std::vector<Buffer> GroupFrames::commits() const {
  return each(ids_, [&](const std::string& id) {
    OffsetCommitRequest request{
        .group_id = group_id, .generation_id_or_member_epoch = generation_, .member_id = id};
    request.topics.push_back(
        {.name = "t", .partitions = {{.partition_index = 0, .committed_offset = 7}}});
    return bench::framed(request, 7);
  });
}

void GroupFrames::hand_all(const std::vector<Buffer>& frames) {
  for (std::size_t member = 0; member < frames.size(); ++member) {
    framed_.hand(link(member), frames[member]);
  }
}

void GroupFrames::expect_settled() {
  const std::vector<Buffer> frames = heartbeats();
  for (std::size_t member = 0; member < frames.size(); ++member) {
    const auto answer = framed_.ask<HeartbeatResponse>(link(member), frames[member], 3);
    if (answer.error_code != ErrorCode::none) {
      throw std::runtime_error("a member is told " + std::string(name(answer.error_code)));
    }
  }
}

}  // namespace bench
