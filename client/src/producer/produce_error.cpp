#include "producer/produce_error.hpp"

namespace cohort::client {

bool is_retriable(ErrorCode error) {
  switch (error) {
    case ErrorCode::corrupt_message:
    case ErrorCode::request_timed_out:
    case ErrorCode::coordinator_load_in_progress:
    case ErrorCode::coordinator_not_available:
    case ErrorCode::not_coordinator:
    case ErrorCode::not_enough_replicas:
    case ErrorCode::not_enough_replicas_after_append:
    case ErrorCode::not_controller:
    case ErrorCode::concurrent_transactions:
    case ErrorCode::unknown_leader_epoch:
    case ErrorCode::offset_not_available:
    case ErrorCode::throttling_quota_exceeded:
      return true;
    default:
      return needs_metadata(error);
  }
}

bool needs_metadata(ErrorCode error) {
  switch (error) {
    case ErrorCode::unknown_topic_or_partition:
    case ErrorCode::leader_not_available:
    case ErrorCode::not_leader_or_follower:
    case ErrorCode::replica_not_available:
    case ErrorCode::network_exception:
    case ErrorCode::kafka_storage_error:
    case ErrorCode::listener_not_found:
    case ErrorCode::fenced_leader_epoch:
    case ErrorCode::preferred_leader_not_available:
    case ErrorCode::eligible_leaders_not_available:
    case ErrorCode::election_not_needed:
    case ErrorCode::unknown_topic_id:
    case ErrorCode::inconsistent_topic_id:
      return true;
    default:
      return false;
  }
}

bool may_have_been_written(ErrorCode error) {
  switch (error) {
    case ErrorCode::network_exception:
    case ErrorCode::request_timed_out:
    case ErrorCode::not_enough_replicas_after_append:
    case ErrorCode::kafka_storage_error:
    case ErrorCode::unknown_server_error:
      return true;
    default:
      return false;
  }
}

}  // namespace cohort::client
