#include <cohort/protocol/error_code.hpp>
#include <cohort/protocol/nearest_name.hpp>

#include <cstddef>
#include <vector>

namespace cohort {

namespace {

constexpr int first_error = static_cast<int>(ErrorCode::unknown_server_error);
constexpr int last_error = static_cast<int>(ErrorCode::voter_not_found);

}  // namespace

std::string_view name(ErrorCode code) {
  switch (code) {
    case ErrorCode::unknown_server_error:
      return "UNKNOWN_SERVER_ERROR";
    case ErrorCode::none:
      return "NONE";
    case ErrorCode::offset_out_of_range:
      return "OFFSET_OUT_OF_RANGE";
    case ErrorCode::corrupt_message:
      return "CORRUPT_MESSAGE";
    case ErrorCode::unknown_topic_or_partition:
      return "UNKNOWN_TOPIC_OR_PARTITION";
    case ErrorCode::invalid_fetch_size:
      return "INVALID_FETCH_SIZE";
    case ErrorCode::leader_not_available:
      return "LEADER_NOT_AVAILABLE";
    case ErrorCode::not_leader_or_follower:
      return "NOT_LEADER_OR_FOLLOWER";
    case ErrorCode::request_timed_out:
      return "REQUEST_TIMED_OUT";
    case ErrorCode::broker_not_available:
      return "BROKER_NOT_AVAILABLE";
    case ErrorCode::replica_not_available:
      return "REPLICA_NOT_AVAILABLE";
    case ErrorCode::message_too_large:
      return "MESSAGE_TOO_LARGE";
    case ErrorCode::stale_controller_epoch:
      return "STALE_CONTROLLER_EPOCH";
    case ErrorCode::offset_metadata_too_large:
      return "OFFSET_METADATA_TOO_LARGE";
    case ErrorCode::network_exception:
      return "NETWORK_EXCEPTION";
    case ErrorCode::coordinator_load_in_progress:
      return "COORDINATOR_LOAD_IN_PROGRESS";
    case ErrorCode::coordinator_not_available:
      return "COORDINATOR_NOT_AVAILABLE";
    case ErrorCode::not_coordinator:
      return "NOT_COORDINATOR";
    case ErrorCode::invalid_topic_exception:
      return "INVALID_TOPIC_EXCEPTION";
    case ErrorCode::record_list_too_large:
      return "RECORD_LIST_TOO_LARGE";
    case ErrorCode::not_enough_replicas:
      return "NOT_ENOUGH_REPLICAS";
    case ErrorCode::not_enough_replicas_after_append:
      return "NOT_ENOUGH_REPLICAS_AFTER_APPEND";
    case ErrorCode::invalid_required_acks:
      return "INVALID_REQUIRED_ACKS";
    case ErrorCode::illegal_generation:
      return "ILLEGAL_GENERATION";
    case ErrorCode::inconsistent_group_protocol:
      return "INCONSISTENT_GROUP_PROTOCOL";
    case ErrorCode::invalid_group_id:
      return "INVALID_GROUP_ID";
    case ErrorCode::unknown_member_id:
      return "UNKNOWN_MEMBER_ID";
    case ErrorCode::invalid_session_timeout:
      return "INVALID_SESSION_TIMEOUT";
    case ErrorCode::rebalance_in_progress:
      return "REBALANCE_IN_PROGRESS";
    case ErrorCode::invalid_commit_offset_size:
      return "INVALID_COMMIT_OFFSET_SIZE";
    case ErrorCode::topic_authorization_failed:
      return "TOPIC_AUTHORIZATION_FAILED";
    case ErrorCode::group_authorization_failed:
      return "GROUP_AUTHORIZATION_FAILED";
    case ErrorCode::cluster_authorization_failed:
      return "CLUSTER_AUTHORIZATION_FAILED";
    case ErrorCode::invalid_timestamp:
      return "INVALID_TIMESTAMP";
    case ErrorCode::unsupported_sasl_mechanism:
      return "UNSUPPORTED_SASL_MECHANISM";
    case ErrorCode::illegal_sasl_state:
      return "ILLEGAL_SASL_STATE";
    case ErrorCode::unsupported_version:
      return "UNSUPPORTED_VERSION";
    case ErrorCode::topic_already_exists:
      return "TOPIC_ALREADY_EXISTS";
    case ErrorCode::invalid_partitions:
      return "INVALID_PARTITIONS";
    case ErrorCode::invalid_replication_factor:
      return "INVALID_REPLICATION_FACTOR";
    case ErrorCode::invalid_replica_assignment:
      return "INVALID_REPLICA_ASSIGNMENT";
    case ErrorCode::invalid_config:
      return "INVALID_CONFIG";
    case ErrorCode::not_controller:
      return "NOT_CONTROLLER";
    case ErrorCode::invalid_request:
      return "INVALID_REQUEST";
    case ErrorCode::unsupported_for_message_format:
      return "UNSUPPORTED_FOR_MESSAGE_FORMAT";
    case ErrorCode::policy_violation:
      return "POLICY_VIOLATION";
    case ErrorCode::out_of_order_sequence_number:
      return "OUT_OF_ORDER_SEQUENCE_NUMBER";
    case ErrorCode::duplicate_sequence_number:
      return "DUPLICATE_SEQUENCE_NUMBER";
    case ErrorCode::invalid_producer_epoch:
      return "INVALID_PRODUCER_EPOCH";
    case ErrorCode::invalid_txn_state:
      return "INVALID_TXN_STATE";
    case ErrorCode::invalid_producer_id_mapping:
      return "INVALID_PRODUCER_ID_MAPPING";
    case ErrorCode::invalid_transaction_timeout:
      return "INVALID_TRANSACTION_TIMEOUT";
    case ErrorCode::concurrent_transactions:
      return "CONCURRENT_TRANSACTIONS";
    case ErrorCode::transaction_coordinator_fenced:
      return "TRANSACTION_COORDINATOR_FENCED";
    case ErrorCode::transactional_id_authorization_failed:
      return "TRANSACTIONAL_ID_AUTHORIZATION_FAILED";
    case ErrorCode::security_disabled:
      return "SECURITY_DISABLED";
    case ErrorCode::operation_not_attempted:
      return "OPERATION_NOT_ATTEMPTED";
    case ErrorCode::kafka_storage_error:
      return "KAFKA_STORAGE_ERROR";
    case ErrorCode::log_dir_not_found:
      return "LOG_DIR_NOT_FOUND";
    case ErrorCode::sasl_authentication_failed:
      return "SASL_AUTHENTICATION_FAILED";
    case ErrorCode::unknown_producer_id:
      return "UNKNOWN_PRODUCER_ID";
    case ErrorCode::reassignment_in_progress:
      return "REASSIGNMENT_IN_PROGRESS";
    case ErrorCode::delegation_token_auth_disabled:
      return "DELEGATION_TOKEN_AUTH_DISABLED";
    case ErrorCode::delegation_token_not_found:
      return "DELEGATION_TOKEN_NOT_FOUND";
    case ErrorCode::delegation_token_owner_mismatch:
      return "DELEGATION_TOKEN_OWNER_MISMATCH";
    case ErrorCode::delegation_token_request_not_allowed:
      return "DELEGATION_TOKEN_REQUEST_NOT_ALLOWED";
    case ErrorCode::delegation_token_authorization_failed:
      return "DELEGATION_TOKEN_AUTHORIZATION_FAILED";
    case ErrorCode::delegation_token_expired:
      return "DELEGATION_TOKEN_EXPIRED";
    case ErrorCode::invalid_principal_type:
      return "INVALID_PRINCIPAL_TYPE";
    case ErrorCode::non_empty_group:
      return "NON_EMPTY_GROUP";
    case ErrorCode::group_id_not_found:
      return "GROUP_ID_NOT_FOUND";
    case ErrorCode::fetch_session_id_not_found:
      return "FETCH_SESSION_ID_NOT_FOUND";
    case ErrorCode::invalid_fetch_session_epoch:
      return "INVALID_FETCH_SESSION_EPOCH";
    case ErrorCode::listener_not_found:
      return "LISTENER_NOT_FOUND";
    case ErrorCode::topic_deletion_disabled:
      return "TOPIC_DELETION_DISABLED";
    case ErrorCode::fenced_leader_epoch:
      return "FENCED_LEADER_EPOCH";
    case ErrorCode::unknown_leader_epoch:
      return "UNKNOWN_LEADER_EPOCH";
    case ErrorCode::unsupported_compression_type:
      return "UNSUPPORTED_COMPRESSION_TYPE";
    case ErrorCode::stale_broker_epoch:
      return "STALE_BROKER_EPOCH";
    case ErrorCode::offset_not_available:
      return "OFFSET_NOT_AVAILABLE";
    case ErrorCode::member_id_required:
      return "MEMBER_ID_REQUIRED";
    case ErrorCode::preferred_leader_not_available:
      return "PREFERRED_LEADER_NOT_AVAILABLE";
    case ErrorCode::group_max_size_reached:
      return "GROUP_MAX_SIZE_REACHED";
    case ErrorCode::fenced_instance_id:
      return "FENCED_INSTANCE_ID";
    case ErrorCode::eligible_leaders_not_available:
      return "ELIGIBLE_LEADERS_NOT_AVAILABLE";
    case ErrorCode::election_not_needed:
      return "ELECTION_NOT_NEEDED";
    case ErrorCode::no_reassignment_in_progress:
      return "NO_REASSIGNMENT_IN_PROGRESS";
    case ErrorCode::group_subscribed_to_topic:
      return "GROUP_SUBSCRIBED_TO_TOPIC";
    case ErrorCode::invalid_record:
      return "INVALID_RECORD";
    case ErrorCode::unstable_offset_commit:
      return "UNSTABLE_OFFSET_COMMIT";
    case ErrorCode::throttling_quota_exceeded:
      return "THROTTLING_QUOTA_EXCEEDED";
    case ErrorCode::producer_fenced:
      return "PRODUCER_FENCED";
    case ErrorCode::resource_not_found:
      return "RESOURCE_NOT_FOUND";
    case ErrorCode::duplicate_resource:
      return "DUPLICATE_RESOURCE";
    case ErrorCode::unacceptable_credential:
      return "UNACCEPTABLE_CREDENTIAL";
    case ErrorCode::inconsistent_voter_set:
      return "INCONSISTENT_VOTER_SET";
    case ErrorCode::invalid_update_version:
      return "INVALID_UPDATE_VERSION";
    case ErrorCode::feature_update_failed:
      return "FEATURE_UPDATE_FAILED";
    case ErrorCode::principal_deserialization_failure:
      return "PRINCIPAL_DESERIALIZATION_FAILURE";
    case ErrorCode::snapshot_not_found:
      return "SNAPSHOT_NOT_FOUND";
    case ErrorCode::position_out_of_range:
      return "POSITION_OUT_OF_RANGE";
    case ErrorCode::unknown_topic_id:
      return "UNKNOWN_TOPIC_ID";
    case ErrorCode::duplicate_broker_registration:
      return "DUPLICATE_BROKER_REGISTRATION";
    case ErrorCode::broker_id_not_registered:
      return "BROKER_ID_NOT_REGISTERED";
    case ErrorCode::inconsistent_topic_id:
      return "INCONSISTENT_TOPIC_ID";
    case ErrorCode::inconsistent_cluster_id:
      return "INCONSISTENT_CLUSTER_ID";
    case ErrorCode::transactional_id_not_found:
      return "TRANSACTIONAL_ID_NOT_FOUND";
    case ErrorCode::fetch_session_topic_id_error:
      return "FETCH_SESSION_TOPIC_ID_ERROR";
    case ErrorCode::ineligible_replica:
      return "INELIGIBLE_REPLICA";
    case ErrorCode::new_leader_elected:
      return "NEW_LEADER_ELECTED";
    case ErrorCode::offset_moved_to_tiered_storage:
      return "OFFSET_MOVED_TO_TIERED_STORAGE";
    case ErrorCode::fenced_member_epoch:
      return "FENCED_MEMBER_EPOCH";
    case ErrorCode::unreleased_instance_id:
      return "UNRELEASED_INSTANCE_ID";
    case ErrorCode::unsupported_assignor:
      return "UNSUPPORTED_ASSIGNOR";
    case ErrorCode::stale_member_epoch:
      return "STALE_MEMBER_EPOCH";
    case ErrorCode::mismatched_endpoint_type:
      return "MISMATCHED_ENDPOINT_TYPE";
    case ErrorCode::unsupported_endpoint_type:
      return "UNSUPPORTED_ENDPOINT_TYPE";
    case ErrorCode::unknown_controller_id:
      return "UNKNOWN_CONTROLLER_ID";
    case ErrorCode::unknown_subscription_id:
      return "UNKNOWN_SUBSCRIPTION_ID";
    case ErrorCode::telemetry_too_large:
      return "TELEMETRY_TOO_LARGE";
    case ErrorCode::invalid_registration:
      return "INVALID_REGISTRATION";
    case ErrorCode::transaction_abortable:
      return "TRANSACTION_ABORTABLE";
    case ErrorCode::invalid_record_state:
      return "INVALID_RECORD_STATE";
    case ErrorCode::share_session_not_found:
      return "SHARE_SESSION_NOT_FOUND";
    case ErrorCode::invalid_share_session_epoch:
      return "INVALID_SHARE_SESSION_EPOCH";
    case ErrorCode::fenced_state_epoch:
      return "FENCED_STATE_EPOCH";
    case ErrorCode::invalid_voter_key:
      return "INVALID_VOTER_KEY";
    case ErrorCode::duplicate_voter:
      return "DUPLICATE_VOTER";
    case ErrorCode::voter_not_found:
      return "VOTER_NOT_FOUND";
  }
  return "UNKNOWN";
}

std::optional<ErrorCode> error_code_from_name(std::string_view wanted) {
  for (int number = first_error; number <= last_error; ++number) {
    const ErrorCode each{static_cast<std::int16_t>(number)};
    if (name(each) == wanted) return each;
  }
  return std::nullopt;
}

std::optional<ErrorCode> nearest_error_code(std::string_view wanted) {
  std::vector<std::string_view> names;
  for (int number = first_error; number <= last_error; ++number) {
    names.push_back(name(ErrorCode{static_cast<std::int16_t>(number)}));
  }
  const std::optional<std::size_t> place = nearest_name(wanted, names);
  if (!place) return std::nullopt;
  return ErrorCode{static_cast<std::int16_t>(first_error + static_cast<int>(*place))};
}

}  // namespace cohort
