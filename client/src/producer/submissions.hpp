// Submissions: records of callers who do not wait: on their way into a batch, and what became of
// them.
#pragma once

#include <cohort/client/delivery.hpp>
#include <cohort/client/error.hpp>
#include <cohort/client/producer_record.hpp>
#include <cohort/node/instant.hpp>

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace cohort::client {

/// A record that waits for the metadata of its topic, or for room in the buffer.
struct Submission {
  DeliveryId id{};
  ProducerRecord record;
  Instant deadline;  ///< `max.block.ms` after it came.
};

/// In the order in which they came: none overtakes another, whatever it waits for.
class Submissions {
 public:
  DeliveryId add(ProducerRecord record, Instant deadline);
  bool empty() const { return waiting_.empty(); }
  /// REQUIRES: !empty().
  const Submission& front() const { return waiting_.front(); }
  Submission take_front();

  /// Keeps those that somebody waits for; gives the others back.
  std::vector<Delivery> sort_out(std::vector<Delivery> deliveries);
  bool is_done(DeliveryId id) const { return done_.contains(id); }
  std::optional<Delivery> take(DeliveryId id);
  /// Nobody waits for it any more. It may still be sent, unless it is here yet.
  void forget(DeliveryId id);

 private:
  std::deque<Submission> waiting_;
  std::set<DeliveryId> awaited_;
  std::map<DeliveryId, Delivery> done_;
  std::uint64_t last_id_ = 0;
};

}  // namespace cohort::client
