#include "conformance/suite/process_player.hpp"

#include "conformance/suite/network_player.hpp"
#include "conformance/suite/properties.hpp"
#include "conformance/suite/verdict_of.hpp"

namespace cohort::conform {

void ProcessPlayer::start(const std::map<std::string, std::string>& properties) {
  if (process_ && properties == properties_) return;
  process_.reset();
  process_ = std::make_unique<BrokerProcess>(command_, properties);
  properties_ = properties;
  try {
    broker_ = ask_broker(process_->address(), declared_);
  } catch (const Failure& failure) {
    process_.reset();
    throw Failure(std::string("the broker did not start: ") + failure.what());
  }
}

Verdict ProcessPlayer::play(const Case& played) {
  Verdict verdict = verdict_of([&] { start(properties_for(played)); });
  if (verdict.outcome != Outcome::passed) return verdict;
  verdict = NetworkPlayer(broker_, names_).play(played);
  if (verdict.outcome != Outcome::failed) return verdict;
  const std::string ending = process_->ending();
  if (!ending.empty()) verdict.why += "; the broker's process ended " + ending;
  process_.reset();
  return verdict;
}

}  // namespace cohort::conform
