#include "protocol/any_message.hpp"

namespace cohort::testing {

const std::vector<AnyMessage>& every_message() {
  static const std::vector<AnyMessage> all = [] {
    std::vector<AnyMessage> messages = any_messages(RequestList{});
    for (AnyMessage& message : any_messages(ResponseList{})) messages.push_back(message);
    for (AnyMessage& message : any_messages(ConsumerProtocolList{})) messages.push_back(message);
    return messages;
  }();
  return all;
}

}  // namespace cohort::testing
