// RecordFormat: how `cohort consume` prints a record as text, in kcat's words.
#pragma once

#include <cohort/client/consumer_record.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::tool {

/// %k key, %s value, %K and %S their lengths (-1: null), %t topic, %p partition, %o offset, %T
/// timestamp in milliseconds, %h headers as NAME=VALUE,… (NULL: null), %% a percent sign; \n, \r,
/// \t, \\ and \xHH. Null keys and values print nothing. Source: kcat's format.c.
class RecordFormat {
 public:
  /// Throws UsageError for a % or \ that is followed by something else.
  explicit RecordFormat(std::string_view text);

  void append(std::string& out, const client::ConsumerRecord& record) const;

 private:
  struct Piece {
    char letter = '\0';   ///< Of the part that stands here.
    std::string after{};  ///< The text behind it.
  };

  std::string before_;  ///< The text in front of the first part.
  std::vector<Piece> pieces_;
};

}  // namespace cohort::tool
