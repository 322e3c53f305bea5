// RaceMember: a consumer of the group, which sends each request when the test says so.
#pragma once

#include "races/race_client.hpp"
#include <cohort/node/instant.hpp>
#include <cohort/protocol/error_code.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace cohort {
struct JoinGroupResponse;
}

namespace cohort::testing {

/// An answer to JoinGroup. Members by name: that of the client, or its instance id.
struct Joined {
  ErrorCode error = ErrorCode::none;
  std::int32_t generation = -1;
  std::string leader{};
  std::vector<std::string> members{};  ///< Only the leader is told of them.
  bool operator==(const Joined&) const = default;
};
void PrintTo(const Joined& joined, std::ostream* out);

/// An answer to SyncGroup: what the leader gave of the topic `orders`.
struct Synced {
  ErrorCode error = ErrorCode::none;
  std::vector<std::int32_t> partitions{};
  bool operator==(const Synced&) const = default;
};
void PrintTo(const Synced& synced, std::ostream* out);

/// What a leader gives to whom, by name.
using Plan = std::map<std::string, std::vector<std::int32_t>>;

/// The timeouts are those of Kafka's own consumer.
struct MemberOptions {
  Duration session_timeout = std::chrono::seconds(45);
  Duration rebalance_timeout = std::chrono::minutes(5);
  std::optional<std::string> instance_id{};  ///< Of a static member.
  std::int16_t join_version = 9;
};

/// Goes on with the member id and the generation that the answers on its present connection gave
/// it.
class RaceMember : public RaceClient {
 public:
  RaceMember(RaceWorld& world, const std::string& name, MemberOptions options = {})
      : RaceClient(world, name), options_(std::move(options)) {}

  /// Gets an id first if it needs one (KIP-394).
  Pending<Joined> join();
  /// One JoinGroup, as it stands. The first of a dynamic member only gets it an id.
  Pending<Joined> send_join();
  /// Of the leader with its plan, of a follower without.
  Pending<Synced> sync(const Plan& plan = {});
  Pending<ErrorCode> heartbeat();
  /// For orders-0.
  Pending<ErrorCode> commit(std::int64_t offset);
  Pending<ErrorCode> leave();

  /// What a client does that is told UNKNOWN_MEMBER_ID: it comes back as somebody new.
  void forget_id() { id_.clear(); }
  const std::string& id() const { return id_; }

 private:
  void take_over(const JoinGroupResponse& response);

  MemberOptions options_;
  std::string id_;
  std::int32_t generation_ = -1;
  std::vector<std::string> member_ids_;  ///< Of its generation, if it leads.
};

/// Lets them join at once, so that they are one generation, which the first of them leads.
void join_together(const std::vector<RaceMember*>& members);
/// And gives each one partition, in order: the group is Stable in generation 1.
void form_group(const std::vector<RaceMember*>& members);

}  // namespace cohort::testing
