// Outbox: records on their way from the thread that sends them to the one that runs the node.
#pragma once

#include "producer/outgoing_record.hpp"
#include "producer/producer_node.hpp"

#include <cstddef>
#include <mutex>
#include <utility>
#include <vector>

namespace cohort::client {

/// While the node is busy, records pile up here and are handed over all at once: a record costs no
/// change of threads.
class Outbox {
 public:
  /// True if somebody has to be sent to empty it: nobody is yet.
  bool put(OutgoingRecord outgoing, std::size_t size) {
    const std::scoped_lock lock(mutex_);
    records_.push_back(std::move(outgoing));
    waiting_bytes_ += size;
    return records_.size() == 1;
  }

  /// Gives the node what is here. For the thread that runs it.
  void hand_over(ProducerNode& node, Instant now) {
    std::vector<OutgoingRecord> records;
    std::size_t bytes = 0;
    {
      const std::scoped_lock lock(mutex_);
      records.swap(records_);
      bytes = waiting_bytes_;
    }
    if (!records.empty()) node.send(std::move(records), now);
    const std::scoped_lock lock(mutex_);
    waiting_bytes_ -= bytes;
    node_bytes_ = node.used_bytes();
  }

  /// Bytes that wait here and at the node, or more: what the node has sent meanwhile is known when
  /// it is handed something.
  std::size_t used_bytes() const {
    const std::scoped_lock lock(mutex_);
    return waiting_bytes_ + node_bytes_;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<OutgoingRecord> records_;
  std::size_t waiting_bytes_ = 0;
  std::size_t node_bytes_ = 0;
};

}  // namespace cohort::client
