// GroupReport: one group as `groups describe` shows it: its offsets and lag, its members, its
// state.
#pragma once

#include "admin_command.hpp"
#include <cohort/client/admin.hpp>

#include <boost/json/object.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace cohort::tool {

/// A partition that the group has committed, or that a member has.
struct GroupPartition {
  std::optional<std::int64_t> committed{};
  std::optional<std::int64_t> end{};  ///< Nothing: could not be found.
  std::string metadata{};
  std::string member_id{};
  std::string host{};
  std::string client_id{};

  std::optional<std::int64_t> lag() const;
};

class GroupReport {
 public:
  explicit GroupReport(client::GroupDescription group) : group_(std::move(group)) {}

  const client::GroupDescription& group() const { return group_; }
  /// Asks for what is committed and where the partitions end.
  void read_offsets(AdminCommand& command);

  void add_offsets(Table& table) const;
  void add_members(Table& table) const;
  void add_state(Table& table) const;
  /// All of it, with the names that the HTTP interface has.
  boost::json::object json() const;

  static Table offsets_table();
  static Table members_table();
  static Table state_table();

 private:
  client::GroupDescription group_;
  std::map<client::TopicPartition, GroupPartition> partitions_;
};

}  // namespace cohort::tool
