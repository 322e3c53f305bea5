#include <cohort/testing/await.hpp>

#include <fmt/format.h>

#include <utility>

namespace cohort::testing {

using broker::Broker;
using broker::GroupView;
using broker::Journal;

namespace {

std::int64_t whole_ms(Duration time) { return std::chrono::ceil<milliseconds>(time).count(); }

std::string seen_of(const std::optional<GroupView>& view) {
  return view ? to_string(*view) : "there is no such group";
}

bool is_met(const GroupExpectation& expected, const std::optional<GroupView>& view) {
  if (!view) return expected.state == broker::GroupState::dead;
  if (expected.state && view->state != *expected.state) return false;
  if (expected.members && view->members.size() != *expected.members) return false;
  return !expected.generation || view->generation >= *expected.generation;
}

std::string in_words(const GroupExpectation& expected) {
  std::string text;
  if (expected.state) text += fmt::format(" {}", name(*expected.state));
  if (expected.members) text += fmt::format(" with {} members", *expected.members);
  if (expected.generation) text += fmt::format(" in generation {} or later", *expected.generation);
  return text.empty() ? " there" : text;
}

std::string in_words(const broker::Partitions& partitions) {
  std::string text;
  for (const auto& [topic, of_topic] : partitions) {
    for (const std::int32_t partition : of_topic) text += fmt::format(" {}-{}", topic, partition);
  }
  return text.empty() ? " nothing" : text;
}

/// Of the group, while it waited.
std::string told_by(const Observed& broker, const std::string& group) {
  std::string text;
  broker.look([&](const Broker&, const Journal& journal) {
    for (const broker::Entry& entry : journal.timeline(group)) text += "\n  " + to_string(entry);
  });
  return text.empty() ? text : "\nwhat happened to it:" + text;
}

GroupView await_view(const Observed& broker, const std::string& group, const std::string& wanted,
                     const std::function<bool(const std::optional<GroupView>&)>& holds,
                     Duration within, CallSite where) {
  std::optional<GroupView> seen;
  const bool came = broker.wait(
      [&](const Broker& node, const Journal&) {
        seen = group_view(node, group);
        return holds(seen);
      },
      within);
  if (came) return seen.value_or(GroupView{.group = group});
  throw TimedOut(where,
                 fmt::format("group {}: not{} within {} ms; seen instead:\n{}{}", group, wanted,
                             whole_ms(within), seen_of(seen), told_by(broker, group)));
}

/// Waits for a number that only grows.
std::int64_t await_number(const Observed& broker, const std::string& what, std::int64_t least,
                          const std::function<std::optional<std::int64_t>(const Broker&)>& number,
                          Duration within, CallSite where) {
  std::optional<std::int64_t> seen;
  const bool came = broker.wait(
      [&](const Broker& node, const Journal&) {
        seen = number(node);
        return seen && *seen >= least;
      },
      within);
  if (came) return *seen;
  throw TimedOut(where, fmt::format("{}: not {} within {} ms; seen instead: {}", what, least,
                                    whole_ms(within), seen ? std::to_string(*seen) : "none"));
}

std::uint64_t last_reset(const Observed& broker) {
  std::uint64_t number = 0;
  broker.look([&](const Broker&, const Journal& journal) { number = journal.last_reset(); });
  return number;
}

}  // namespace

TimedOut::TimedOut(CallSite where, const std::string& seen)
    : std::runtime_error(fmt::format("{}:{}: {}", where.file, where.line, seen)) {}

Observed::Observed(broker::EmbeddedBroker& broker)
    : wait_([&broker](const Predicate& holds, Duration within) {
        return broker.wait_until(holds, std::chrono::ceil<std::chrono::milliseconds>(within));
      }),
      look_([&broker](const auto& work) { broker.look(work); }),
      held_([&broker] { return broker.control().held(); }),
      control_(&broker.control()) {}

Observed::Observed(broker::VirtualBroker& broker)
    : wait_([&broker](const Predicate& holds, Duration within) {
        return broker.run_until([&] { return holds(broker.broker(), broker.journal()); }, within);
      }),
      look_([&broker](const auto& work) { work(broker.broker(), broker.journal()); }),
      // Not by its own control, which lets the world carry out what the broker wants: whoever only
      // looks may do so while a peer is at work.
      held_([&broker] {
        return broker::Control([&](const auto& work) { work(broker.broker(), broker.now()); })
            .held();
      }),
      control_(&broker.control()) {}

GroupView await_group(const Observed& broker, const std::string& group,
                      const GroupExpectation& expected, Duration within, CallSite where) {
  return await_view(
      broker, group, in_words(expected),
      [&](const std::optional<GroupView>& view) { return is_met(expected, view); }, within, where);
}

std::int64_t await_commit(const Observed& broker, const std::string& group,
                          const std::string& topic, std::int32_t partition, std::int64_t offset,
                          Duration within, CallSite where) {
  const auto committed = [&](const Broker& node) -> std::optional<std::int64_t> {
    const std::optional<GroupView> view = group_view(node, group);
    if (!view) return std::nullopt;
    for (const broker::OffsetView& each : view->offsets) {
      if (each.topic == topic && each.partition == partition) return each.committed;
    }
    return std::nullopt;
  };
  return await_number(broker, fmt::format("commit of group {} for {}-{}", group, topic, partition),
                      offset, committed, within, where);
}

std::int64_t await_position(const Observed& broker, const std::string& client_id,
                            const std::string& topic, std::int32_t partition, std::int64_t offset,
                            Duration within, CallSite where) {
  return await_number(
      broker, fmt::format("position of client {} in {}-{}", client_id, topic, partition), offset,
      [&](const Broker& node) { return fetch_position(node, client_id, topic, partition); }, within,
      where);
}

GroupView await_assignment(const Observed& broker, const std::string& group,
                           const std::string& client_id, const broker::Partitions& partitions,
                           Duration within, CallSite where) {
  const auto owns_them = [&](const std::optional<GroupView>& view) {
    if (!view || view->state != broker::GroupState::stable) return false;
    for (const broker::MemberView& member : view->members) {
      if (member.client_id == client_id) return member.assignment == partitions;
    }
    return false;
  };
  return await_view(broker, group,
                    fmt::format(" stable with client {} owning{}", client_id, in_words(partitions)),
                    owns_them, within, where);
}

RequestWatch::RequestWatch(const Observed& broker, const broker::RequestMatch& match)
    : broker_(broker),
      match_(match),
      reset_(last_reset(broker_)),
      rule_(broker_.control().add_rule({.match = match, .action = broker::Observe{}})) {}

RequestWatch::~RequestWatch() {
  if (last_reset(broker_) != reset_) return;
  try {
    broker_.control().remove_rule(rule_);
  } catch (const std::invalid_argument&) {
    // A reset has taken it away at this moment, or the test has.
  }
}

std::uint64_t RequestWatch::seen() const {
  std::uint64_t hits = 0;
  broker_.look([&](const Broker& node, const Journal& journal) {
    if (journal.last_reset() != reset_) return;
    if (const auto status = rule_status(node, rule_)) hits = status->hits;
  });
  return hits;
}

void RequestWatch::await(std::uint64_t count, Duration within, CallSite where) const {
  std::uint64_t hits = 0;
  bool was_reset = false;
  const bool came = broker_.wait(
      [&](const Broker& node, const Journal& journal) {
        was_reset = journal.last_reset() != reset_;
        const auto status = was_reset ? std::nullopt : rule_status(node, rule_);
        hits = status ? status->hits : 0;
        return was_reset || hits >= count;
      },
      within);
  if (came && !was_reset) return;
  const std::string api = match_.api ? std::string(name(*match_.api)) : "any";
  const std::string when =
      was_reset ? "before the broker was reset" : fmt::format("within {} ms", whole_ms(within));
  throw TimedOut(where, fmt::format("requests ({}): {} and not {} {}\n{}", api, hits, count, when,
                                    report(broker_)));
}

void await_request(const Observed& broker, const broker::RequestMatch& match, Duration within,
                   CallSite where) {
  RequestWatch(broker, match).await(1, within, where);
}

}  // namespace cohort::testing
