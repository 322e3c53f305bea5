#include "producer/submissions.hpp"

#include <algorithm>
#include <utility>

namespace cohort::client {

DeliveryId Submissions::add(ProducerRecord record, Instant deadline) {
  const DeliveryId id{++last_id_};
  awaited_.insert(id);
  waiting_.push_back({.id = id, .record = std::move(record), .deadline = deadline});
  return id;
}

Submission Submissions::take_front() {
  Submission first = std::move(waiting_.front());
  waiting_.pop_front();
  return first;
}

std::vector<Delivery> Submissions::sort_out(std::vector<Delivery> deliveries) {
  std::vector<Delivery> others;
  for (Delivery& delivery : deliveries) {
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
  std::erase_if(waiting_, [id](const Submission& waiting) { return waiting.id == id; });
}

}  // namespace cohort::client
