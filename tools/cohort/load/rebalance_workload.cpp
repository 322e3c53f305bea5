#include "load/load_member.hpp"
#include "load/workload.hpp"
#include "serve.hpp"

#include <fmt/format.h>

#include <memory>
#include <stdexcept>
#include <vector>

namespace cohort::load {

namespace {

double in_ms(Clock::duration time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

/// One group, from its forming to its end.
class RebalanceRound {
 public:
  RebalanceRound(LoadStage& stage, const std::string& topic, std::int32_t partitions)
      : stage_(stage),
        topic_(topic),
        group_(stage.new_group()),
        config_(stage.consumer(group_)),
        board_(static_cast<std::size_t>(partitions)) {}

  Round run(const RoundLimits& limits) {
    const Clock::time_point began = Clock::now();
    const auto is_over = [&] {
      return stage_.is_stopped() || !round_.failures.empty() ||
             (limits.time && Clock::now() - began >= *limits.time);
    };
    const Expense expense(stage_);
    form();
    if (!is_over()) join();
    if (!is_over()) leave();
    if (!is_over()) die();
    expense.add_to(round_, 0);
    round_.is_stopped = stage_.is_stopped();
    end_all();
    stage_.drop_group(group_);
    return std::move(round_);
  }

 private:
  void form() {
    const Clock::time_point began = Clock::now();
    for (int member = 0; member < *stage_.options().consumers; ++member) add_member();
    await_settled("form", began);
  }

  void join() {
    const Clock::time_point began = Clock::now();
    add_member();
    await_settled("join", began);
  }

  void leave() {
    const Clock::time_point began = Clock::now();
    members_.front()->end(Ending::leave);
    await_settled("leave", began);
    take_out_first();
  }

  void die() {
    // The newest one: the group's leader may be another.
    members_.back()->end(Ending::die);
    const std::string failure = members_.back()->wait();
    const Clock::time_point began = Clock::now();
    if (!failure.empty()) round_.fail(failure);
    await_settled("death", began);
  }

  void add_member() {
    members_.push_back(std::make_unique<LoadMember>(
        config_, board_,
        LoadMember::Plan{
            .number = next_number_++, .topic = topic_, .on_records = {}, .patience = [this] {
              return stage_.patience();
            }}));
  }

  void take_out_first() {
    const std::string failure = members_.front()->wait();
    if (!failure.empty() && !stage_.is_stopped()) round_.fail(failure);
    members_.erase(members_.begin());
  }

  void await_settled(const std::string& step, Clock::time_point began) {
    stage_.line().show(fmt::format("{}: {} members", step, board_.members()));
    if (board_.members() == 0) return;
    const auto settled =
        board_.await_settled(began + stage_.patience(), [this] { return stage_.is_stopped(); });
    stage_.line().hide();
    if (settled) {
      round_.add(step + "_ms", in_ms(std::max(*settled, began) - began));
    } else if (!stage_.is_stopped()) {
      round_.fail(fmt::format("{}: the group did not settle in time: {}", step, board_.describe()));
    }
  }

  void end_all() {
    for (const auto& member : members_) member->end(Ending::leave);
    for (const auto& member : members_) {
      const std::string failure = member->wait();
      if (!failure.empty() && !stage_.is_stopped()) round_.fail(failure);
    }
    members_.clear();
  }

  LoadStage& stage_;
  std::string topic_;
  std::string group_;
  client::ConsumerConfig config_;
  OwnershipBoard board_;
  std::vector<std::unique_ptr<LoadMember>> members_;
  int next_number_ = 1;
  Round round_;
};

class RebalanceWorkload final : public LoadWorkload {
 public:
  explicit RebalanceWorkload(LoadStage& stage)
      : stage_(stage), topic_(stage.make_topic()), partitions_(stage.partitions_of(topic_)) {
    if (*stage.options().consumers >= partitions_) {
      // One without partitions could not be told from one that was not given any yet.
      throw tool::UsageError(
          fmt::format("--consumers {}: one more joins, and each needs one of the {} partitions",
                      *stage.options().consumers, partitions_));
    }
  }

  Round run(const RoundLimits& limits) override {
    return RebalanceRound(stage_, topic_, partitions_).run({.time = limits.time});
  }

 private:
  LoadStage& stage_;
  std::string topic_;
  std::int32_t partitions_;
};

}  // namespace

std::unique_ptr<LoadWorkload> rebalance_workload(LoadStage& stage) {
  return std::make_unique<RebalanceWorkload>(stage);
}

}  // namespace cohort::load
