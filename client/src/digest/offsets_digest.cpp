// What a consumer has to commit, and to ask of what is committed.
#include "digest/client_digests.hpp"

namespace cohort {

void DigestOf<client::WaitingCommit>::add(StateDigest& into, const client::WaitingCommit& commit) {
  const auto& [id, offsets, is_retried, is_forgotten, deadline, request, sent_as, failures,
               not_before, last_trouble, result] = commit;
  into.add_all(id, offsets, is_retried, is_forgotten, request, sent_as, failures, result);
  into.add_deadline(deadline);
  into.add_pause(not_before);
}

void DigestOf<client::OffsetCommits>::add(StateDigest& into, const client::OffsetCommits& commits) {
  const auto& [options, waiting, abandoned, last_id] = commits;
  into.add_all(waiting, abandoned);
}

void DigestOf<client::WaitingQuery>::add(StateDigest& into, const client::WaitingQuery& query) {
  const auto& [id, partitions, deadline, request, failures, not_before, last_trouble] = query;
  into.add_all(id, partitions, request, failures);
  into.add_deadline(deadline);
  into.add_pause(not_before);
}

void DigestOf<client::OffsetQueries>::add(StateDigest& into, const client::OffsetQueries& queries) {
  const auto& [options, waiting, results, abandoned, last_id] = queries;
  into.add_all(waiting, results, abandoned);
}

}  // namespace cohort
