#include "admin/call_item.hpp"

namespace cohort::client {

std::string to_string(const Target& target) {
  switch (target.place) {
    case Place::any_broker:
      return "any broker";
    case Place::controller:
      return "the controller";
    case Place::broker:
      return "broker " + std::to_string(target.node_id);
    case Place::coordinator:
      return "the coordinator of group " + target.group;
    case Place::leader:
      return "the leader of " + to_string(target.partition);
  }
  return "nobody";
}

}  // namespace cohort::client
