// journal_stream: the journal over WebSocket, a message for each fact, as they happen.
#pragma once

#include "http/http_core.hpp"
#include "http/http_exchange.hpp"

#include <boost/beast/http.hpp>

#include <cstdint>
#include <optional>

namespace cohort::broker {

/// Where the stream is to begin: `since` of the query, else with what comes next. Nothing if the
/// path is another, or what is asked for is gone.
std::optional<std::uint64_t> journal_stream_start(const HttpRequest& request,
                                                  const Journal& journal);

using UpgradeRequest = boost::beast::http::request<boost::beast::http::string_body>;

/// Until the client goes, or is so slow that facts which it has not read are gone.
void stream_journal(std::shared_ptr<HttpServer::Core> core, boost::asio::ip::tcp::socket socket,
                    UpgradeRequest request, std::uint64_t since);

}  // namespace cohort::broker
