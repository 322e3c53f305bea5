#include <cohort/broker/transaction_view.hpp>
#include <cohort/testing/await.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::testing {

using broker::Broker;
using broker::Entry;
using broker::HeldRequest;
using broker::Journal;

namespace {

/// Does it only say that somebody is there, or waits for records? Printed messages leave out what
/// is as by default: the errors that did not happen, the records that did not come.
bool is_uneventful(const Entry& entry) {
  if (!is_message(entry.fact.kind)) return false;
  const std::string_view text = entry.fact.detail;  // "link 3: v11 FetchRequest{…}"
  const std::string_view head = text.substr(0, text.find('{'));
  constexpr std::array<std::string_view, 4> quiet{" HeartbeatRequest", " HeartbeatResponse",
                                                  " FetchRequest", " FetchResponse"};
  const auto is_of = [&](std::string_view message) { return head.ends_with(message); };
  return std::ranges::any_of(quiet, is_of) && text.find("error_code=") == std::string_view::npos &&
         text.find("records=") == std::string_view::npos;
}

/// The newest `count` lines of the transcript, oldest first.
std::vector<std::string> folded(const std::vector<Entry>& entries, std::size_t count) {
  constexpr std::ptrdiff_t longest_unfolded = 2;
  std::vector<std::string> lines;
  for (auto next = entries.begin(); next != entries.end();) {
    const auto end = std::find_if_not(next, entries.end(), is_uneventful);
    if (end - next > longest_unfolded) {
      lines.push_back(fmt::format("({} messages of Heartbeat and Fetch without news)", end - next));
      next = end;
    } else {
      lines.push_back(to_string(*next++));
    }
  }
  if (lines.size() > count)
    lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(count));
  return lines;
}

std::string in_words(const HeldRequest& held) {
  return fmt::format("held by rule {}: {} of client {}, {} it takes effect (request {})\n",
                     static_cast<std::uint64_t>(held.rule), name(held.api), held.client_id,
                     held.moment == broker::Moment::before ? "before" : "after", held.number);
}

}  // namespace

std::string report(const Observed& broker, std::size_t lines) {
  std::string text;
  const std::vector<HeldRequest> held = broker.held();
  broker.look([&](const Broker& node, const Journal& journal) {
    for (const broker::GroupView& group : group_views(node)) text += to_string(group) + '\n';
    for (const broker::TransactionView& transaction : transaction_views(node)) {
      const bool is_under_way = transaction.times_out || !transaction.waiting_for.empty();
      if (is_under_way) text += to_string(transaction) + '\n';
    }
    for (const HeldRequest& each : held) text += in_words(each);
    text += "what happened last:\n";
    for (const std::string& line : folded(journal.transcript(Journal::most_transcript), lines)) {
      text += "  " + line + '\n';
    }
  });
  return text;
}

}  // namespace cohort::testing
