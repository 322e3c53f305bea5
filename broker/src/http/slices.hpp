// slices: answers that are made piece by piece, so that a long one holds nobody up.
#pragma once

#include "http/http_exchange.hpp"

#include <boost/json.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::broker {

/// A slice is as long, or a little longer: its last item is whole.
inline constexpr std::size_t slice_size = std::size_t{64} << 10;

/// As one piece, if there is only one slice.
HttpReply in_slices(SlicedAnswer answer);

/// Gives the next item, as it is then; nothing: that was all.
using NextItem = std::function<std::optional<boost::json::object>()>;

/// The head's fields, and an array of this name behind them.
HttpReply list_in_slices(const boost::json::object& head, std::string_view name, NextItem next);

/// The items of these names, which are looked up one by one; without those that are gone by then.
NextItem items_by_name(
    std::vector<std::string> names,
    std::function<std::optional<boost::json::object>(const std::string& name)> look_up);

}  // namespace cohort::broker
