// json_serde: JSON in records' keys and values, by Boost.JSON.
#pragma once

#include <cohort/client/serde.hpp>

#include <boost/json/value.hpp>

#include <string>
#include <string_view>

namespace cohort::client {

/// Null bytes are refused; `nullable(json_serde())` takes them. JSON's own null is a value.
Serde<boost::json::value> json_serde();

/// One JSON text. Throws MalformedBytes that says what is wrong and where, for example
/// `syntax error at byte 12 (line 1, column 13), before "}"`.
boost::json::value json_from(std::string_view text);
std::string json_text(const boost::json::value& value);

}  // namespace cohort::client
