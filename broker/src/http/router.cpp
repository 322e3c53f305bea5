#include "http/router.hpp"

#include "http/base64.hpp"

#include <boost/beast/core/string.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <utility>

namespace cohort::broker {

namespace {

std::string_view without_port(std::string_view host) {
  const std::size_t bracket = host.rfind(']');
  const std::size_t colon = host.rfind(':');
  const bool has_port =
      colon != std::string_view::npos && (bracket == std::string_view::npos || colon > bracket);
  return has_port ? host.substr(0, colon) : host;
}

bool is_letter_or_digit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// A name server can make a name point here (DNS rebinding), but neither an address nor a name
/// without a dot, as `localhost` or a container's is: nobody can own such a name.
bool is_local_name(std::string_view host) {
  if (host.starts_with('[') && host.ends_with(']')) return true;
  const auto is_dotted = [](char c) { return c == '.' || (c >= '0' && c <= '9'); };
  const auto is_plain = [](char c) { return is_letter_or_digit(c) || c == '-' || c == '_'; };
  return !host.empty() &&
         (std::ranges::all_of(host, is_dotted) || std::ranges::all_of(host, is_plain));
}

int hexadecimal(char digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
  if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
  if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
  return -1;
}

std::string percent_decoded(std::string_view text) {
  std::string decoded;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '%') {
      decoded += text[at];
      continue;
    }
    const int high = at + 2 < text.size() ? hexadecimal(text[at + 1]) : -1;
    const int low = at + 2 < text.size() ? hexadecimal(text[at + 2]) : -1;
    if (high < 0 || low < 0) throw HttpError(400, "a % in the path stands before no two digits");
    decoded += static_cast<char>(high * 16 + low);
    at += 2;
  }
  if (!is_utf8(decoded) || decoded.find('\0') != std::string::npos) {
    throw HttpError(400, "the path or the query has bytes that are not UTF-8, or a NUL");
  }
  return decoded;
}

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(at);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

Query query_of(std::string_view target) {
  Query query;
  const std::size_t mark = target.find('?');
  if (mark == std::string_view::npos) return query;
  for (const std::string_view field : split(target.substr(mark + 1), '&')) {
    if (field.empty()) continue;
    const std::size_t equals = std::min(field.find('='), field.size());
    const std::string_view value = field.substr(std::min(equals + 1, field.size()));
    query[percent_decoded(field.substr(0, equals))] = percent_decoded(value);
  }
  return query;
}

/// What the placeholders stand for; nothing if the path has another form.
std::optional<std::vector<std::string>> arguments_of(std::string_view pattern,
                                                     const std::vector<std::string_view>& path) {
  const std::vector<std::string_view> parts = split(pattern, '/');
  if (parts.size() != path.size()) return std::nullopt;
  std::vector<std::string> arguments;
  for (std::size_t place = 0; place < parts.size(); ++place) {
    if (parts[place] == "{}") {
      if (path[place].empty()) return std::nullopt;
      arguments.push_back(percent_decoded(path[place]));
    } else if (parts[place] != path[place]) {
      return std::nullopt;
    }
  }
  return arguments;
}

void expect_known(const Query& query, const Route& route) {
  for (const auto& [field, value] : query) {
    if (std::ranges::find(route.query_fields, field) != route.query_fields.end()) continue;
    throw HttpError(400, fmt::format("field \"{}\": it is not known here", field));
  }
}

HttpReply route(const HttpRequest& request, const HttpBackend& backend) {
  static const std::vector<Route> routes = all_routes();
  const std::string_view method = request.method == "HEAD" ? "GET" : request.method;
  const auto path = split(request.target.substr(0, request.target.find('?')), '/');
  std::string allowed;
  for (const Route& each : routes) {
    std::optional<std::vector<std::string>> arguments = arguments_of(each.pattern, path);
    if (!arguments) continue;
    if (each.method == method) {
      Query query = query_of(request.target);
      expect_known(query, each);
      return each.handler({backend, *std::move(arguments), std::move(query), request.body});
    }
    allowed.append(allowed.empty() ? "" : ", ").append(each.method);
  }
  if (allowed.empty()) throw HttpError(404, "no such path");
  throw HttpError(405, fmt::format("only {} is served here", allowed));
}

template <class Number>
std::optional<Number> number_of(std::string_view text) {
  Number number{};
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

std::int64_t RoutedRequest::number(std::size_t place) const {
  const auto number = number_of<std::int64_t>(argument(place));
  if (!number) throw HttpError(404, fmt::format("\"{}\": a number is expected", argument(place)));
  return *number;
}

std::optional<std::int64_t> RoutedRequest::query_number(std::string_view field) const {
  const auto found = query_.find(field);
  if (found == query_.end()) return std::nullopt;
  const auto number = number_of<std::int64_t>(found->second);
  if (!number) throw HttpError(400, fmt::format("field \"{}\": a number is expected", field));
  return number;
}

std::optional<bool> RoutedRequest::query_boolean(std::string_view field) const {
  const auto found = query_.find(field);
  if (found == query_.end()) return std::nullopt;
  if (found->second == "true" || found->second.empty()) return true;
  if (found->second == "false") return false;
  throw HttpError(400, fmt::format("field \"{}\": true or false is expected", field));
}

std::int32_t partition_of(const RoutedRequest& request, std::size_t place) {
  const std::int64_t number = request.number(place);
  if (number >= 0 && number <= std::numeric_limits<std::int32_t>::max()) {
    return static_cast<std::int32_t>(number);
  }
  throw HttpError(404, fmt::format("partition {}: there is none", number));
}

bool is_from_here(const HttpRequest& request) {
  if (!is_local_name(without_port(request.host))) return false;
  return request.origin.empty() ||
         boost::beast::iequals(request.origin, "http://" + std::string(request.host));
}

HttpAnswer json_answer(const boost::json::value& value, unsigned status) {
  return {.status = status, .body = boost::json::serialize(value) + '\n'};
}

HttpAnswer done() { return json_answer(boost::json::object()); }

HttpAnswer http_error(unsigned status, std::string_view what) {
  const boost::json::string text(what.data(), what.size());
  return json_answer(boost::json::object{{"error", text}}, status);
}

std::vector<Route> all_routes() {
  std::vector<Route> routes;
  for (const std::vector<Route>& area : {broker_routes(), group_routes(), transaction_routes(),
                                         topic_routes(), fault_routes(), journal_routes()}) {
    routes.insert(routes.end(), area.begin(), area.end());
  }
  return routes;
}

HttpReply answer_http(const HttpRequest& request, const HttpBackend& backend) {
  if (!is_from_here(request)) return http_error(403, "Host or Origin is not this server");
  try {
    return route(request, backend);
  } catch (const HttpError& error) {
    return http_error(error.status(), error.what());
  } catch (const NotThere& error) {
    return http_error(404, error.what());
  } catch (const std::invalid_argument& error) {  // What Control says of what can't be done.
    return http_error(400, error.what());
  }
}

}  // namespace cohort::broker
