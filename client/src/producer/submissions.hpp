// Submissions: records of callers who do not wait: on their way into a batch, and what became of
// them.
#pragma once

#include <cohort/client/delivery.hpp>
#include <cohort/client/error.hpp>
#include <cohort/client/producer_record.hpp>
#include <cohort/node/instant.hpp>

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace cohort::client {

/// A record that waits for the metadata of its topic, or for room in the buffer.
struct Submission {
  DeliveryId id{};
  ProducerRecord record;
  Instant deadline;  ///< `max.block.ms` after it came.
};

/// Those of a topic stay in the order in which they came, whatever they wait for; a topic that is
/// not there keeps no other's waiting. Ids count up.
class Submissions {
 public:
  DeliveryId add(ProducerRecord record, Instant deadline);
  bool empty() const { return queues_.empty(); }
  bool has_topic(const std::string& topic) const { return first_of_.contains(topic); }
  /// The first of its topic that came first, and the next such that came behind `id`; null if there
  /// is none.
  const Submission* first() const { return after(DeliveryId{0}); }
  const Submission* after(DeliveryId id) const;
  /// REQUIRES: it is the first of its topic.
  Submission take_first(DeliveryId id);
  /// The id that was given last; 0 before.
  DeliveryId last() const { return DeliveryId{last_id_}; }
  /// Whether one that came no later is neither delivered nor failed yet.
  bool has_unfinished(DeliveryId up_to) const {
    return !unfinished_.empty() && *unfinished_.begin() <= up_to;
  }

  /// Keeps those that somebody waits for; gives the others back.
  std::vector<Delivery> sort_out(std::vector<Delivery> deliveries);
  bool is_done(DeliveryId id) const { return done_.contains(id); }
  std::optional<Delivery> take(DeliveryId id);
  /// Nobody waits for it any more. It may still be sent, unless it is here yet.
  void forget(DeliveryId id);

 private:
  using Queue = std::deque<Submission>;

  void put(Queue queue);

  std::map<DeliveryId, Queue> queues_;  ///< By the id of their first; none is empty.
  std::map<std::string, DeliveryId, std::less<>> first_of_;  ///< By topic.
  std::set<DeliveryId> unfinished_;
  std::set<DeliveryId> awaited_;
  std::map<DeliveryId, Delivery> done_;
  std::uint64_t last_id_ = 0;
};

}  // namespace cohort::client
