// MemberClient: a group's member and its user, as a node of a simulation. MemberWorld: a broker
// with several of them.
#pragma once

#include "membership/classic_member.hpp"
#include "membership/offset_commits.hpp"
#include "membership/offset_queries.hpp"
#include "session/client_node.hpp"
#include "session/coordinator_finder.hpp"
#include <cohort/broker/virtual_broker.hpp>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace cohort::client {

/// Who owned what in which generation, and whether two did.
struct Ledger {
  std::map<std::pair<std::int32_t, TopicPartition>, std::string> owners;
  std::vector<std::string> conflicts;
};

/// The user polls again and again, does at once what it is told, and writes it down, unless a test
/// says otherwise.
class MemberClient final : public ClientNode {
 public:
  MemberClient(const ClientNodeOptions& options, const MemberOptions& member);

  using ClientNode::cache;
  using ClientNode::session;
  using ClientNode::settle;

  ClassicMember& member() { return member_; }
  const ClassicMember& member() const { return member_; }
  CoordinatorFinder& finder() { return finder_; }
  OffsetCommits& commits() { return commits_; }
  OffsetQueries& queries() { return queries_; }
  std::string describe(Instant now);
  const std::string& name() const { return name_; }

  bool polls = true;
  /// It begins calls and leaves them so until end_call().
  bool lingers = false;
  /// Commits at the beginning of a revocation.
  std::optional<OffsetsToCommit> commits_when_revoked{};
  bool is_dead = false;
  bool is_alone = false;  ///< Commits as nobody's member.
  std::vector<std::string> told{};
  std::vector<Failure> failures{};
  std::vector<CommitResult> committed{};
  std::vector<QueryResult> answers{};
  std::shared_ptr<Ledger> ledger{};

  void end_call(Instant now);
  std::unique_ptr<Node> clone() const override { return std::make_unique<MemberClient>(*this); }

 protected:
  void answered(const Answered& answer, Instant now) override;
  void lost(const Lost& loss, Instant now) override;
  void drive(Instant now, Alarms& alarms) override;

 private:
  Surroundings around() { return {session(), finder_, cache(), rng()}; }
  Committer committer() const { return is_alone ? Committer{} : member_.committer(); }
  bool do_what_is_told(Instant now);
  void claim();
  void take_results();

  std::string name_;
  std::optional<Instant> back_at_;  ///< When a user whom poll() told off polls again.
  CoordinatorFinder finder_;
  ClassicMember member_;
  OffsetCommits commits_;
  OffsetQueries queries_;
};

struct MemberWorldOptions {
  std::int32_t brokers = 1;
  std::int32_t partitions = 4;  ///< Of the topic `orders`.
  std::uint64_t seed = 1;
  broker::Release release = broker::Release::kafka_3_9;
  sim::Faults faults{};
};

class MemberWorld {
 public:
  static constexpr const char* group = "readers";
  static constexpr const char* topic = "orders";

  explicit MemberWorld(const MemberWorldOptions& options = {});

  static MemberOptions eager();
  static MemberOptions cooperative();
  static MemberOptions of_instance(const std::string& instance_id);

  /// A client that has not subscribed.
  MemberClient& add(const std::string& name, const MemberOptions& options = eager());
  /// One that has, to `orders`, and polls.
  MemberClient& start(const std::string& name, const MemberOptions& options = eager());
  MemberClient& client(const std::string& name);
  /// A call of the user's.
  void turn(const std::string& name, const std::function<void(MemberClient&, Instant)>& work);
  /// As a process that was killed: it does nothing more, and its connections are closed.
  void kill(const std::string& name);
  void leave(const std::string& name, const Departure& departure = {.reason = "asked to"});

  /// Until just these are stable, and own all partitions between them; false if that does not come.
  bool settles(const std::vector<std::string>& names, Duration within = std::chrono::minutes(30));
  bool are_settled(const std::vector<std::string>& names);
  void advance(Duration by) { broker.advance(by); }

  PartitionSet all_partitions() const;
  broker::GroupView view() { return broker.control().group(group).value_or(broker::GroupView{}); }
  broker::RuleId rule(ApiKey api, const broker::FaultAction& action, std::uint64_t nth = 1,
                      const std::string& client_id = {});
  std::uint64_t digest() { return broker.world().digest().value(); }
  std::string describe();

  broker::VirtualBroker broker;
  std::shared_ptr<Ledger> ledger = std::make_shared<Ledger>();

 private:
  std::set<std::string> names_;
  std::uint64_t last_seed_ = 0;
};

/// "assigned orders-0, orders-1".
std::string text_of(const RebalanceCall& call);

}  // namespace cohort::client
