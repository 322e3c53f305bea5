#include "producer/submissions.hpp"

#include <algorithm>
#include <utility>

namespace cohort::client {

DeliveryId Submissions::add(ProducerRecord record, Instant deadline) {
  const DeliveryId id{++last_id_};
  awaited_.insert(id);
  unfinished_.insert(id);
  const auto [topic, is_first] = first_of_.try_emplace(record.topic, id);
  queues_[topic->second].push_back({.id = id, .record = std::move(record), .deadline = deadline});
  return id;
}

const Submission* Submissions::after(DeliveryId id) const {
  const auto next = queues_.upper_bound(id);
  return next == queues_.end() ? nullptr : &next->second.front();
}

Submission Submissions::take_first(DeliveryId id) {
  Queue queue = std::move(queues_.extract(id).mapped());
  Submission first = std::move(queue.front());
  queue.pop_front();
  first_of_.erase(first.record.topic);
  put(std::move(queue));
  return first;
}

void Submissions::put(Queue queue) {
  if (queue.empty()) return;
  const DeliveryId first = queue.front().id;
  first_of_.insert_or_assign(queue.front().record.topic, first);
  queues_.emplace(first, std::move(queue));
}

std::vector<Delivery> Submissions::sort_out(std::vector<Delivery> deliveries) {
  std::vector<Delivery> others;
  for (Delivery& delivery : deliveries) {
    unfinished_.erase(delivery.id);
    if (awaited_.erase(delivery.id) > 0) {
      const DeliveryId id = delivery.id;
      done_.emplace(id, std::move(delivery));
    } else {
      others.push_back(std::move(delivery));
    }
  }
  return others;
}

std::optional<Delivery> Submissions::take(DeliveryId id) {
  auto found = done_.extract(id);
  if (!found) return std::nullopt;
  return std::move(found.mapped());
}

void Submissions::forget(DeliveryId id) {
  awaited_.erase(id);
  done_.erase(id);
  for (auto& [first, queue] : queues_) {
    const auto found = std::ranges::find(queue, id, &Submission::id);
    if (found == queue.end()) continue;
    unfinished_.erase(id);
    if (first == id) {
      take_first(id);
    } else {
      queue.erase(found);
    }
    return;
  }
}

}  // namespace cohort::client
