// What a consumer reads, and from where on.
#include "digest/client_digests.hpp"

namespace cohort {

void DigestOf<client::Retry>::add(StateDigest& into, const client::Retry& retry) {
  const auto& [failures, not_before] = retry;
  into.add(failures);
  into.add_pause(not_before);
}

/// With a position, nothing is sought any more.
void DigestOf<client::AssignedPartition>::add(StateDigest& into,
                                              const client::AssignedPartition& partition) {
  const auto& [position, sought, revision, is_paused, is_revoking, needs_validation, is_stuck,
               leader, high_watermark, last_stable_offset, log_start_offset, preferred_replica,
               preferred_until, fetch_retry, lookup_retry] = partition;
  into.add(position);
  if (!position) into.add(sought);
  into.add_local_name("revision", revision);
  into.add_all(is_paused, is_revoking, needs_validation, is_stuck, leader, high_watermark,
               last_stable_offset, log_start_offset, preferred_replica);
  if (preferred_replica) into.add_deadline(preferred_until);
  into.add_all(fetch_retry, lookup_retry);
}

void DigestOf<client::Positions>::add(StateDigest& into, const client::Positions& positions) {
  const auto& [policy, all, failures, last_revision] = positions;
  into.add_all(all, failures);
}

/// Which topic an id names it knows of topics that it has let go, too: nobody answers with them.
void DigestOf<client::FetchSession>::add(StateDigest& into, const client::FetchSession& session) {
  const auto& [plan, names, id, epoch, uses_ids] = session;
  into.add_all(plan, names, id, epoch, uses_ids);
}

void DigestOf<RecordsReader>::add(StateDigest& into, const RecordsReader& reader) {
  const auto& [rest] = reader;
  into.add(rest);
}

void DigestOf<RecordCursor>::add(StateDigest& into, const RecordCursor& cursor) {
  const auto& [records, rest, left, fault] = cursor;
  into.add_time_ms(records.base_timestamp);
  into.add(records.append_time.has_value());
  if (records.append_time) into.add_time_ms(*records.append_time);
  into.add_bytes(rest);
  into.add_all(left, fault);
}

void DigestOf<client::FetchedRecords>::add(StateDigest& into,
                                           const client::FetchedRecords& fetched) {
  const auto& [partition, position, records, next, trouble, aborted, aborted_producers, batch] =
      fetched;
  into.add_all(partition, position, records, next, trouble, aborted, aborted_producers);
  into.add(batch.has_value());
  if (!batch) return;
  const auto& [base_offset, last_offset, leader_epoch, timestamp_type, bytes, cursor, records_left,
               messages, next_message] = *batch;
  // The bytes are those that the cursor stands in.
  into.add_all(base_offset, last_offset, leader_epoch, timestamp_type, cursor, records_left,
               messages, next_message);
}

/// Which broker a request went to follows from the brokers. When it was sent counts for the
/// shortest round.
void DigestOf<client::Fetcher>::add(StateDigest& into, const client::Fetcher& fetcher) {
  const auto& [options, chance, brokers, under_way, fetched, turns, fruitless] = fetcher;
  into.add(chance);
  into.add_word(brokers.size());
  for (const auto& [node_id, broker] : brokers) {
    const auto& [session, pending, sent, retry] = broker;
    into.add_all(node_id, session, pending, retry);
    if (pending) into.add_pause(sent + client::Fetcher::shortest_round);
  }
  into.add_all(under_way, fetched, turns, fruitless);
}

/// An answer to where a position no longer is counts for nothing.
void DigestOf<client::OffsetLookup>::add(StateDigest& into, const client::OffsetLookup& lookup) {
  const auto& [options, chance, last_query, queries, under_way] = lookup;
  into.add_all(chance, queries);
  into.add_word(under_way.size());
  for (const auto& [id, request] : under_way) {
    const auto& [query, revisions] = request;
    into.add_all(id, query);
    into.add_word(revisions.size());
    for (const auto& [partition, revision] : revisions) {
      into.add(partition);
      into.add_local_name_if_known("revision", revision);
    }
  }
}

}  // namespace cohort
