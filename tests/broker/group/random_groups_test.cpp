// Random clients against random times: what must hold whatever they do.
#include "broker/group/group_test.hpp"

#include <cstdlib>
#include <set>
#include <sstream>

namespace cohort::broker {

namespace {

/// Clients without manners: they use ids that are not theirs, generations that are gone, and go
/// silent. Everything that comes out goes into a digest.
class Chaos {
 public:
  explicit Chaos(std::uint64_t seed)
      : rng_(Rng(seed).fork("chaos")), coordinator_(config(), Rng(seed), now_) {}

  void step() {
    switch (rng_.below(10)) {
      case 0:
      case 1:
      case 2:
        return join();
      case 3:
      case 4:
        return sync();
      case 5:
        return heartbeat();
      case 6:
        return leave();
      case 7:
        return commit();
      default:
        return pass(milliseconds(static_cast<std::int64_t>(rng_.below(4'000))));
    }
  }

  void pass(Duration time) {
    now_ = now_ + time;
    coordinator_.advance(now_);
    collect();
  }

  /// Members that follow the rules, until they are among themselves and Stable. False if that takes
  /// too long.
  bool polite_members_settle(std::size_t count);

  std::size_t owed() const { return owed_.size(); }
  std::uint64_t digest() const { return digest_; }
  std::size_t generations_seen() const { return leader_of_.size(); }

 private:
  struct Polite {
    std::string id;
    std::int32_t generation = -1;
    std::optional<ReplyId> waits_for;
  };

  static GroupConfig config() {
    GroupConfig config;
    config.initial_rebalance_delay = milliseconds(500);
    config.max_size = 8;
    return config;
  }

  std::string group() { return "g" + std::to_string(rng_.below(3)); }
  std::string some_id() { return ids_.empty() ? std::string() : ids_[rng_.below(ids_.size())]; }
  Duration some_time(std::uint64_t most_seconds) {
    return seconds(1 + static_cast<std::int64_t>(rng_.below(most_seconds)));
  }
  std::int32_t some_generation(const std::string& group_id) {
    const std::int32_t now =
        coordinator_.describe(group_id).value_or(GroupDescription{}).generation;
    return now - static_cast<std::int32_t>(rng_.below(5) == 0);
  }
  ReplyId owe(const std::string& group_id) {
    const ReplyId reply{next_reply_++};
    owed_.emplace(reply, group_id);
    return reply;
  }

  void join();
  void sync();
  void heartbeat();
  void leave();
  void commit();
  void collect();
  void check(const std::string& group_id, const JoinAnswer& answer);
  void digest(const std::string& text) {
    for (const char c : text)
      digest_ = (digest_ ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  }
  void polite_turn(Polite& member);
  void polite_join(Polite& member);
  void polite_joined(Polite& member, const JoinAnswer& answer);

  Instant now_ = Instant::from_unix_ms(1'700'000'000'000);
  Rng rng_;
  Coordinator coordinator_;
  std::vector<std::string> ids_;
  std::map<ReplyId, std::string> owed_;
  std::map<ReplyId, std::variant<JoinAnswer, SyncAnswer>> kept_;  ///< Of polite members.
  std::map<std::pair<std::string, std::int32_t>, std::string> leader_of_;
  std::map<std::string, std::int32_t> generation_of_;
  std::uint64_t next_reply_ = 1;
  std::uint64_t digest_ = 0xCBF29CE484222325ULL;
};

void Chaos::join() {
  const std::string group_id = group();
  JoinRequest request{.group_id = group_id,
                      .client_id = "c",
                      .session_timeout = some_time(10),
                      .rebalance_timeout = some_time(20),
                      .protocol_type = rng_.below(20) == 0 ? "connect" : "consumer",
                      .protocols = {offers("range", std::to_string(rng_.below(2)))}};
  if (rng_.below(2) == 0) request.member_id = some_id();
  if (rng_.below(4) == 0) request.group_instance_id = "i" + std::to_string(rng_.below(3));
  if (rng_.below(3) == 0) request.protocols.push_back(offers("sticky"));
  request.requires_member_id = rng_.below(2) == 0;
  request.understands_skip_assignment = rng_.below(2) == 0;
  coordinator_.join(request, owe(group_id), now_);
  collect();
}

void Chaos::sync() {
  const std::string group_id = group();
  const std::string id = some_id();
  const std::int32_t generation = some_generation(group_id);
  coordinator_.sync({.group_id = group_id,
                     .member = {.member_id = id},
                     .generation = generation,
                     .assignments = {{id, Buffer::copy_of("a")}}},
                    owe(group_id), now_);
  collect();
}

void Chaos::heartbeat() {
  const std::string group_id = group();
  const std::string id = some_id();
  const std::int32_t generation = some_generation(group_id);
  const ErrorCode error = coordinator_.heartbeat(
      {.group_id = group_id, .member = {.member_id = id}, .generation = generation}, now_);
  digest(std::string(name(error)));
  collect();
}

void Chaos::leave() {
  const std::string group_id = group();
  const LeaveAnswer answer = coordinator_.leave(
      {.group_id = group_id, .members = {{.member = {.member_id = some_id()}}}}, now_);
  digest(std::string(name(answer.members.at(0))));
  collect();
}

void Chaos::commit() {
  const std::string group_id = group();
  const std::string id = some_id();
  const std::int32_t generation = some_generation(group_id);
  const std::optional<GroupDescription> before = coordinator_.describe(group_id);
  const std::vector<ErrorCode> errors =
      coordinator_.commit_offsets({.group_id = group_id,
                                   .member = {.member_id = id},
                                   .generation = generation,
                                   .offsets = {{.key = {"t", 0}, .offset = 1}}},
                                  now_);
  digest(std::string(name(errors.at(0))));
  if (generation >= 0 && errors.at(0) == ErrorCode::none) {
    ASSERT_TRUE(before.has_value());
    EXPECT_EQ(before->generation, generation) << "a commit of an old generation was accepted";
    EXPECT_NE(before->state, GroupState::completing_rebalance);
  }
  collect();
}

void Chaos::collect() {
  for (const GroupAnswer& answer : coordinator_.take_answers()) {
    const auto owed = owed_.find(answer.to);
    ASSERT_NE(owed, owed_.end()) << "answered twice, or never asked";
    std::ostringstream text;
    if (const auto* const join = std::get_if<JoinAnswer>(&answer.what)) {
      check(owed->second, *join);
      if (!join->member_id.empty()) ids_.push_back(join->member_id);
      if (ids_.size() > 30) ids_.erase(ids_.begin());
      PrintTo(*join, &text);
    } else {
      PrintTo(std::get<SyncAnswer>(answer.what), &text);
    }
    digest(text.str());
    owed_.erase(owed);
    kept_[answer.to] = answer.what;
  }
  for (const Fact& fact : coordinator_.take_facts()) {
    if (fact.kind == FactKind::group_deleted) generation_of_.erase(fact.group);
    digest(std::to_string(fact.at.unix_ms()) + std::string(fact.member_id) + fact.detail);
  }
}

/// Generations never go back, and each has one leader (a restarted static leader keeps its office
/// under a new id).
void Chaos::check(const std::string& group_id, const JoinAnswer& answer) {
  if (answer.error != ErrorCode::none) {
    EXPECT_EQ(answer.generation, -1);
    EXPECT_TRUE(answer.members.empty());
    return;
  }
  std::int32_t& newest = generation_of_[group_id];
  EXPECT_GE(answer.generation, newest);
  newest = answer.generation;
  leader_of_[{group_id, answer.generation}] = answer.leader;
  const bool leads = answer.leader == answer.member_id;
  EXPECT_TRUE(leads || answer.members.empty()) << "a follower was told of the members";
  std::set<std::string> named;
  for (const JoinedMember& member : answer.members) named.insert(member.member_id);
  EXPECT_EQ(named.size(), answer.members.size()) << "a member twice in one generation";
  EXPECT_TRUE(named.empty() || named.contains(answer.leader));
}

void Chaos::polite_join(Polite& member) {
  const ReplyId reply = owe("g0");
  member.waits_for = reply;
  coordinator_.join({.group_id = "g0",
                     .member_id = member.id,
                     .client_id = "polite",
                     .session_timeout = seconds(10),
                     .rebalance_timeout = seconds(20),
                     .protocol_type = "consumer",
                     .protocols = {offers("range", "polite")}},
                    reply, now_);
}

void Chaos::polite_joined(Polite& member, const JoinAnswer& answer) {
  member.id = answer.error == ErrorCode::rebalance_in_progress ? member.id : answer.member_id;
  if (answer.error == ErrorCode::unknown_member_id) member.id.clear();
  if (answer.error != ErrorCode::none) return polite_join(member);
  member.generation = answer.generation;
  const ReplyId reply = owe("g0");
  member.waits_for = reply;
  std::vector<MemberAssignment> plan;
  for (const JoinedMember& each : answer.members) plan.push_back({each.member_id, each.metadata});
  coordinator_.sync({.group_id = "g0",
                     .member = {.member_id = member.id},
                     .generation = member.generation,
                     .assignments = plan},
                    reply, now_);
}

void Chaos::polite_turn(Polite& member) {
  if (member.waits_for) {
    const auto found = kept_.find(*member.waits_for);
    if (found == kept_.end()) return;
    const auto answer = found->second;
    kept_.erase(found);
    member.waits_for.reset();
    if (const auto* const join = std::get_if<JoinAnswer>(&answer))
      return polite_joined(member, *join);
    const ErrorCode error = std::get<SyncAnswer>(answer).error;
    if (error == ErrorCode::unknown_member_id) member.id.clear();
    if (error != ErrorCode::none) polite_join(member);
    return;
  }
  if (member.generation < 0) return polite_join(member);
  const ErrorCode error = coordinator_.heartbeat(
      {.group_id = "g0", .member = {.member_id = member.id}, .generation = member.generation},
      now_);
  if (error == ErrorCode::unknown_member_id) member.id.clear();
  if (error != ErrorCode::none) polite_join(member);
}

bool Chaos::polite_members_settle(std::size_t count) {
  std::vector<Polite> members(count);
  for (int second = 0; second < 1'000; ++second) {
    for (Polite& member : members) polite_turn(member);
    collect();
    pass(seconds(1));
    const std::optional<GroupDescription> group = coordinator_.describe("g0");
    if (group && group->state == GroupState::stable && group->members.size() == count &&
        !group->waiting_for) {
      return true;
    }
  }
  return false;
}

std::uint64_t run(std::uint64_t seed) {
  Chaos chaos(seed);
  for (int i = 0; i < 1'500; ++i) chaos.step();
  EXPECT_GT(chaos.generations_seen(), 20u);
  EXPECT_TRUE(chaos.polite_members_settle(4));
  // Silence: every session ends, and with it all that anyone still waits for.
  chaos.pass(minutes(20));
  EXPECT_EQ(chaos.owed(), 0u) << "somebody is never answered";
  return chaos.digest();
}

}  // namespace

TEST(RandomGroups, KeepTheirPromisesAndDoTheSameTwice) {
  const char* const chosen = std::getenv("COHORT_SEED");
  const std::uint64_t first = chosen == nullptr ? 1 : std::strtoull(chosen, nullptr, 10);
  const std::uint64_t last = chosen == nullptr ? 40 : first;
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    SCOPED_TRACE("COHORT_SEED=" + std::to_string(seed));
    const std::uint64_t digest = run(seed);
    EXPECT_EQ(run(seed), digest);
    if (testing::Test::HasFailure()) return;
  }
}

}  // namespace cohort::broker
