// The exploration itself, on worlds that fit on a page.
#include <cohort/testing/explore.hpp>

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace cohort::testing {

namespace {

/// Two that add 1 to a number, each by reading it and then writing it.
class Adders {
 public:
  std::size_t move_count() const { return movable().size(); }
  std::string move_name(std::size_t move) const {
    const std::size_t who = movable().at(move);
    return std::string(who == 0 ? "a" : "b") + (adders_.at(who).read ? " writes" : " reads");
  }
  void make(std::size_t move) {
    Adder& adder = adders_.at(movable().at(move));
    if (adder.read) {
      number_ = *adder.read + 1;
      adder.is_done = true;
    } else {
      adder.read = number_;
    }
  }
  StateHash state() const {
    StateDigest digest{Instant{}};
    digest.add_all(number_, adders_);
    return digest.value();
  }
  void look() {}
  bool is_finished() const { return movable().empty(); }

  int number() const { return number_; }

 private:
  struct Adder {
    std::optional<int> read;
    bool is_done = false;
  };
  std::vector<std::size_t> movable() const {
    std::vector<std::size_t> all;
    for (std::size_t who = 0; who < adders_.size(); ++who) {
      if (!adders_.at(who).is_done) all.push_back(who);
    }
    return all;
  }

  int number_ = 0;
  std::array<Adder, 2> adders_;
};

/// Counts to 5, or into a dead end at 3.
class Counter {
 public:
  std::size_t move_count() const { return is_lost_ || number_ == 5 ? 0 : number_ == 3 ? 2 : 1; }
  std::string move_name(std::size_t move) const { return move == 0 ? "counts" : "gets lost"; }
  void make(std::size_t move) {
    if (move == 0) ++number_;
    is_lost_ = move == 1;
  }
  StateHash state() const { return {static_cast<std::uint64_t>(number_), is_lost_ ? 1U : 0U}; }
  void look() {}
  bool is_finished() const { return number_ == 5; }

 private:
  int number_ = 0;
  bool is_lost_ = false;
};

}  // namespace

TEST(Explore, SeesEverySituationOnceHoweverItIsReached) {
  const Exploration found = explore<Adders>(Adders(), {});

  EXPECT_TRUE(found.is_exhausted);
  EXPECT_FALSE(found.violation);
  EXPECT_EQ(found.states, 13U);
  EXPECT_EQ(found.transitions, 14U);
  EXPECT_EQ(found.depth, 4U);
  EXPECT_EQ(found.finished, 3U);
}

TEST(Explore, TellsTheShortestWayToAViolation) {
  const Exploration found =
      explore<Adders>(Adders(), {{"both count", [](const Adders& world) {
                                    return world.is_finished() && world.number() != 2
                                               ? std::optional<std::string>("one is lost")
                                               : std::nullopt;
                                  }}});

  ASSERT_TRUE(found.violation);
  EXPECT_FALSE(found.is_exhausted);
  EXPECT_EQ(found.violation->checker, "both count");
  EXPECT_EQ(found.violation->path,
            (std::vector<std::string>{"a reads", "b reads", "a writes", "b writes"}));
}

TEST(Explore, FindsTheSituationThatHasNoWayOut) {
  const Exploration found = explore<Counter>(Counter(), {});

  ASSERT_TRUE(found.violation);
  EXPECT_EQ(found.violation->checker, progress_checker);
  EXPECT_EQ(found.violation->path,
            (std::vector<std::string>{"counts", "counts", "counts", "gets lost"}));
}

TEST(Explore, StopsAtItsBound) {
  const Exploration by_depth = explore<Counter>(Counter(), {}, {.depth = 2});
  const Exploration by_states = explore<Adders>(Adders(), {}, {.states = 5});

  EXPECT_FALSE(by_depth.is_exhausted);
  EXPECT_FALSE(by_depth.violation);
  EXPECT_EQ(by_depth.states, 3U);
  EXPECT_FALSE(by_states.is_exhausted);
  EXPECT_LE(by_states.states, 7U);
}

}  // namespace cohort::testing
