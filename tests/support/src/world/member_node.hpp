// MemberNode: a consumer together with its program, as one node of a simulation.
#pragma once

#include "consumer/consumer_node.hpp"
#include "world/answer_watch.hpp"
#include <cohort/client/assignor.hpp>
#include <cohort/client/consumer_config.hpp>
#include <cohort/node/node.hpp>
#include <cohort/testing/program.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace cohort::testing {

/// When the steps of a program's plan are taken.
enum class StepTaking : std::uint8_t {
  at_once,     ///< A program takes no time.
  one_by_one,  ///< By take_step(): anything may happen between two.
};

/// What a member owns, in which generation.
struct Claim {
  std::int32_t generation = -1;
  client::PartitionSet partitions;
  bool operator==(const Claim&) const = default;
};

/// The consumer polls whenever its program has nothing left to do, and the program is told what
/// poll() comes back with.
class MemberNode final : public Node {
 public:
  MemberNode(const client::ConsumerConfig& config, const client::Assignors& assignors,
             Program program, StepTaking taking);

  // The process's own doing, each in a turn.

  void start(const std::set<std::string>& topics, Instant now);
  /// From now on it pauses what it is assigned.
  void read_nothing() { reads_ = false; }
  /// The next step of the plan. REQUIRES: has_step().
  void take_step(Instant now);
  /// A step that the program did not think of: it comes before its own, at once unless the program
  /// waits for something.
  void do_next(ProgramStep step, Instant now);
  /// While it is stalled it polls no more; heartbeats go on.
  void stall(bool is_stalled, Instant now);

  // Queries

  bool has_step() const { return !awaited_ && !plan_.is_empty(); }
  const ProgramStep& next_step() const { return plan_.next(); }
  bool has_closed() const { return is_closed_; }
  bool is_closing() const { return is_closing_; }
  bool is_stalled() const { return is_stalled_; }
  const client::ConsumerNode& consumer() const { return consumer_; }
  const Program& program() const { return program_; }
  const Claim& claim() const { return claim_; }
  /// The member id that it has, or had last; of a static member only.
  const std::string& held_id() const { return held_id_; }
  /// The one before.
  const std::string& former_id() const { return former_id_; }
  /// Counts up whenever its claim, its answers or its notes have something new.
  std::uint64_t changes() const { return changes_; }
  /// A member of a generation that has been told all of it.
  bool is_settled() const;
  /// What it has done that is seen outside, in order.
  const std::vector<std::string>& effects() const { return effects_; }
  /// What came that is no answer, in words: never mended.
  const std::optional<std::string>& answer_fault() const { return answer_fault_; }
  /// The request of the link that is answered next, if one waits.
  std::optional<ApiKey> answered_next(LinkId link) const { return answers_.next(link); }
  bool awaits_answer(ApiKey api) const { return answers_.awaits(api); }
  /// What was told to the program and what it did, in words, since the last call.
  std::vector<std::string> take_notes() { return std::exchange(notes_, {}); }
  void tell_notes() { tells_notes_ = true; }

  void opened(LinkId link, const Peer& peer, Instant now) override;
  void dial_failed(DialTag tag, const std::string& reason, Instant now) override;
  void received(LinkId link, Buffer bytes, Instant now) override;
  void sent(LinkId link, std::size_t unsent_bytes, Instant now) override;
  void closed(LinkId link, Instant now) override;
  void advance(Instant now) override;
  Instant next_deadline() const override { return std::min(consumer_.next_deadline(), back_at_); }
  std::vector<ArmedTimer> armed_timers() const override;
  void take_actions(std::vector<Action>& into) override;
  std::unique_ptr<Node> clone() const override { return std::make_unique<MemberNode>(*this); }
  void digest(StateDigest& into) const override;

 private:
  void go_on(Instant now);
  /// False: there is nothing to do before something happens.
  bool go_on_once(Instant now);
  bool take_news(Instant now);
  void tell_call(Instant now);
  void fail(const client::Failure& failure, Instant now);
  void perform(const ProgramStep& step, Instant now);
  void note_claim();
  void note_id(const std::string& member_id);
  void note(const std::string& text);

  client::ConsumerNode consumer_;
  Program program_;
  StepTaking taking_;
  Plan plan_;
  Plan urgent_;  ///< What is to be done as soon as the program waits for nothing.
  std::optional<client::CommitId> awaited_;  ///< A commit that the program waits for.
  Instant back_at_ = Instant::never();       ///< It polls again then, after a failure.
  bool reads_ = true;
  bool is_polling_ = false;
  bool is_stalled_ = false;
  bool is_closing_ = false;
  bool is_closed_ = false;
  bool tells_notes_ = false;
  Claim claim_;
  std::string held_id_;
  std::string former_id_;
  std::uint64_t changes_ = 0;
  AnswerWatch answers_;
  std::optional<std::string> answer_fault_;
  std::vector<std::string> effects_;
  std::vector<std::string> notes_;
};

}  // namespace cohort::testing
