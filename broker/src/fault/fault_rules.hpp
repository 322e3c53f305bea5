// FaultRules: the rules that are in force, with their counters, as data.
#pragma once

#include <cohort/broker/fault_rule.hpp>
#include <cohort/node/rng.hpp>
#include <cohort/protocol/digest_of.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace cohort::broker {

/// A topic that a request names, and which of its partitions.
struct NamedTopic {
  std::string name;
  std::vector<std::int32_t> partitions;
};

/// A request as rules see it.
struct MatchedRequest {
  ApiKey api{};
  std::int16_t version = 0;
  std::string client_id;
  std::int32_t broker = 0;
  std::vector<std::string> groups;
  std::vector<std::string> transactional_ids;
  std::vector<NamedTopic> topics;
  /// Sent by a broker: only rules that name the API are for it.
  bool is_between_brokers = false;
};

bool matches(const RequestMatch& match, const MatchedRequest& request);

/// What is to be done to a request, and by which rule.
struct Intervention {
  RuleId rule{};
  FaultAction action;
};

/// A value. All rules count a request; the oldest that acts on it decides what happens.
class FaultRules {
 public:
  explicit FaultRules(const Rng& chance) : chance_(chance) {}

  bool empty() const { return rules_.empty(); }
  RuleId add(FaultRule rule);
  /// False if there is none.
  bool remove(RuleId id);
  /// Null if there is none.
  const RuleStatus* find(RuleId id) const;
  /// In the order in which they were made.
  std::vector<RuleStatus> all() const;

  /// Counts the request. What rules want done, those that only observe first; nothing of more than
  /// one that acts.
  std::vector<Intervention> consult(const MatchedRequest& request);

 private:
  friend struct DigestOf<FaultRules>;
  struct Entry {
    RuleStatus status;
    Rng chance;
  };
  static bool acts(Entry& entry);

  Rng chance_;
  std::map<RuleId, Entry> rules_;
  std::uint64_t next_id_ = 1;
};

}  // namespace cohort::broker
