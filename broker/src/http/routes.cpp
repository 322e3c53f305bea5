#include "http/routes.hpp"

#include <algorithm>

namespace cohort::broker {

namespace {

HttpAnswer error(unsigned status, std::string_view what) {
  return {status, R"({"error": ")" + std::string(what) + "\"}\n"};
}

std::string_view without_port(std::string_view host) {
  const std::size_t bracket = host.rfind(']');
  const std::size_t colon = host.rfind(':');
  const bool has_port =
      colon != std::string_view::npos && (bracket == std::string_view::npos || colon > bracket);
  return has_port ? host.substr(0, colon) : host;
}

/// An address cannot be made to point elsewhere by a name server; a name can (DNS rebinding).
bool is_address_or_localhost(std::string_view host) {
  if (host == "localhost") return true;
  if (host.starts_with('[') && host.ends_with(']')) return true;
  const auto is_dotted = [](char c) { return c == '.' || (c >= '0' && c <= '9'); };
  return !host.empty() && std::all_of(host.begin(), host.end(), is_dotted);
}

}  // namespace

bool is_from_here(const HttpRequest& request) {
  if (!is_address_or_localhost(without_port(request.host))) return false;
  return request.origin.empty() || request.origin == "http://" + std::string(request.host);
}

HttpAnswer answer_http(const HttpRequest& request) {
  if (!is_from_here(request)) return error(403, "Host or Origin is not this server");
  const std::string_view path = request.target.substr(0, request.target.find('?'));
  if (path != "/health") return error(404, "no such path");
  if (request.method != "GET" && request.method != "HEAD") return error(405, "only GET is served");
  return {200, "{\"status\": \"ok\"}\n"};
}

}  // namespace cohort::broker
