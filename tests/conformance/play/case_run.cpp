#include "conformance/play/case_run.hpp"

#include "conformance/codec/message_schema.hpp"
#include "conformance/play/error_words.hpp"
#include "conformance/play/json_path.hpp"
#include "conformance/play/matcher.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace cohort::conform {

namespace {

constexpr std::int64_t quiet_ms = 150;
constexpr int member_id_required = 79;
constexpr Duration retry_pause = milliseconds(50);

std::string text_at(const Json& step, const char* key) { return step.at(key).get<std::string>(); }

bool must_close(const Json& step) { return step.value("outcome", "") == "closed"; }

bool has_retried_code(const Json& step, const Json& answer) {
  const auto retried = step.value("retry_on", std::set<int>{});
  const std::set<int> codes = error_codes_in(answer);
  return std::any_of(codes.begin(), codes.end(), [&](int code) { return retried.contains(code); });
}

/// Leaves in the answer what the case is about.
void narrow(const Json& step, Json& answer, const std::string& suffix) {
  const auto keep = [&](const std::string& path, const auto& is_kept) {
    Json kept = Json::array();
    Json& all = at_path(answer, path);
    std::copy_if(all.begin(), all.end(), std::back_inserter(kept), is_kept);
    all = std::move(kept);
  };
  for (const Json& path : step.value("only_mine", Json::array())) {
    keep(path.get<std::string>(), [&](const Json& entry) { return mentions(entry, suffix); });
  }
  const Json picks = step.value("pick", Json::object());
  for (const auto& [path, names] : picks.items()) {
    const auto wanted = names.get<std::set<std::string>>();
    keep(path, [&](const Json& entry) { return wanted.contains(text_at(entry, "name")); });
  }
}

/// The expectation for one version of a step that is sent in several; null if there is none.
Json expectation_for(const Json& step, int version) {
  for (const auto& [span, answer] : step.at("expect").items()) {
    if (!versions_in(span).contains(version)) continue;
    return pruned(answer, message_schema(text_at(step, "send") + "Response").fields, version);
  }
  return nullptr;
}

}  // namespace

CaseRun::CaseRun(Transport& transport, const Target& target, const std::string& suffix)
    : transport_(transport), target_(target), variables_(suffix) {
  variables_.set("node", target.node);
  variables_.set("cluster", target.cluster);
}

void CaseRun::check_supported(const Json& steps) const {
  for (const Json& step : steps) {
    if (!step.contains("send") || step.value("unsupported", false)) continue;
    if (target_.supports(step)) continue;
    const std::string versions =
        step.contains("versions") ? text_at(step, "versions") : text_of(step.value("version", 0));
    throw Unsupported("the broker has no " + text_at(step, "send") + " v" + versions);
  }
}

void CaseRun::play(const Json& steps) {
  check_supported(steps);
  counts_partitions_ = std::any_of(steps.begin(), steps.end(), [](const Json& step) {
    return step.value("send", "") == "Metadata" || step.value("send", "") == "CreatePartitions";
  });
  int number = 0;
  for (const Json& step : steps) {
    ++number;
    try {
      play_step(step);
    } catch (const Failure& failure) {
      throw StepFailure(number, failure.what(), failure.differences());
    } catch (const Json::exception& error) {
      throw StepFailure(number, error.what());
    }
  }
}

void CaseRun::play_step(const Json& step) {
  if (step.contains("send")) return send(step);
  if (step.contains("await")) return await(step);
  if (step.contains("quiet")) return quiet(step);
  if (step.contains("raw")) return raw_bytes(step);
  if (step.contains("close")) return close(text_at(step, "close"));
  if (step.contains("sleep_ms")) {
    return transport_.wait(milliseconds(step.at("sleep_ms").get<std::int64_t>()));
  }
  if (step.contains("create_topic")) return create_topic(step);
  if (step.contains("delete_topic")) return delete_topic(step);
  if (step.contains("produce")) return produce(step);
  if (step.contains("join_sync")) return join_sync(step);
  throw Failure("an unknown kind of step: " + text_of(step));
}

std::shared_ptr<Dialogue> CaseRun::dialogue(const std::string& connection) {
  std::shared_ptr<Dialogue>& found = dialogues_[connection];
  if (!found) found = std::make_shared<Dialogue>(transport_);
  return found;
}

void CaseRun::send(const Json& step) {
  if (!step.contains("versions")) return send_one(step, {.version = step.value("version", 0)});
  const Versions wanted = versions_in(text_at(step, "versions"));
  const Versions known = *target_.versions_of(text_at(step, "send"));
  const int last = std::min(wanted.last, known.last);
  for (int version = std::max(wanted.first, known.first); version <= last; ++version) {
    send_one(step, {.version = version, .is_ranged = true});
  }
}

void CaseRun::send_one(const Json& step, Sending sending) {
  const std::string connection = step.value("conn", "main");
  const Instant deadline = transport_.now() + answer_timeout;
  while (true) {
    const std::shared_ptr<Dialogue> via = dialogue(connection);
    const Json body = variables_.fill(step.value("body", Json::object()), sending.version);
    const Ticket ticket = via->send(text_at(step, "send"), sending.version, body, step);
    if (step.contains("parked") || step.value("no_answer", false)) {
      expect_silence(*via, ticket, step.value("quiet_ms", quiet_ms));
      if (step.contains("parked")) parked_[text_at(step, "parked")] = {connection, via, ticket};
      return;
    }
    if (must_close(step)) return expect_closed({connection, via, ticket});
    Json answer = via->receive(ticket);
    if (ticket.api == "JoinGroup" && answer.at("error_code") == member_id_required) {
      given_ids_.push_back(
          {body.at("group_id").get<std::string>(), answer.at("member_id").get<std::string>()});
    }
    check_time(step, ticket);
    if (!has_retried_code(step, answer) || transport_.now() >= deadline) {
      return judge(step, ticket, std::move(answer), sending);
    }
    transport_.wait(retry_pause);
  }
}

void CaseRun::expect_silence(Dialogue& dialogue, const Ticket& ticket, std::int64_t ms) const {
  const Dialogue::Outcome outcome = dialogue.wait_for(ticket, milliseconds(ms));
  if (outcome == Dialogue::Outcome::closed) {
    throw Failure(name_of(ticket) + ": connection closed by the broker");
  }
  if (outcome == Dialogue::Outcome::answered) {
    throw Failure(name_of(ticket) + ": was answered, expected no answer yet");
  }
}

void CaseRun::expect_closed(const Parked& request) {
  switch (request.dialogue->wait_for(request.ticket, answer_timeout)) {
    case Dialogue::Outcome::answered:
      throw Failure(name_of(request.ticket) +
                    ": an answer came, expected the connection to be closed");
    case Dialogue::Outcome::silent:
      throw Failure(name_of(request.ticket) + ": no answer and no close");
    case Dialogue::Outcome::closed:
      close(request.connection);
  }
}

void CaseRun::close(const std::string& connection) {
  const auto found = dialogues_.find(connection);
  if (found == dialogues_.end()) throw Failure("there is no connection " + connection);
  found->second->close();
  dialogues_.erase(found);
}

void CaseRun::await(const Json& step) {
  const auto found = parked_.find(text_at(step, "await"));
  if (found == parked_.end()) throw Failure("nothing is parked as " + text_at(step, "await"));
  const Parked request = std::move(parked_.extract(found).mapped());
  if (must_close(step)) return expect_closed(request);
  Json answer = request.dialogue->receive(request.ticket);
  check_time(step, request.ticket);
  judge(step, request.ticket, std::move(answer), {.version = request.ticket.answer_version});
}

void CaseRun::quiet(const Json& step) {
  const auto found = parked_.find(text_at(step, "quiet"));
  if (found == parked_.end()) throw Failure("nothing is parked as " + text_at(step, "quiet"));
  expect_silence(*found->second.dialogue, found->second.ticket, step.value("ms", quiet_ms));
}

void CaseRun::raw_bytes(const Json& step) {
  const std::string connection = step.value("conn", "main");
  const std::shared_ptr<Dialogue> via = dialogue(connection);
  const Bytes bytes = from_hex(variables_.fill(step.at("raw")).get<std::string>());
  Bytes sent;
  if (step.value("framed", true)) put_number(sent, bytes.size(), 4);
  via->send_raw(sent + bytes);
  if (step.value("then_close", false)) return close(connection);
  const Reading reading = via->read_frame(answer_timeout);
  if (reading.outcome == Reading::Outcome::nothing) throw Failure("no answer and no close");
  const bool is_closed = reading.outcome == Reading::Outcome::closed;
  if (is_closed != must_close(step)) {
    throw Failure(is_closed ? "connection closed by the broker"
                            : "an answer came, expected the connection to be closed");
  }
  if (is_closed) return close(connection);
  const int version = step.at("version").get<int>();
  ByteReader reader(reading.frame);
  reader.take(4);
  const Ticket ticket{.api = text_at(step, "api"), .version = version, .answer_version = version};
  judge(step, ticket, decode_answer(ticket.api, version, reader.rest()), {.version = version});
}

void CaseRun::check_time(const Json& step, const Ticket& ticket) const {
  const Duration took = transport_.now() - ticket.sent_at;
  const auto bound = [&](const char* key) {
    return milliseconds(step.at(key).get<std::int64_t>());
  };
  const bool is_early = step.contains("after_ms") && took < bound("after_ms");
  const bool is_late = step.contains("before_ms") && took > bound("before_ms");
  if (is_early || is_late) {
    throw Failure(name_of(ticket) + ": answered after " + std::to_string(took / milliseconds(1)) +
                  " ms");
  }
}

void CaseRun::save(const Json& step, Json& answer) {
  const Json saved = step.value("save", Json::object());
  for (const auto& [name, path] : saved.items()) {
    variables_.set(name, at_path(answer, path.get<std::string>()));
  }
}

void CaseRun::judge(const Json& step, const Ticket& ticket, Json answer, Sending sending) {
  narrow(step, answer, variables_.suffix());
  save(step, answer);
  if (!step.contains("expect")) return;
  const Json want = sending.is_ranged ? expectation_for(step, sending.version) : step.at("expect");
  if (want.is_null()) return;
  const Matcher matcher(variables_, step, sending.version);
  std::vector<Difference> differences = matcher.differences(want, answer);
  if (!differences.empty()) {
    throw Failure(name_of(ticket) + ": not as expected", with_error_names(std::move(differences)));
  }
}

}  // namespace cohort::conform
