// CaseRun: plays the steps of one case against a broker, the first that does not go as told ending
// it.
#pragma once

#include "conformance/codec/json.hpp"
#include "conformance/play/dialogue.hpp"
#include "conformance/play/target.hpp"
#include "conformance/play/transport.hpp"
#include "conformance/play/variables.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace cohort::conform {

struct GivenId {
  std::string group;
  std::string member_id;
};

class CaseRun {
 public:
  /// `suffix` makes names that no other run has. REQUIRES: transport and target outlive the run.
  CaseRun(Transport& transport, const Target& target, const std::string& suffix);

  /// Throws StepFailure, or Unsupported.
  void play(const Json& steps);
  /// Ids that groups gave to members which have not joined yet (KIP-394), when they were given.
  const std::vector<GivenId>& given_ids() const { return given_ids_; }

 private:
  /// A request whose answer a later step takes.
  struct Parked {
    std::string connection;
    std::shared_ptr<Dialogue> dialogue;  ///< It may be closed and out of `dialogues_` by then.
    Ticket ticket;
  };
  /// One sending of a `send` step.
  struct Sending {
    int version = 0;
    bool is_ranged = false;  ///< The step's expectations are by version.
  };

  void check_supported(const Json& steps) const;
  void play_step(const Json& step);

  void send(const Json& step);
  void send_one(const Json& step, Sending sending);
  void await(const Json& step);
  void quiet(const Json& step);
  void raw_bytes(const Json& step);
  void close(const std::string& connection);

  std::shared_ptr<Dialogue> dialogue(const std::string& connection);
  void expect_silence(Dialogue& dialogue, const Ticket& ticket, std::int64_t ms) const;
  void expect_closed(const Parked& request);
  void check_time(const Json& step, const Ticket& ticket) const;
  void judge(const Json& step, const Ticket& ticket, Json answer, Sending sending);
  void save(const Json& step, Json& answer);

  // Macros, on a connection of their own.
  Json call(const std::string& connection, const std::string& api, int version, const Json& body);
  Json describe_topic(const Json& topic, int version, bool may_create = false);
  void request_topic(const Json& step, const Json& topic, int partitions);
  bool serves(int partitions, int wanted) const;
  bool has_ends(const Json& topic, int partitions);
  void create_topic(const Json& step);
  void delete_topic(const Json& step);
  void produce(const Json& step);
  void join_sync(const Json& step);
  int join_version(const Json& step) const;
  Ticket send_join(const Json& step, const Json& member);
  Json join_alone(const Json& step, const Json& member);
  std::vector<Json> join_all(const Json& step);

  Transport& transport_;
  const Target& target_;
  Variables variables_;
  std::map<std::string, std::shared_ptr<Dialogue>> dialogues_;
  std::map<std::string, Parked> parked_;
  std::vector<GivenId> given_ids_;
  bool counts_partitions_ = false;  ///< Some step asks how many there are.
};

}  // namespace cohort::conform
