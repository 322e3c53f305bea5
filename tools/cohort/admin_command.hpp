// AdminCommand: what the commands that look after a cluster share: an admin client, printing, and
// telling what failed.
#pragma once

#include "client_settings.hpp"
#include "table.hpp"
#include <cohort/client/admin.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace cohort::tool {

/// One run of a command.
class AdminCommand {
 public:
  /// Throws UsageError and client::ConfigError.
  explicit AdminCommand(const ClientOptions& options);

  client::Admin& admin() { return admin_; }

  /// Something could not be done: said on stderr and, as JSON, among the "failures".
  void fail(const std::string& subject, const client::Failure& failure);
  /// The value, or nothing and a failure.
  template <class Value>
  const Value* take(const std::string& subject, const client::Outcome<Value>& outcome) {
    if (outcome) return &*outcome;
    fail(subject, outcome.error());
    return nullptr;
  }
  /// A word on stderr.
  void warn(const std::string& text);

  bool prints_json() const { return prints_json_; }
  /// Prints, and gives the exit status.
  int print(const Table& table);
  int print(const std::string& text);
  int print(boost::json::object object);
  int status() const { return failures_.empty() ? 0 : 1; }

 private:
  client::Admin admin_;
  bool prints_json_;
  boost::json::array failures_;
};

/// "1,2,3".
std::string joined(const std::vector<std::int32_t>& numbers);
/// "T" or "T:0,2". Throws UsageError, which names `option`.
struct TopicSelection {
  std::string topic;
  std::vector<std::int32_t> partitions;  ///< Empty: all.
};
TopicSelection parse_topic_selection(std::string_view option, std::string_view text);
/// The two parts of "KEY=VALUE". Throws UsageError, which names `option`.
std::pair<std::string, std::string> parse_setting(std::string_view option, std::string_view text);

}  // namespace cohort::tool
