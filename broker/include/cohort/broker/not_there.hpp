// NotThere: somebody names what is not there.
#pragma once

#include <stdexcept>

namespace cohort::broker {

/// A name that means nothing here: a group, a member, a topic, a partition, a broker, a rule, a
/// request.
class NotThere : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

}  // namespace cohort::broker
