#include "membership/member_state.hpp"

namespace cohort::client {

std::string_view name(MemberState state) {
  switch (state) {
    case MemberState::outside:
      return "outside";
    case MemberState::preparing:
      return "preparing";
    case MemberState::joining:
      return "joining";
    case MemberState::assigning:
      return "assigning";
    case MemberState::syncing:
      return "syncing";
    case MemberState::stable:
      return "stable";
    case MemberState::leaving:
      return "leaving";
    case MemberState::fenced:
      return "fenced";
  }
  return "unknown";
}

}  // namespace cohort::client
