// /v1/journal: what happened.
#include "http/json_views.hpp"
#include "http/router.hpp"

#include <fmt/format.h>

namespace cohort::broker {

namespace {

HttpReply show_journal(const RoutedRequest& request) {
  const Journal& journal = request.backend().journal;
  const std::int64_t since =
      request.query_number("since").value_or(static_cast<std::int64_t>(journal.first()));
  if (since < 0) throw HttpError(400, "field \"since\": a number from 0 on is expected");
  const auto from = static_cast<std::uint64_t>(since);
  const auto facts = journal.since(from);
  if (!facts) {
    throw HttpError(410, fmt::format("fact {} is gone, the oldest is {}", from, journal.first()));
  }
  return json_answer(
      {{"first", journal.first()}, {"next", journal.next()}, {"facts", to_array(*facts)}});
}

}  // namespace

std::vector<Route> journal_routes() { return {{"GET", "/v1/journal", &show_journal, {"since"}}}; }

}  // namespace cohort::broker
