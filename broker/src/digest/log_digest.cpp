// Topics, their records, and what is remembered of producers.
#include "digest/digests.hpp"

#include <cstddef>
#include <span>

namespace cohort {

namespace {

/// Where the records' part of a batch says when, and what it hashes to: it counts from now on.
constexpr std::size_t magic_at = 16;
constexpr std::size_t checksum_at = 17;
constexpr std::size_t attributes_at = 21;
constexpr std::size_t base_timestamp_at = 27;
constexpr std::size_t producer_id_at = 43;

}  // namespace

void DigestOf<broker::StoredBatch>::add(StateDigest& into, const broker::StoredBatch& stored) {
  const auto& [base_offset, leader_epoch, batch] = stored;
  into.add_all(base_offset, leader_epoch);
  into.add_time_ms(batch.header().base_timestamp);
  into.add_time_ms(batch.header().max_timestamp);
  // The offset and epoch in front are its producer's, and nobody sees them.
  const std::span<const std::uint8_t> bytes = batch.bytes().bytes();
  into.add_bytes(bytes.subspan(magic_at, checksum_at - magic_at));
  into.add_bytes(bytes.subspan(attributes_at, base_timestamp_at - attributes_at));
  into.add_bytes(bytes.subspan(producer_id_at));
}

void DigestOf<broker::WrittenBatch>::add(StateDigest& into, const broker::WrittenBatch& written) {
  const auto& [first_sequence, last_sequence, base_offset, last_offset, timestamp] = written;
  into.add_all(first_sequence, last_sequence, base_offset, last_offset);
  into.add_time_ms(timestamp);
}

void DigestOf<broker::Producer>::add(StateDigest& into, const broker::Producer& producer) {
  const auto& [epoch, window, last_timestamp, coordinator_epoch, transaction_start] = producer;
  into.add_all(epoch, window, coordinator_epoch, transaction_start);
  into.add_time_ms(last_timestamp);
}

void DigestOf<broker::ProducerState>::add(StateDigest& into,
                                          const broker::ProducerState& producers) {
  const auto& [by_id, verifications] = producers;
  into.add_all(by_id, verifications);
}

void DigestOf<broker::ProducerState>::add_fencing(StateDigest& into,
                                                  const broker::ProducerState& producers) {
  const auto& [by_id, verifications] = producers;
  into.add_word(by_id.size());
  for (const auto& [id, producer] : by_id) {
    into.add_all(id, producer.epoch, producer.coordinator_epoch,
                 producer.transaction_start.has_value());
    into.add_time_ms(producer.last_timestamp);
  }
  into.add(verifications);
}

void DigestOf<broker::ProducerIds>::add(StateDigest& into, const broker::ProducerIds& ids) {
  const auto& [next] = ids;
  into.add(next);
}

void DigestOf<broker::TransactionIndex>::add(StateDigest& into,
                                             const broker::TransactionIndex& index) {
  const auto& [open, aborted] = index;
  into.add_all(open, aborted);
}

void DigestOf<broker::Segment>::add(StateDigest& into, const broker::Segment& segment) {
  const auto& [base_offset, first_timestamp, max_timestamp, size, created, modified] = segment;
  into.add_all(base_offset, size, created, modified);
  into.add_time_ms(first_timestamp);
  into.add_time_ms(max_timestamp);
}

void DigestOf<broker::Segments>::add(StateDigest& into, const broker::Segments& segments) {
  const auto& [all] = segments;
  into.add(all);
}

void DigestOf<broker::LeaderEpochs>::add(StateDigest& into, const broker::LeaderEpochs& epochs) {
  const auto& [starts] = epochs;
  into.add(starts);
}

void DigestOf<broker::PartitionLog>::add(StateDigest& into, const broker::PartitionLog& log) {
  const auto& [batches, start_offset, end_offset, size_bytes, segments, epochs, producers,
               transactions, first_dirty, is_uncleanable] = log;
  into.add_all(batches, start_offset, end_offset, segments, epochs, producers, transactions,
               first_dirty, is_uncleanable);
}

/// The settings follow from the overrides and the broker's properties.
void DigestOf<broker::Topic>::add(StateDigest& into, const broker::Topic& topic) {
  const auto& [name, id, is_internal, overrides, settings, partitions] = topic;
  into.add_all(name, id, overrides);
  into.add_word(partitions.size());
  for (const broker::Partition& partition : partitions) {
    const auto& [leader, leader_epoch, replicas, isr, adding, removing, log] = partition;
    into.add_all(leader, leader_epoch, replicas, isr, adding, removing);
    if (is_internal && into.promises().coordinator_logs_stay_unread) {
      DigestOf<broker::ProducerState>::add_fencing(into, log.producers());
    } else {
      into.add(log);
    }
  }
}

void DigestOf<broker::Catalog>::add(StateDigest& into, const broker::Catalog& catalog) {
  const auto& [chance, brokers, running, topics, names, colliding, cleaner_work, total_bytes,
               total_partitions, removals] = catalog;
  into.add_all(brokers, running, removals);
  into.add_word(topics.size());
  for (const auto& [name, topic] : topics) into.add(topic);
  for (const broker::PartitionKey& key : cleaner_work) {
    const bool is_unread =
        catalog.find(key.topic_id)->is_internal && into.promises().coordinator_logs_stay_unread;
    if (!is_unread) into.add(key);
  }
}

/// When it started counts too: from then on it looks for what is too old.
void DigestOf<broker::LogTimers>::add(StateDigest& into, const broker::LogTimers& timers) {
  const auto& [started, retention, cleaning] = timers;
  into.add_all(started, retention, cleaning);
}

}  // namespace cohort
