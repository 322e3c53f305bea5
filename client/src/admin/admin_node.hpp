// AdminNode: an admin client as a machine: any number of calls under way, each tried until it is
// done or its time has passed.
#pragma once

#include "admin/admin_call.hpp"
#include "admin/call_item.hpp"
#include "admin/plan.hpp"
#include "session/backoff.hpp"
#include "session/client_node.hpp"
#include "session/coordinator_finder.hpp"
#include <cohort/client/admin_config.hpp>
#include <cohort/client/error.hpp>
#include <cohort/node/instant.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace cohort::client {

/// Never given twice.
enum class CallId : std::uint64_t {};

class AdminNode final : public ClientNode {
 public:
  explicit AdminNode(const AdminConfig& config);

  /// Begins a call, which is done by the end of `timeout` at the latest.
  CallId start(Plan plan, Duration timeout, Instant now);
  /// REQUIRES of this and the others: the call was started, and not taken or abandoned.
  bool is_done(CallId id) const;
  /// What was waited for is with the plan now. REQUIRES: it is done.
  Plan take(CallId id);
  void abandon(CallId id, Instant now);
  /// What it waits for: "the coordinator of group orders (NOT_COORDINATOR); broker:9092: …".
  std::string describe(CallId id) const;

  std::unique_ptr<Node> clone() const override { return std::make_unique<AdminNode>(*this); }

 private:
  void answered(const Answered& answer, Instant now) override;
  void lost(const Lost& lost, Instant now) override;
  void drive(Instant now, Alarms& alarms) override;

  void drive_coordinators(Instant now, Alarms& alarms);
  void drive_call(AdminCall& call, Instant now, Alarms& alarms);
  void want_topics();
  void end_in_time(AdminCall& call, Instant now);
  /// Where the item's question goes; nothing while that is not known. May fail the item.
  std::optional<Destination> find_destination(AdminCall& call, CallItem& item, Instant now);
  std::optional<Destination> find_leader(AdminCall& call, CallItem& item);
  std::optional<Destination> find_node(std::int32_t node_id);
  std::optional<Destination> find_controller(CallItem& item);
  std::optional<Destination> find_coordinator(AdminCall& call, CallItem& item);
  /// Sends it, or has it wait for the connection.
  void send(AdminCall& call, Batch batch, Instant now);
  /// Nothing if the broker can't; then the items have failed or ask for something else.
  std::optional<int> choose_version(AdminCall& call, const Batch& batch);

  void judge(AdminCall& call, const Batch& batch, const std::vector<Verdict>& verdicts,
             Instant now);
  void judge_one(AdminCall& call, CallItem& item, const Verdict& verdict, Instant now);
  void try_again(AdminCall& call, CallItem& item, const Verdict& trouble, Instant now);
  CoordinatorFinder& finder(const std::string& group);
  std::string describe_item(const AdminCall& call, const CallItem& item) const;

  Backoff retry_;
  std::uint32_t retries_;
  std::map<CallId, AdminCall> calls_;
  std::map<std::string, CoordinatorFinder> coordinators_;
  std::uint64_t next_call_ = 1;
};

}  // namespace cohort::client
