#include "conformance/suite/process_player.hpp"

#include "conformance/suite/network_player.hpp"
#include "conformance/suite/properties.hpp"

#include <stdexcept>

namespace cohort::conform {

void ProcessPlayer::start(const std::map<std::string, std::string>& properties) {
  if (process_ && properties == properties_) return;
  if (const auto failed = failed_.find(properties); failed != failed_.end()) {
    throw Failure(failed->second);
  }
  process_.reset();
  properties_ = properties;
  try {
    process_ = std::make_unique<BrokerProcess>(command_, properties);
    broker_ = ask_broker(process_->address(), declared_);
    has_started_ = true;
  } catch (const Failure& failure) {
    process_.reset();
    const std::string why = std::string("the broker did not start: ") + failure.what();
    // One that never does is no broker; one that does not with some property may be one.
    if (!has_started_) throw std::runtime_error(why + "; --broker-log FILE keeps what it says");
    failed_[properties] = why;
    throw Failure(why);
  }
}

Verdict ProcessPlayer::play(const Case& played) {
  try {
    start(properties_for(played));
  } catch (const Failure& failure) {
    return {.outcome = Outcome::failed, .why = failure.what()};
  }
  Verdict verdict = NetworkPlayer(broker_, names_).play(played);
  if (verdict.outcome != Outcome::failed) return verdict;
  const std::string ending = process_->ending();
  if (!ending.empty()) verdict.why += "; the broker's process ended " + ending;
  process_.reset();
  return verdict;
}

}  // namespace cohort::conform
