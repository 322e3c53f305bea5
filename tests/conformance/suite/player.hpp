// Player: what plays cases for one thread, and on which broker.
#pragma once

#include "conformance/suite/case.hpp"
#include "conformance/suite/verdict.hpp"

namespace cohort::conform {

class Player {
 public:
  virtual ~Player() = default;
  virtual Verdict play(const Case& played) = 0;

 protected:
  Player() = default;
  Player(const Player&) = default;
  Player& operator=(const Player&) = default;
};

}  // namespace cohort::conform
