// JsonObject: an object that somebody sent, read field by field; what is wrong is told with the
// field's name.
#pragma once

#include <boost/json.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::broker {

inline constexpr std::int64_t most_int32 = std::numeric_limits<std::int32_t>::max();

/// Every getter gives nothing for a field that is not there, and throws HttpError (400) for one of
/// another type or range. REQUIRES: `done` is called last.
class JsonObject {
 public:
  /// The body of a request, which may be empty: an object without fields.
  static JsonObject of_body(std::string_view body);

  std::optional<std::string> text(std::string_view field);
  std::optional<std::int64_t> integer(std::string_view field,
                                      std::int64_t least = std::numeric_limits<std::int64_t>::min(),
                                      std::int64_t most = std::numeric_limits<std::int64_t>::max());
  std::optional<double> number(std::string_view field);
  std::optional<bool> boolean(std::string_view field);
  std::optional<JsonObject> object(std::string_view field);
  std::optional<std::vector<JsonObject>> objects(std::string_view field);
  /// Is the field there, and is it null?
  bool is_null(std::string_view field);
  bool has(std::string_view field) const { return object_.contains(name_in_json(field)); }

  /// As the getters, but a field that is not there is told, too.
  std::string required_text(std::string_view field);
  std::int64_t required_integer(std::string_view field,
                                std::int64_t least = std::numeric_limits<std::int64_t>::min(),
                                std::int64_t most = std::numeric_limits<std::int64_t>::max());

  /// Throws for a field that nobody has asked for: there is none of that name.
  void done() const;
  /// Throws: the field's value can't be, because.
  [[noreturn]] void refuse(std::string_view field, std::string_view why) const;

 private:
  JsonObject(boost::json::object object, std::string path)
      : object_(std::move(object)), path_(std::move(path)) {}
  static boost::json::string_view name_in_json(std::string_view field) {
    return {field.data(), field.size()};
  }
  /// Null when it is not there.
  const boost::json::value* find(std::string_view field);
  std::string path_of(std::string_view field) const;

  boost::json::object object_;
  std::string path_;  ///< Of this object in the body: "match.", or empty.
  std::set<std::string, std::less<>> read_;
};

}  // namespace cohort::broker
