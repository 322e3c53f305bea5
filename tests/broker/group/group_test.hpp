// GroupTest: a coordinator in virtual time, with verbs that hide bytes and reply ids.
#pragma once

#include "group/coordinator.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cohort::broker {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

/// gtest prints these where a comparison fails.
void PrintTo(ErrorCode error, std::ostream* out);
void PrintTo(const Buffer& bytes, std::ostream* out);
void PrintTo(const JoinAnswer& answer, std::ostream* out);
void PrintTo(const SyncAnswer& answer, std::ostream* out);

/// A protocol with its metadata, and the topics that it subscribes to.
OfferedProtocol offers(std::string name, const std::string& metadata = "m",
                       std::optional<std::vector<std::string>> topics = std::vector<std::string>{
                           "t"});

/// A join by a client named "client" with the least that a test has to say.
struct Joining {
  std::string member_id;
  std::optional<std::string> instance;
  std::vector<OfferedProtocol> protocols{offers("range")};
  Duration session = seconds(10);
  Duration rebalance = seconds(10);
  std::string type = "consumer";
  std::string reason;
  int version = 9;
};

class GroupTest : public ::testing::Test {
 protected:
  /// Kafka's numbers, but without the initial delay unless a test is about it.
  static GroupConfig without_delay();
  explicit GroupTest(GroupConfig config = without_delay(), const GroupRules& rules = {});

  ReplyId join(const Joining& joining);
  /// By version 3: a new member gets in without MEMBER_ID_REQUIRED.
  ReplyId join_v3(Joining joining = {});
  /// An id as MEMBER_ID_REQUIRED hands it out.
  std::string pending_id(Duration session = seconds(10));
  ReplyId sync(const std::string& member_id, std::int32_t generation,
               std::vector<MemberAssignment> assignments = {},
               std::optional<std::string> instance = std::nullopt);
  ErrorCode heartbeat(const std::string& member_id, std::int32_t generation,
                      std::optional<std::string> instance = std::nullopt);
  std::vector<ErrorCode> leave(const std::vector<MemberIdentity>& members);
  ErrorCode leave(const std::string& member_id);
  /// The same, where it must go well.
  void leaves(const std::string& member_id);
  ErrorCode commit(const std::string& member_id, std::int32_t generation,
                   std::optional<std::string> instance = std::nullopt);
  ErrorCode commit_simple(const OffsetKey& key, std::int64_t offset, std::string metadata = "");
  FetchedOffset fetch(const OffsetKey& key);

  /// Lets the time pass and fires what falls due.
  void pass(Duration time);
  /// Fires what is due now.
  void pass() { pass(Duration{0}); }

  bool is_waiting(ReplyId reply);
  /// The answer, which must be there.
  JoinAnswer joined(ReplyId reply);
  SyncAnswer synced(ReplyId reply);
  /// Facts since the last call, with their details left out.
  std::vector<FactKind> facts();

  GroupDescription described();
  GroupState state() { return described().state; }
  std::int32_t generation() { return described().generation; }
  std::vector<std::string> member_ids();

  /// Brings the group to Stable. Everyone gets its own id as its assignment; the first one leads;
  /// generation 1.
  std::vector<std::string> stable(const std::vector<Joining>& members);
  /// The same up to CompletingRebalance.
  std::vector<std::string> completing(const std::vector<Joining>& members);

  GroupConfig config_;
  Instant now_ = Instant::from_unix_ms(1'700'000'000'000);
  Coordinator coordinator_;
  std::string group_ = "g";

 private:
  void collect();

  std::uint64_t next_reply_ = 1;
  std::map<ReplyId, std::variant<JoinAnswer, SyncAnswer>> answers_;
};

}  // namespace cohort::broker
