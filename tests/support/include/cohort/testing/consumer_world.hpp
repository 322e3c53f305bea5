// ConsumerWorld: a broker, a group's consumers and their programs, as one value that can be
// explored.
#pragma once

#include <cohort/broker/group_view.hpp>
#include <cohort/client/topic_partition.hpp>
#include <cohort/node/instant.hpp>
#include <cohort/node/state_digest.hpp>
#include <cohort/testing/explore.hpp>
#include <cohort/testing/scenario.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cohort::testing {

/// How a member looks from outside.
struct MemberLook {
  std::string name;
  bool is_alive = true;
  bool has_closed = false;
  bool is_settled = false;  ///< In a generation, and told all of it.
  std::int32_t generation = -1;
  client::PartitionSet owned;
};

/// What of the orders in which things can happen is left out, since it leads to nothing else.
struct Reductions {
  /// A consumer takes what is under way to it before anything else happens: who is not its process
  /// can't notice when it does (a persistent set; checkers see no two members at one moment).
  bool answers_first = true;
  /// Members of the same settings and the same program are interchangeable.
  bool folds_alike = true;
  bool operator==(const Reductions&) const = default;
};

/// What may happen in it: the next request of a consumer reaches the broker, or an answer the
/// consumer; a program takes its next step; time passes to the next timer, once nothing is under
/// way; and what the scenario allows to go wrong. Per connection things arrive in order. What
/// changes nothing for others arrives at once: connections, versions, metadata, the coordinator's
/// address, records of logs that stay as they are.
class ConsumerWorld {
 public:
  /// All members that are there from the start have sent their first JoinGroup.
  explicit ConsumerWorld(const Scenario& scenario, const Reductions& reductions = {});
  ConsumerWorld(const ConsumerWorld& other);
  ConsumerWorld& operator=(const ConsumerWorld& other);
  ConsumerWorld(ConsumerWorld&& other) noexcept;
  ConsumerWorld& operator=(ConsumerWorld&& other) noexcept;
  ~ConsumerWorld();

  std::size_t move_count() const;
  std::string move_name(std::size_t move) const;
  void make(std::size_t move);
  StateHash state() const;
  void look() {}
  /// Every member that lives is settled, the group is Stable with just these, each partition has
  /// its owner, no program has anything left to do, and what the scenario wants has happened.
  bool is_finished() const;
  /// What is not as it has to be to be finished, in words.
  std::string missing() const;

  // What checkers ask

  /// What programs did that is seen outside, and how often, whoever did it.
  const std::map<std::string, int>& effects() const;
  std::vector<MemberLook> members() const;
  /// What the group has committed; partitions without are missing.
  std::map<client::TopicPartition, std::int64_t> committed() const;
  std::optional<broker::GroupView> group() const;
  Instant now() const;
  /// A rule of the group's that was broken on the way here: which, and how.
  const std::optional<Violation>& broken() const;

  /// From now on all that happens is told, in lines (take_story()).
  void tell();
  std::vector<std::string> take_story();

 private:
  class World;
  std::unique_ptr<World> world_;
};

/// Kafka's own promises: "one owner", "old generations commit nothing", "answers", "committed
/// offsets stay".
std::vector<Checker<ConsumerWorld>> group_checkers();
/// No effect happens twice: "no order is billed twice".
Checker<ConsumerWorld> never_twice(std::string name);

}  // namespace cohort::testing
