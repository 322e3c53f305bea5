// FetchSession: what a broker remembers of the fetches of this client, so that a request tells only
// what has changed (KIP-227).
#pragma once

#include <cohort/client/topic_partition.hpp>
#include <cohort/protocol/digest_of.hpp>
#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/messages/fetch.hpp>
#include <cohort/protocol/uuid.hpp>

#include <cstdint>
#include <map>
#include <string>

namespace cohort::client {

/// How a partition is read.
struct FetchFrom {
  Uuid topic_id;  ///< Zero: not known.
  std::int64_t offset = 0;
  std::int32_t leader_epoch = -1;
  std::int32_t max_bytes = 0;
  bool operator==(const FetchFrom&) const = default;
};
using FetchPlan = std::map<TopicPartition, FetchFrom>;

/// With one broker. A request is made, sent, and ends with accept(), refused() or lost() before the
/// next is made. Source: FetchSessionHandler.
class FetchSession {
 public:
  static constexpr int first_version = 7;
  static constexpr int first_version_by_id = 13;

  /// Writes what the request has to tell for the plan to be read. REQUIRES: all topic ids are
  /// known, from v13 on.
  void ask(FetchPlan plan, int version, FetchRequest& request);
  /// Takes note of an answer without error. False if it is not one to what was asked; then a new
  /// session is begun.
  bool accept(const FetchResponse& response, int version);
  /// An answer with an error for all of it.
  void refused(ErrorCode error);
  /// No answer came: whether the broker has seen the request is not known.
  void lost();
  /// Writes the last request of the session; nothing if there is none.
  bool ask_to_close(FetchRequest& request) const;

  /// What was asked for last.
  const FetchPlan& plan() const { return plan_; }
  /// What an answer's topic is called; nothing if it is none of the session's.
  const std::string* name_of(const FetchableTopicResponse& topic, int version) const;
  /// How the partition was asked for last; nothing if it is none of the session's.
  const FetchFrom* find(const TopicPartition& partition) const;

 private:
  friend struct DigestOf<FetchSession>;
  void ask_for_changes(const FetchPlan& plan, FetchRequest& request) const;

  FetchPlan plan_;
  std::map<Uuid, std::string> names_;  ///< By id, of the plan's topics.
  std::int32_t id_ = 0;                ///< 0: none.
  std::int32_t epoch_ = 0;             ///< Of the next request; 0 begins a new session.
  bool uses_ids_ = false;
};

}  // namespace cohort::client
