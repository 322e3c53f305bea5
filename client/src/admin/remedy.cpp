#include "admin/remedy.hpp"

namespace cohort::client {

namespace {

Remedy remedy_of_leader(ErrorCode code) {
  switch (code) {
    // InvalidMetadataException and what extends it: somebody else leads now.
    case ErrorCode::unknown_topic_or_partition:
    case ErrorCode::unknown_topic_id:
    case ErrorCode::leader_not_available:
    case ErrorCode::not_leader_or_follower:
    case ErrorCode::broker_not_available:
    case ErrorCode::replica_not_available:
    case ErrorCode::listener_not_found:
    case ErrorCode::fenced_leader_epoch:
    case ErrorCode::unknown_leader_epoch:
    case ErrorCode::kafka_storage_error:
    case ErrorCode::network_exception:
      return Remedy::new_metadata;
    case ErrorCode::offset_not_available:
    case ErrorCode::request_timed_out:
    case ErrorCode::not_enough_replicas:
      return Remedy::wait;
    default:
      return Remedy::none;
  }
}

Remedy remedy_of_coordinator(ErrorCode code) {
  switch (code) {
    case ErrorCode::coordinator_not_available:
    case ErrorCode::not_coordinator:
      return Remedy::new_coordinator;
    case ErrorCode::coordinator_load_in_progress:
    case ErrorCode::unstable_offset_commit:
    case ErrorCode::rebalance_in_progress:
    case ErrorCode::concurrent_transactions:
    case ErrorCode::request_timed_out:
      return Remedy::wait;
    default:
      return Remedy::none;
  }
}

Remedy remedy_of_broker(ErrorCode code) {
  switch (code) {
    case ErrorCode::not_controller:
    case ErrorCode::leader_not_available:
    case ErrorCode::broker_not_available:
    // A broker that loads its groups does not list them yet (KafkaAdminClient.listConsumerGroups).
    case ErrorCode::coordinator_load_in_progress:
    case ErrorCode::coordinator_not_available:
      return Remedy::wait;
    default:
      return Remedy::none;
  }
}

}  // namespace

Remedy remedy(ErrorCode code, Place asked) {
  if (code == ErrorCode::throttling_quota_exceeded) return Remedy::wait;  // KIP-599
  switch (asked) {
    case Place::controller:
      return code == ErrorCode::not_controller ? Remedy::new_metadata : Remedy::none;
    case Place::coordinator:
      return remedy_of_coordinator(code);
    case Place::leader:
      return remedy_of_leader(code);
    case Place::any_broker:
    case Place::broker:
      break;
  }
  return remedy_of_broker(code);
}

}  // namespace cohort::client
