// journal_stream: the journal over WebSocket, a message for each fact, as they happen.
#pragma once

#include "http/http_core.hpp"

#include <boost/beast/http.hpp>

#include <cstdint>
#include <memory>

namespace cohort::broker {

using UpgradeRequest = boost::beast::http::request<boost::beast::http::string_body>;

/// Until the client goes, or is so slow that facts which it has not read are gone.
void stream_journal(std::shared_ptr<HttpServer::Core> core, boost::asio::ip::tcp::socket socket,
                    UpgradeRequest request, std::uint64_t since);

}  // namespace cohort::broker
