// routes: what each path of the HTTP interface answers, without sockets.
#pragma once

#include <string>
#include <string_view>

namespace cohort::broker {

struct HttpRequest {
  std::string_view method;  ///< In capitals.
  std::string_view target;  ///< As sent, with its query.
  std::string_view host;    ///< The Host header; empty if absent.
  std::string_view origin;  ///< The Origin header; empty if absent.
};

struct HttpAnswer {
  unsigned status = 200;
  std::string body;  ///< JSON.
  bool operator==(const HttpAnswer&) const = default;
};

/// May a request with these headers be served? Web pages of other sites, also through a name that
/// they made resolve to this machine, may not.
bool is_from_here(const HttpRequest& request);

HttpAnswer answer_http(const HttpRequest& request);

}  // namespace cohort::broker
