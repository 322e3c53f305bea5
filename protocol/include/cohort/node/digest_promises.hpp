// DigestPromises: what never happens in a world that is explored, so that more of its states count
// as one.
#pragma once

#include <cohort/node/instant.hpp>

#include <cstddef>
#include <optional>

namespace cohort {

/// What nothing in a world ever does, so that states which differ in it alone count as one. Who
/// explores the world sees to it: the digest can't check.
struct DigestPromises {
  /// No client reads `__consumer_offsets` or `__transaction_state`, and no coordinator moves.
  bool coordinator_logs_stay_unread = false;

  /// Nothing that is due later is let happen: every deadline behind it counts as never. How long it
  /// is until then does not count, so of two worlds of one state the earlier one may go on for
  /// longer.
  Instant ends = Instant::never();

  /// Nobody acts on how long ago something was: neither people's tools, nor what looks for things
  /// that are too old (retention, idle connections, full caches, timestamps of records); none of
  /// these fires before `ends`. A time that has passed counts as set, and an alarm of a client
  /// that is overdue as due.
  bool ages_go_unread = false;

  /// The network is perfect: what is under way comes as it was sent, one or more whole frames, and
  /// a link breaks only as a whole. Then the answers of a link are those to its requests in their
  /// order, whatever numbers they carry: correlation ids are left out.
  bool whole_frames = false;

  /// Member ids only tell apart, and stand in an order; each group hands out so many more at the
  /// most. Then the uuids in texts count by the order in which they first come up, and by how they
  /// are sorted, those to come included: assignors deal out by it. Nothing: they count as they are.
  std::optional<std::size_t> member_ids_to_come{};
};

}  // namespace cohort
