// Program: what a consumer's user does, as a value, so that it can be run in every order that could
// matter.
#pragma once

#include <cohort/client/committed_offset.hpp>
#include <cohort/client/consumer_record.hpp>
#include <cohort/client/error.hpp>
#include <cohort/client/topic_partition.hpp>
#include <cohort/node/state_digest.hpp>

#include <concepts>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <variant>
#include <vector>

namespace cohort::testing {

namespace steps {

/// What is seen outside and can't be taken back: an order billed, a mail sent.
struct Effect {
  std::string what;
  bool operator==(const Effect&) const = default;
};
struct Commit {
  /// Nothing: of all records that poll() gave.
  std::optional<client::OffsetsToCommit> offsets;
  bool waits = true;  ///< For the answer, as commitSync does.
  bool operator==(const Commit&) const = default;
};
struct Seek {
  client::TopicPartition partition;
  std::int64_t offset = 0;
  bool operator==(const Seek&) const = default;
};
struct Pause {
  client::PartitionSet partitions;
  bool is_paused = true;  ///< False: resumes them.
  bool operator==(const Pause&) const = default;
};
struct Subscribe {
  std::set<std::string> topics;
  bool operator==(const Subscribe&) const = default;
};
struct Rejoin {
  std::string reason;
  bool operator==(const Rejoin&) const = default;
};
/// It leaves the group, and does nothing any more.
struct Close {
  bool operator==(const Close&) const = default;
};

}  // namespace steps

using ProgramStep = std::variant<steps::Effect, steps::Commit, steps::Seek, steps::Pause,
                                 steps::Subscribe, steps::Rejoin, steps::Close>;

/// In words: "bill order 7", "commits orders-0 up to 3".
std::string to_string(const ProgramStep& step);

/// What a program wants to do now, step by step. The consumer's own thread does it, so that the
/// next poll comes when the last step is done; between any two steps the process may die.
class Plan {
 public:
  void effect(std::string what) { add(steps::Effect{std::move(what)}); }
  /// commitSync of all that poll() gave. When it fails, the steps behind it are not taken, as if it
  /// had thrown, and the program's on_failure is called.
  void commit() { add(steps::Commit{}); }
  void commit(client::OffsetsToCommit offsets) { add(steps::Commit{std::move(offsets)}); }
  /// Of this record and all before it in its partition.
  void commit_through(const client::ConsumerRecord& record);
  /// Nobody waits for it (commitAsync).
  void commit_async(std::optional<client::OffsetsToCommit> offsets = std::nullopt) {
    add(steps::Commit{std::move(offsets), false});
  }
  void seek(const client::TopicPartition& partition, std::int64_t offset) {
    add(steps::Seek{partition, offset});
  }
  void pause(client::PartitionSet partitions) { add(steps::Pause{std::move(partitions), true}); }
  void resume(client::PartitionSet partitions) { add(steps::Pause{std::move(partitions), false}); }
  void subscribe(std::set<std::string> topics) { add(steps::Subscribe{std::move(topics)}); }
  /// At the next poll (enforceRebalance).
  void rejoin(std::string reason) { add(steps::Rejoin{std::move(reason)}); }
  void close() { add(steps::Close{}); }

  void add(ProgramStep step) { steps_.push_back(std::move(step)); }
  bool is_empty() const { return steps_.empty(); }
  std::size_t size() const { return steps_.size(); }
  /// REQUIRES: not empty.
  const ProgramStep& next() const { return steps_.front(); }
  ProgramStep take();
  void clear() { steps_.clear(); }

 private:
  friend struct cohort::DigestOf<Plan>;
  std::deque<ProgramStep> steps_;
};

using Records = std::vector<client::ConsumerRecord>;
using Partitions = client::PartitionSet;

/// A copyable class with any of these, each called on the consumer's thread:
///
///     void on_records(const Records&, Plan&);      // poll() has given these
///     void on_assigned(const Partitions&, Plan&);  // ConsumerRebalanceListener
///     void on_revoked(const Partitions&, Plan&);   // they are owned until its plan is done
///     void on_lost(const Partitions&, Plan&);      // without it, on_revoked is called, as in
///     Kafka void on_failure(const client::Failure&, Plan&);  // a commit or a poll has failed
///
/// It has no clock, no threads and no chance of its own; its members are its whole state. Exploring
/// needs to know that state: an aggregate without a base class shows it by itself, another class by
/// `void digest(StateDigest&) const`.
class Program {
 public:
  /// Reads and does nothing.
  Program();
  template <class Logic>
  requires(!std::same_as<std::remove_cvref_t<Logic>, Program> &&
           std::copyable<std::remove_cvref_t<Logic>>)
      Program(Logic logic)  // NOLINT(google-explicit-constructor): any such class is a program.
      : self_(std::make_unique<Held<std::remove_cvref_t<Logic>>>(std::move(logic))) {}
  Program(const Program& other) : self_(other.self_->clone()) {}
  Program& operator=(const Program& other) {
    if (this != &other) self_ = other.self_->clone();
    return *this;
  }
  Program(Program&&) noexcept = default;
  Program& operator=(Program&&) noexcept = default;
  ~Program() = default;

  void on_records(const Records& records, Plan& plan) { self_->on_records(records, plan); }
  void on_assigned(const Partitions& partitions, Plan& plan) {
    self_->on_assigned(partitions, plan);
  }
  void on_revoked(const Partitions& partitions, Plan& plan) { self_->on_revoked(partitions, plan); }
  void on_lost(const Partitions& partitions, Plan& plan) { self_->on_lost(partitions, plan); }
  void on_failure(const client::Failure& failure, Plan& plan) { self_->on_failure(failure, plan); }
  void digest(StateDigest& into) const { self_->digest(into); }
  /// What class it is.
  const std::type_info& type() const { return self_->type(); }
  /// As what it is; null if it is something else.
  template <class Logic>
  const Logic* as() const {
    const auto* held = dynamic_cast<const Held<Logic>*>(self_.get());
    return held == nullptr ? nullptr : &held->logic;
  }

 private:
  struct Self {
    Self() = default;
    virtual ~Self() = default;
    virtual std::unique_ptr<Self> clone() const = 0;
    virtual void on_records(const Records& records, Plan& plan) = 0;
    virtual void on_assigned(const Partitions& partitions, Plan& plan) = 0;
    virtual void on_revoked(const Partitions& partitions, Plan& plan) = 0;
    virtual void on_lost(const Partitions& partitions, Plan& plan) = 0;
    virtual void on_failure(const client::Failure& failure, Plan& plan) = 0;
    virtual void digest(StateDigest& into) const = 0;
    virtual const std::type_info& type() const = 0;

   protected:
    Self(const Self&) = default;
    Self& operator=(const Self&) = default;
  };

  template <class Logic>
  static constexpr bool is_program = requires(Logic& logic, const Records& records,
                                              const Partitions& partitions,
                                              const client::Failure& failure, Plan& plan) {
    requires requires { logic.on_records(records, plan); } || requires {
      logic.on_assigned(partitions, plan);
    } || requires {
      logic.on_revoked(partitions, plan);
    } || requires {
      logic.on_lost(partitions, plan);
    } || requires {
      logic.on_failure(failure, plan);
    };
  };

  template <class Logic>
  struct Held final : Self {
    static_assert(is_program<Logic>,
                  "a program has at least one of on_records, on_assigned, on_revoked, on_lost, "
                  "on_failure; is one misspelt, or does it take other arguments?");
    explicit Held(Logic made) : logic(std::move(made)) {}
    std::unique_ptr<Self> clone() const override { return std::make_unique<Held>(*this); }
    void on_records(const Records& records, Plan& plan) override {
      if constexpr (requires { logic.on_records(records, plan); }) logic.on_records(records, plan);
    }
    void on_assigned(const Partitions& partitions, Plan& plan) override {
      if constexpr (requires { logic.on_assigned(partitions, plan); }) {
        logic.on_assigned(partitions, plan);
      }
    }
    void on_revoked(const Partitions& partitions, Plan& plan) override {
      if constexpr (requires { logic.on_revoked(partitions, plan); }) {
        logic.on_revoked(partitions, plan);
      }
    }
    void on_lost(const Partitions& partitions, Plan& plan) override {
      if constexpr (requires { logic.on_lost(partitions, plan); }) {
        logic.on_lost(partitions, plan);
      } else {
        on_revoked(partitions, plan);
      }
    }
    void on_failure(const client::Failure& failure, Plan& plan) override {
      if constexpr (requires { logic.on_failure(failure, plan); }) logic.on_failure(failure, plan);
    }
    void digest(StateDigest& into) const override {
      if constexpr (!std::is_empty_v<Logic>) into.add(logic);
    }
    const std::type_info& type() const override { return typeid(Logic); }
    Logic logic;
  };

  std::unique_ptr<Self> self_;
};

}  // namespace cohort::testing

namespace cohort {

template <>
struct DigestOf<testing::Plan> {
  static void add(StateDigest& into, const testing::Plan& plan) { into.add(plan.steps_); }
};

}  // namespace cohort
