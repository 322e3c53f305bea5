// ReplyId: names an answer that is still owed, so that state holds a number and no closure.
#pragma once

#include <cstdint>

namespace cohort::broker {

/// Given by the connection to each request; whoever parks the request keeps it and answers under it
/// once.
enum class ReplyId : std::uint64_t {};

}  // namespace cohort::broker
