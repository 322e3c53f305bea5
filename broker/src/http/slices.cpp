#include "http/slices.hpp"

#include <deque>
#include <memory>
#include <utility>

namespace cohort::broker {

namespace {

class SlicedList {
 public:
  SlicedList(const boost::json::object& head, std::string_view name, NextItem next)
      : text_(boost::json::serialize(head)), next_(std::move(next)) {
    text_.pop_back();
    if (!head.empty()) text_ += ',';
    text_.append("\"").append(name).append("\":[");
  }

  std::string next_slice() {
    std::string text = std::exchange(text_, {});
    while (!is_over_ && text.size() < slice_size) {
      const std::optional<boost::json::object> item = next_();
      if (item) {
        if (std::exchange(has_items_, true)) text += ',';
        text += boost::json::serialize(*item);
      } else {
        text += "]}\n";
        is_over_ = true;
      }
    }
    return text;
  }

 private:
  std::string text_;  ///< What comes before the items.
  NextItem next_;
  bool has_items_ = false;
  bool is_over_ = false;
};

}  // namespace

HttpReply in_slices(SlicedAnswer answer) {
  std::deque<std::string> made{answer.next()};
  made.push_back(answer.next());
  if (made.back().empty()) {
    return HttpAnswer{.body = std::move(made.front()), .content_type = answer.content_type};
  }
  const auto take = [made = std::move(made), next = std::move(answer.next)]() mutable {
    if (made.empty()) return next();
    std::string slice = std::move(made.front());
    made.pop_front();
    return slice;
  };
  return SlicedAnswer{.content_type = answer.content_type, .next = take};
}

HttpReply list_in_slices(const boost::json::object& head, std::string_view name, NextItem next) {
  const auto list = std::make_shared<SlicedList>(head, name, std::move(next));
  return in_slices({.next = [list] { return list->next_slice(); }});
}

NextItem items_by_name(
    std::vector<std::string> names,
    std::function<std::optional<boost::json::object>(const std::string& name)> look_up) {
  return [names = std::move(names), look_up = std::move(look_up),
          at = std::size_t{0}]() mutable -> std::optional<boost::json::object> {
    while (at < names.size()) {
      std::optional<boost::json::object> item = look_up(names[at++]);
      if (item) return item;
    }
    return std::nullopt;
  };
}

}  // namespace cohort::broker
