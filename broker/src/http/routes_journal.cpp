// /v1/journal: what happened.
#include "http/json_views.hpp"
#include "http/router.hpp"
#include "http/slices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace cohort::broker {

namespace {

/// What the query says; nothing: it does not.
std::optional<std::uint64_t> since_of(const RoutedRequest& request) {
  const std::optional<std::int64_t> since = request.query_number("since");
  if (!since) return std::nullopt;
  if (*since < 0) throw HttpError(400, "field \"since\": a number from 0 on is expected");
  // 0 is before the first: all that there ever was.
  const auto from = static_cast<std::uint64_t>(std::max<std::int64_t>(*since, 1));
  const std::uint64_t first = request.backend().journal.first();
  if (from >= first) return from;
  throw HttpError(410, fmt::format("fact {} is gone, the oldest is {}", *since, first));
}

HttpReply show_journal(const RoutedRequest& request) {
  const Journal& journal = request.backend().journal;
  const std::uint64_t from = since_of(request).value_or(journal.first());
  const auto facts = [&journal, at = from,
                      end = journal.next()]() mutable -> std::optional<boost::json::object> {
    at = std::max(at, journal.first());  // Older ones may have gone meanwhile.
    if (at >= end) return std::nullopt;
    return to_json(*journal.find(at++));
  };
  return list_in_slices({{"first", journal.first()}, {"next", journal.next()}}, "facts", facts);
}

HttpReply stream_journal(const RoutedRequest& request) {
  return JournalStream{.since = since_of(request).value_or(request.backend().journal.next())};
}

}  // namespace

std::vector<Route> journal_routes() {
  return {{"GET", "/v1/journal", &show_journal, {"since"}},
          {"GET", "/v1/journal/stream", &stream_journal, {"since"}}};
}

}  // namespace cohort::broker
