// A consumer's node as a whole.
#include "digest/client_digests.hpp"

namespace cohort {

void DigestOf<client::TopicPattern>::add(StateDigest& into, const client::TopicPattern& pattern) {
  const auto& [text, regex, excludes_internal] = pattern;
  into.add_all(text, excludes_internal);
}

/// Positions come before the lookup, which goes by their revisions.
void DigestOf<client::ConsumerParts>::add(StateDigest& into, const client::ConsumerParts& parts) {
  const auto& [config, positions, fetcher, lookup, finder, member, commits, queries, pattern,
               pattern_seen, errors_seen, asked_topics, is_polling, is_woken, ignores_wake_ups,
               is_call_begun, is_closed, failure, start_query, commit_results, query_results,
               async_results, auto_commits, awaited_commits, next_auto_commit] = parts;
  into.add_all(positions, fetcher, lookup, finder, member, commits, queries, pattern);
  if (pattern) into.add_local_name_if_known("metadata", pattern_seen);
  into.add_local_name_if_known("metadata", errors_seen);
  into.add_all(asked_topics, is_polling, is_woken, ignores_wake_ups, is_call_begun, is_closed);
  into.add_all(failure, start_query, commit_results, query_results, async_results, auto_commits,
               awaited_commits);
  if (config.enable_auto_commit && config.group_id) into.add_deadline(next_auto_commit);
}

}  // namespace cohort

namespace cohort::client {

void ConsumerNode::digest(StateDigest& into) const {
  const ConsumerParts& parts = *this;
  DigestOf<ClientNode>::add(into, *this);
  into.add(parts);
}

}  // namespace cohort::client
