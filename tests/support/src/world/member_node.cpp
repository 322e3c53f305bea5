#include "world/member_node.hpp"

#include <cohort/protocol/assert.hpp>

#include <fmt/format.h>

#include <variant>

namespace cohort::testing {

MemberNode::MemberNode(const client::ConsumerConfig& config, const client::Assignors& assignors,
                       Program program, StepTaking taking)
    : consumer_(config, assignors), program_(std::move(program)), taking_(taking) {}

void MemberNode::start(const std::set<std::string>& topics, Instant now) {
  consumer_.subscribe(topics, now);
  go_on(now);
}

void MemberNode::take_step(Instant now) {
  COHORT_ASSERT(has_step());
  perform(plan_.take(), now);
  go_on(now);
}

void MemberNode::do_next(ProgramStep step, Instant now) {
  if (awaited_) {
    urgent_.add(std::move(step));
  } else {
    perform(step, now);
  }
  go_on(now);
}

void MemberNode::stall(bool is_stalled, Instant now) {
  is_stalled_ = is_stalled;
  if (is_stalled_ && is_polling_) {
    is_polling_ = false;
    consumer_.end_poll();
  }
  go_on(now);
}

bool MemberNode::is_settled() const {
  return !consumer_.has_call() && !consumer_.is_call_under_way() && !has_step() && !awaited_ &&
         consumer_.committer().standing == client::Standing::member && consumer_.is_stable();
}

void MemberNode::go_on(Instant now) {
  while (!is_closed_ && go_on_once(now)) {
  }
  note_claim();
}

bool MemberNode::go_on_once(Instant now) {
  if (awaited_) {
    const std::optional<client::CommitResult> result = consumer_.take_commit(*awaited_);
    if (!result) return false;
    awaited_.reset();
    if (result->failure) {
      plan_.clear();  // As if commitSync had thrown.
      fail(*result->failure, now);
    } else {
      note("its commit has succeeded");
    }
    return true;
  }
  if (!urgent_.is_empty()) {
    perform(urgent_.take(), now);
    return true;
  }
  if (!plan_.is_empty()) {
    if (taking_ == StepTaking::one_by_one) return false;
    perform(plan_.take(), now);
    return true;
  }
  if (consumer_.is_call_under_way()) {
    consumer_.finish_call(now);
    return true;
  }
  if (is_closing_) {
    if (consumer_.has_call()) {
      tell_call(now);
      return true;
    }
    if (!consumer_.has_left() || consumer_.has_commits_under_way()) return false;
    is_closed_ = true;
    consumer_.close(now);
    note("has closed");
    return false;
  }
  if (is_stalled_ || back_at_ != Instant::never()) return false;
  if (!is_polling_) {
    is_polling_ = true;
    consumer_.begin_poll(now);
  }
  return take_news(now);
}

bool MemberNode::take_news(Instant now) {
  const client::PollNews news = consumer_.news();
  if (news == client::PollNews::none) return false;
  is_polling_ = false;
  consumer_.end_poll();
  switch (news) {
    case client::PollNews::call:
      tell_call(now);
      break;
    case client::PollNews::commits:
      for (const client::CommitResult& result : consumer_.take_async_results()) {
        if (result.failure) note("its commit has failed: " + result.failure->message);
      }
      break;
    case client::PollNews::failure:
      fail(consumer_.take_failure(now), now);
      break;
    case client::PollNews::records: {
      const auto records = consumer_.take_records(now);
      if (!records) {
        fail(records.error(), now);
      } else if (!records->empty()) {
        if (tells_notes_) note(fmt::format("polls {} records", records->size()));
        program_.on_records(*records, plan_);
      }
      break;
    }
    case client::PollNews::woken:
    case client::PollNews::none:
      break;
  }
  return true;
}

void MemberNode::tell_call(Instant now) {
  const client::RebalanceCall call = consumer_.begin_call(now);
  note_claim();
  const auto tell = [&](const char* what) {
    if (tells_notes_) note(fmt::format("{} {}", what, client::to_string(call.partitions)));
  };
  switch (call.kind) {
    case client::RebalanceCallKind::assigned:
      tell("is assigned");
      if (!reads_) consumer_.pause(call.partitions, now);
      program_.on_assigned(call.partitions, plan_);
      break;
    case client::RebalanceCallKind::revoked:
      tell("has to give up");
      program_.on_revoked(call.partitions, plan_);
      break;
    case client::RebalanceCallKind::lost:
      tell("has lost");
      program_.on_lost(call.partitions, plan_);
      break;
  }
}

/// A program that polled again at once might do so forever, without time passing.
void MemberNode::fail(const client::Failure& failure, Instant now) {
  constexpr Duration pause = milliseconds(100);
  note("fails: " + failure.message);
  program_.on_failure(failure, plan_);
  if (failure.kind == client::FailureKind::fatal) {
    plan_.close();
  } else {
    back_at_ = now + pause;
  }
}

void MemberNode::perform(const ProgramStep& step, Instant now) {
  // Who takes steps one by one knows them.
  if (tells_notes_ && taking_ == StepTaking::at_once) note(to_string(step));
  if (const auto* effect = std::get_if<steps::Effect>(&step)) {
    effects_.push_back(effect->what);
  } else if (const auto* commit = std::get_if<steps::Commit>(&step)) {
    client::OffsetsToCommit offsets = commit->offsets ? *commit->offsets : consumer_.consumed();
    if (commit->waits) {
      const Instant deadline = now + consumer_.config().client.default_api_timeout;
      awaited_ = consumer_.commit_sync(std::move(offsets), deadline, now);
    } else {
      consumer_.commit_async(std::move(offsets), now);
    }
  } else if (const auto* seek = std::get_if<steps::Seek>(&step)) {
    // Like pausing: what is not its own any more is passed over.
    if (!consumer_.positions().is_assigned(seek->partition)) return;
    consumer_.seek(seek->partition, client::Position{.offset = seek->offset}, now);
  } else if (const auto* pause = std::get_if<steps::Pause>(&step)) {
    client::PartitionSet those;
    for (const client::TopicPartition& each : pause->partitions) {
      if (consumer_.positions().is_assigned(each)) those.insert(each);
    }
    if (pause->is_paused) {
      consumer_.pause(those, now);
    } else {
      consumer_.resume(those, now);
    }
  } else if (const auto* subscription = std::get_if<steps::Subscribe>(&step)) {
    consumer_.subscribe(subscription->topics, now);
  } else if (const auto* rejoin = std::get_if<steps::Rejoin>(&step)) {
    consumer_.enforce_rebalance(rejoin->reason, now);
  } else {
    is_closing_ = true;
    if (std::exchange(is_polling_, false)) consumer_.end_poll();
    if (consumer_.is_call_under_way()) consumer_.finish_call(now);
    plan_.clear();
    consumer_.leave({.reason = "the consumer is being closed", .is_for_good = true}, now);
  }
}

void MemberNode::note_claim() {
  const client::Committer committer = consumer_.committer();
  if (committer.membership.instance_id) note_id(committer.membership.member_id);
  if (committer.standing != client::Standing::member) return;
  const client::PartitionSet& owned = consumer_.owned();
  if (claim_.generation == committer.membership.generation_id && claim_.partitions == owned) return;
  claim_ = {.generation = committer.membership.generation_id, .partitions = owned};
  ++changes_;
}

void MemberNode::note_id(const std::string& member_id) {
  if (member_id.empty() || member_id == held_id_) return;
  former_id_ = std::exchange(held_id_, member_id);
  ++changes_;
}

void MemberNode::note(const std::string& text) {
  if (!tells_notes_) return;
  notes_.push_back(text);
  ++changes_;
}

void MemberNode::opened(LinkId link, const Peer& peer, Instant now) {
  consumer_.opened(link, peer, now);
  go_on(now);
}

void MemberNode::dial_failed(DialTag tag, const std::string& reason, Instant now) {
  consumer_.dial_failed(tag, reason, now);
  go_on(now);
}

void MemberNode::received(LinkId link, Buffer bytes, Instant now) {
  if (!answer_fault_ && (answer_fault_ = answers_.received(link, bytes))) ++changes_;
  consumer_.received(link, std::move(bytes), now);
  go_on(now);
}

void MemberNode::sent(LinkId link, std::size_t unsent_bytes, Instant now) {
  consumer_.sent(link, unsent_bytes, now);
  go_on(now);
}

void MemberNode::closed(LinkId link, Instant now) {
  answers_.closed(link);
  consumer_.closed(link, now);
  go_on(now);
}

void MemberNode::advance(Instant now) {
  if (back_at_ <= now) back_at_ = Instant::never();
  consumer_.advance(now);
  go_on(now);
}

std::vector<ArmedTimer> MemberNode::armed_timers() const {
  std::vector<ArmedTimer> timers = consumer_.armed_timers();
  if (back_at_ == Instant::never()) return timers;
  const auto after = std::ranges::upper_bound(timers, back_at_, {}, &ArmedTimer::deadline);
  timers.insert(after, {.name = "the program polls again", .deadline = back_at_});
  return timers;
}

void MemberNode::take_actions(std::vector<Action>& into) {
  consumer_.take_actions(into);
  for (const Action& action : into) {
    if (const auto* send = std::get_if<Send>(&action)) answers_.sent(send->link, send->bytes);
  }
}

void MemberNode::digest(StateDigest& into) const {
  consumer_.digest(into);
  program_.digest(into);
  into.add_all(urgent_, plan_, awaited_.has_value(), is_polling_, is_stalled_, is_closing_,
               is_closed_);
  into.add(back_at_);
  into.add_all(claim_.generation, claim_.partitions, held_id_, former_id_, answer_fault_);
}

}  // namespace cohort::testing
