// Router: which function answers which path.
#pragma once

#include "http/http_backend.hpp"
#include "http/http_exchange.hpp"
#include "http/json_object.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::broker {

/// What stands behind the `?` of a target, percent-decoded.
using Query = std::map<std::string, std::string, std::less<>>;

/// A request whose path was understood.
class RoutedRequest {
 public:
  RoutedRequest(const HttpBackend& backend, std::vector<std::string> arguments, Query query,
                std::string_view body)
      : backend_(&backend),
        arguments_(std::move(arguments)),
        query_(std::move(query)),
        body_(body) {}

  const HttpBackend& backend() const { return *backend_; }
  Control& control() const { return backend_->control; }
  /// What stands in the path for the n-th placeholder, percent-decoded.
  const std::string& argument(std::size_t place) const { return arguments_.at(place); }
  /// The same as a number. Throws HttpError (404) if it is none.
  std::int64_t number(std::size_t place) const;
  /// The value of a query's field as a number; nothing if it is not there.
  std::optional<std::int64_t> query_number(std::string_view field) const;
  /// The same as a truth: `true`, which may be left out behind the field's name, or `false`.
  std::optional<bool> query_boolean(std::string_view field) const;
  JsonObject body() const { return JsonObject::of_body(body_); }
  /// Throws if there are fields in the body.
  void expect_no_body() const { body().done(); }

 private:
  const HttpBackend* backend_;
  std::vector<std::string> arguments_;
  Query query_;
  std::string_view body_;
};

using RouteHandler = HttpReply (*)(const RoutedRequest&);

/// `{}` in a pattern stands for one part of a path.
struct Route {
  std::string_view method;
  std::string_view pattern;
  RouteHandler handler = nullptr;
  /// Fields that its query may have.
  std::vector<std::string_view> query_fields{};
};

/// Every route there is: the ones of each area.
std::vector<Route> all_routes();
std::vector<Route> group_routes();
std::vector<Route> transaction_routes();
std::vector<Route> topic_routes();
std::vector<Route> fault_routes();
std::vector<Route> broker_routes();
std::vector<Route> journal_routes();

/// Answers everything, and be it with an error.
HttpReply answer_http(const HttpRequest& request, const HttpBackend& backend);

/// The placeholder as a partition. Throws HttpError (404) if it can't be one.
std::int32_t partition_of(const RoutedRequest& request, std::size_t place);

/// The answer's body: the value, and a line's end.
HttpAnswer json_answer(const boost::json::value& value, unsigned status = 200);
/// `{}`
HttpAnswer done();

/// May a request with these headers be served? Web pages of other sites, also through a name that
/// they made resolve to this machine, may not.
bool is_from_here(const HttpRequest& request);

}  // namespace cohort::broker
