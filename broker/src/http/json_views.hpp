// json_views: what the broker shows of itself, as JSON.
#pragma once

#include <cohort/broker/control.hpp>
#include <cohort/broker/journal.hpp>

#include <boost/json.hpp>

namespace cohort::broker {

boost::json::object to_json(const GroupView& group);
boost::json::object to_json(const MemberView& member);
boost::json::object to_json(const OffsetView& offset);
boost::json::object to_json(const WaitView& wait);
boost::json::object to_json(const TransactionView& transaction);
boost::json::object to_json(const TopicView& topic);
boost::json::object to_json(const PartitionView& partition);
boost::json::object to_json(const Entry& entry);
boost::json::object to_json(const Rebalance& rebalance);
boost::json::object to_json(const RuleStatus& status);
boost::json::object to_json(const HeldRequest& held);
boost::json::object to_json(const Partitions& partitions);
boost::json::array to_json(const std::vector<Share>& shares);

/// Each of them, in order.
template <class View>
boost::json::array to_array(const std::vector<View>& views) {
  boost::json::array array;
  array.reserve(views.size());
  for (const View& view : views) array.push_back(to_json(view));
  return array;
}

}  // namespace cohort::broker
