#include "admin/admin_call.hpp"

#include <algorithm>
#include <utility>

namespace cohort::client {

AdminCall::AdminCall(Plan its_plan, Duration its_timeout, Instant now)
    : plan(std::move(its_plan)),
      timeout(std::max(its_timeout, Duration::zero())),
      deadline(now + timeout) {
  take_new_items();
}

bool AdminCall::is_done() const { return std::ranges::all_of(items, &CallItem::is_done); }

void AdminCall::fail(CallItem& item, Failure failure) {
  item.is_done = true;
  item.is_under_way = false;
  std::visit([&](auto& its_plan) { its_plan.fail(item, std::move(failure)); }, plan);
}

void AdminCall::take_new_items() {
  std::vector<CallItem> more =
      std::visit([](auto& its_plan) { return its_plan.take_new_items(); }, plan);
  items.reserve(items.size() + more.size());
  for (CallItem& item : more) items.push_back(std::move(item));
}

Api AdminCall::api(Step step) const {
  return std::visit([step](const auto& its_plan) { return its_plan.api(step); }, plan);
}

const Batch* AdminCall::find(RequestId id) const {
  const auto found = under_way.find(id);
  return found == under_way.end() ? nullptr : &found->second;
}

std::string describe_question(const AdminCall& call, const CallItem& item) {
  std::string text(name(call.api(item.step).key));
  const std::string subject = std::visit(
      [&item](const auto& its_plan) { return std::string(its_plan.subject_of(item)); }, call.plan);
  if (!subject.empty()) text.append(" of ").append(subject);
  return text;
}

}  // namespace cohort::client
