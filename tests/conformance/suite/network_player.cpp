#include "conformance/suite/network_player.hpp"

#include "conformance/play/case_run.hpp"
#include "conformance/suite/verdict_of.hpp"

namespace cohort::conform {

namespace {

/// Of one case. The longest takes 5 s with a broker that answers as Kafka does.
constexpr Duration case_patience = std::chrono::seconds(60);

}  // namespace

Verdict NetworkPlayer::play(const Case& played) {
  if (const auto unmet = broker_.properties.unmet(played, broker_.target)) {
    return {.outcome = Outcome::skipped, .why = *unmet};
  }
  SocketTransport transport(broker_.address, case_patience);
  CaseRun run(transport, broker_.target, names_.next());
  Verdict verdict = verdict_of([&] { run.play(played.steps); });
  names_.add_given(run.given_ids());
  return verdict;
}

}  // namespace cohort::conform
